// Where we are: one signal, moved by links and by the browser's own buttons.

import { signal } from "@preact/signals";

export type Where =
  | { page: "lobby" }
  | { page: "table" | "dealer" | "pit" | "display" | "history" | "rules" | "odds"; of: string }
  | { page: "nowhere" };

const PAGES = ["table", "dealer", "pit", "display", "history", "rules", "odds"] as const;

export function readPath(path: string): Where {
  if (path === "/") return { page: "lobby" };
  if (path === "/pit") return { page: "pit", of: "" };
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

/** Follow our own links without loading the page again. */
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
    // A new page is read from its top, by eyes and by screen readers alike.
    requestAnimationFrame(() => document.querySelector<HTMLElement>("main")?.focus());
  });
}
