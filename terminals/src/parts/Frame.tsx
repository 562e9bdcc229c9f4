// The frame of every page: skip link, header with links and languages, content.

import type { ComponentChildren } from "preact";
import { labelled, language, setLanguage, words } from "../languages/current";
import { LANGUAGES } from "../languages/registry";
import { Whoami } from "./Whoami";

export function Languages() {
  return (
    <div class="languages" role="group" aria-label={words.value.app.switchLanguage}>
      {[...LANGUAGES].map(([code, { info }]) => (
        <button
          key={code}
          type="button"
          lang={info.tag}
          aria-pressed={language.value === code}
          onClick={() => setLanguage(code)}
        >
          {info.name}
        </button>
      ))}
    </div>
  );
}

export interface Around {
  title?: string;
  game?: string | undefined;
  table?: string | undefined;
  now?: "lobby" | "table" | "how-to-play" | "rules" | "odds" | "history";
  children: ComponentChildren;
  extra?: ComponentChildren;
  wide?: boolean;
}

/** The links as a menu, for screens too small for them in a row. */
function Menu({ links, now }: { links: [string, string, string][]; now: string | undefined }) {
  const { app, seat } = words.value;
  return (
    <details class="menu">
      <summary>
        <span aria-hidden="true">☰</span> {seat.menu}
      </summary>
      <nav aria-label={labelled(app.name, seat.menu)}>
        {links.map(([name, href, text]) => (
          <a key={name} href={href} aria-current={name === now ? "page" : undefined}>
            {text}
          </a>
        ))}
        <Whoami inMenu />
      </nav>
    </details>
  );
}

export function Frame({ title, game, table, now, children, extra, wide }: Around) {
  const { app } = words.value;
  const links: [name: string, href: string, text: string][] = [["lobby", "/", app.lobby]];
  if (table) links.push(["table", `/table/${table}`, app.table]);
  const guide = game ? `/how-to-play/${game}` : "/how-to-play";
  links.push(["how-to-play", guide, app["how-to-play"]]);
  if (game) links.push(["rules", `/rules/${game}`, app.rules], ["odds", `/odds/${game}`, app.odds]);
  if (table) links.push(["history", `/history/${table}`, app.history]);
  return (
    <div class={wide ? "page wide" : "page"}>
      <a class="skip" href="#content">
        {app.skip}
      </a>
      <header class="head">
        <a class="brand" href="/" aria-label={labelled(app.name, app.lobby)}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <circle cx="16" cy="16" r="13" class="brand-ring" />
            <path
              class="brand-mark"
              d="M16 7c3.5 4.3 7.5 6.5 7.5 10.2a4 4 0 0 1-6.1 3.4c.1 2 .8 3.1 1.9 4H12.7c1.1-.9 1.8-2 1.9-4a4 4 0 0 1-6.1-3.4C8.5 13.5 12.5 11.3 16 7z"
            />
          </svg>
          <span>{app.name}</span>
        </a>
        {wide ? <Menu links={links} now={now} /> : null}
        <nav class="head-links" aria-label={app.name}>
          {links.map(([name, href, text]) => (
            <a key={name} href={href} aria-current={name === now ? "page" : undefined}>
              {text}
            </a>
          ))}
        </nav>
        <div class="head-end">
          {extra}
          {now === "lobby" ? null : <Whoami />}
          <Languages />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {title ? <h1 class="page-title">{title}</h1> : null}
        {children}
      </main>
    </div>
  );
}
