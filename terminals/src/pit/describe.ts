// What an event or a request says, as labelled values in the reader's language: never as JSON.

import { happened, placeOf } from "../languages/console";
import {
  gameTitle,
  labelled,
  personName,
  wagerTitle,
  withNames,
  words,
} from "../languages/current";
import { pitWords } from "../languages/pit";
import { lookUp } from "../lookUp";
import { showCents } from "../money";

export interface Described {
  label: string;
  was: string; // empty where nothing was known before
  now: string;
}

type Fields = Record<string, unknown>;

/** The name of a command: "correct a finished round". */
export function commandText(type: string): string {
  const w = pitWords.value;
  return lookUp(w.command, type) ?? lookUp(w.records.command, type) ?? inWords(type);
}

/** An id that has no words yet, without its hyphens and underscores. */
export function inWords(id: string): string {
  return id.replace(/[-_]+/g, " ");
}

/** Every labelled value by its path; what has no label is left out, such as internal ids. */
function flatten(tree: unknown, path: string[] = []): [path: string[], value: unknown][] {
  if (tree && typeof tree === "object" && !Array.isArray(tree))
    return Object.entries(tree).flatMap(([name, value]) => flatten(value, [...path, name]));
  return [[path, tree]];
}

/** What differs after, or all of it where nothing is known of before. */
export function describe(before: Fields | null, after: Fields | null): Described[] {
  const w = pitWords.value.records;
  const was = new Map(flatten(before ?? {}).map(([path, value]) => [keyOf(path), value]));
  const rows: Described[] = [];
  const lines = flatten(after ?? {}).map(([path, value]) => {
    const name = path.at(-1) ?? "";
    const label = lookUp(w.field, name);
    const key = keyOf(path);
    const old = was.get(key);
    was.delete(key);
    const now = label ? shown(name, value) : "";
    if (label && now && JSON.stringify(old) !== JSON.stringify(value))
      rows.push({
        label: titled(path, label),
        was: old === undefined ? "" : shown(name, old),
        now,
      });
    return key;
  });
  if (!lines.length)
    for (const [path, value] of flatten(before ?? {})) {
      const label = lookUp(w.field, path.at(-1) ?? "");
      if (label)
        rows.push({ label: titled(path, label), was: "", now: shown(path.at(-1) ?? "", value) });
    }
  return rows;
}

/** Paths are compared without the event that carries them: a configuration is one before and after. */
function keyOf(path: string[]): string {
  return path.slice(path[0]?.includes("-") ? 1 : 0).join(" ");
}

/** A label, with the wager that a limit is for. */
function titled(path: string[], label: string): string {
  const wager = path.at(-2) ?? "";
  return path.at(-3) === "limits"
    ? labelled(wagerTitle({ id: wager, title: inWords(wager) }), label)
    : label;
}

/** A value in words. */
function shown(name: string, value: unknown): string {
  const w = pitWords.value;
  const { side, table } = words.value;
  if (value === null || value === undefined || value === "") return w.records.none;
  if (typeof value === "boolean") return value ? w.records.yes : w.records.no;
  if (Array.isArray(value))
    return value.some((each) => each && typeof each === "object")
      ? ""
      : withNames(value.map(String).join(" "));
  if (typeof value === "number") {
    if (name.endsWith("_cents") || name === "cents") return showCents(value);
    if (name === "resolver" || name === "position") return placeOf(value);
    return String(value);
  }
  const text = String(value);
  switch (name) {
    case "irregularity":
      return happened(text);
    case "command":
      return commandText(text);
    case "wager":
      return wagerTitle({ id: text, title: inWords(text) });
    case "game":
      return gameTitle({ id: text, title: inWords(text) });
    case "account":
      return withNames(text.replace(/^patron:/, ""));
    case "patron":
    case "person":
    case "given_by":
    case "witness":
    case "why":
    case "note":
    case "table":
    case "shoe":
      return personName(text);
    default:
      return (
        lookUp(w.settings.value, text) ??
        lookUp(side, text) ??
        lookUp(table.result, text) ??
        withNames(/^[a-z]+([-_][a-z]+)+$/.test(text) ? inWords(text) : text)
      );
  }
}
