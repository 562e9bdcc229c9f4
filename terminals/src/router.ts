// The current address: a signal, changed by links and by the browser's buttons.

import { signal } from "@preact/signals";

export type Where =
  | { page: "lobby" }
  | { page: "account"; of: "" }
  | {
      page:
        | "table"
        | "dealer"
        | "pit"
        | "display"
        | "history"
        | "rules"
        | "clauses"
        | "odds"
        | "sessions"
        | "how-to-play"
        | "practice"
        | "school";
      of: string;
    }
  | { page: "nowhere" };

const PAGES = [
  "table",
  "dealer",
  "pit",
  "display",
  "history",
  "rules",
  "clauses",
  "odds",
  "sessions",
  "how-to-play",
  "practice",
  "school",
] as const;

export function readPath(path: string): Where {
  if (path === "/") return { page: "lobby" };
  if (path === "/pit") return { page: "pit", of: "" };
  if (path === "/how-to-play") return { page: "how-to-play", of: "" };
  if (path === "/school") return { page: "school", of: "" };
  if (path === "/account") return { page: "account", of: "" };
  const [, page, of, ...rest] = path.split("/");
  const found = PAGES.find((each) => each === page);
  if (!found || !of || rest.length) return { page: "nowhere" };
  try {
    return { page: found, of: decodeURIComponent(of) };
  } catch {
    return { page: "nowhere" };
  }
}

export const where = signal<Where>(
  typeof location === "undefined" ? { page: "lobby" } : readPath(location.pathname),
);

export function go(path: string): void {
  history.pushState(null, "", path);
  arrive();
}

function arrive(): void {
  where.value = readPath(location.pathname);
  window.scrollTo(0, 0);
}

/** Follow links to our own pages without reloading. */
export function followLinks(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.origin !== location.origin) return;
    if (readPath(link.pathname).page === "nowhere") return;
    event.preventDefault();
    go(link.pathname + link.hash);
    // A new page starts at its top, for screen readers too.
    requestAnimationFrame(() => document.querySelector<HTMLElement>("main")?.focus());
  });
}
