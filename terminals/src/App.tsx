// The page for the current address; pages that few people need are loaded on demand.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { AWAY } from "./http";
import { words } from "./languages/current";
import { Lobby } from "./pages/Lobby";
import { Table } from "./pages/Table";
import { Frame } from "./parts/Frame";
import { Empty, Failed, Waiting } from "./parts/States";
import { where } from "./router";

type Page = ComponentType<{ of: string }>;

const LATER: Record<string, () => Promise<Page>> = {
  several: () => import("./pages/Several").then((found) => found.Several),
  dealer: () => import("./pages/Dealer").then((found) => found.Dealer),
  pit: () => import("./pages/Pit").then((found) => found.Pit),
  account: () => import("./pages/Account").then((found) => found.Account),
  display: () => import("./pages/Display").then((found) => found.Display),
  history: () => import("./pages/History").then((found) => found.History),
  rules: () => import("./pages/Rules").then((found) => found.Rules),
  clauses: () => import("./pages/Rules").then((found) => found.EngineerRules),
  odds: () => import("./pages/Odds").then((found) => found.Odds),
  "how-to-play": () => import("./pages/HowToPlay").then((found) => found.HowToPlay),
  practice: () => import("./pages/Practice").then((found) => found.Practice),
  school: () => import("./pages/School").then((found) => found.School),
  sessions: () => import("./pages/Sessions").then((found) => found.Sessions),
};

// The first page's code is loaded at once; if that fails, the page says so.
LATER[where.peek().page]?.().catch(() => undefined);

function Later({ page, of }: { page: string; of: string }) {
  const [found, setFound] = useState<{ page: string; Page: Page } | null>(null);
  const [away, setAway] = useState(false);
  useEffect(() => {
    LATER[page]?.()
      .then((Page) => setFound({ page, Page }))
      .catch(() => setAway(true));
  }, [page]);
  if (away)
    return (
      <Frame>
        <Failed first refusal={AWAY} again={() => location.reload()} />
      </Frame>
    );
  if (found?.page !== page)
    return (
      <Frame>
        <Waiting first />
      </Frame>
    );
  return <found.Page key={of} of={of} />;
}

export function App() {
  const now = where.value;
  const { app } = words.value;
  useEffect(() => {
    const name = now.page === "lobby" || now.page === "nowhere" ? app.lobby : app[now.page];
    document.title = now.page === "lobby" ? app.name : `${name} · ${app.name}`;
  }, [now, app]);
  switch (now.page) {
    case "lobby":
      return <Lobby />;
    case "table":
      return now.of.includes("+") ? (
        <Later page="several" of={now.of} />
      ) : (
        <Table key={now.of} of={now.of} />
      );
    case "nowhere":
      return (
        <Frame>
          <Empty first title={app.nowhere} why={app.nowhereWhy}>
            <a class="button strong" href="/">
              {app.toLobby}
            </a>
          </Empty>
        </Frame>
      );
    default:
      return <Later page={now.page} of={now.of} />;
  }
}
