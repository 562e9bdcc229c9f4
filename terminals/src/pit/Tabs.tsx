// Parts of the pit's console, each with an address of its own behind the #.

import { useEffect, useState } from "preact/hooks";
import { where } from "../router";

/** Which part is shown; a reload, a sign-in and the browser's own buttons keep it. */
export function usePart(parts: readonly string[]): [string, (part: string) => void] {
  const read = (): string => {
    const wanted = location.hash.slice(1);
    return parts.includes(wanted) ? wanted : (parts[0] ?? "");
  };
  const [part, setPart] = useState(read);
  const now = where.value; // our own links move without the browser's event
  useEffect(() => setPart(read()), [now]);
  useEffect(() => {
    const moved = (): void => setPart(read());
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  });
  return [
    part,
    (next) => {
      history.replaceState(null, "", `#${next}`);
      setPart(next);
    },
  ];
}

export function Tabs({
  label,
  parts,
  now,
  marks = {},
  onChoose,
}: {
  label: string;
  parts: readonly (readonly [string, string])[];
  now: string;
  marks?: Record<string, number>;
  onChoose: (part: string) => void;
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {parts.map(([name, text]) => (
        <button
          key={name}
          type="button"
          class="tab"
          data-tab={name}
          aria-current={name === now ? "page" : undefined}
          onClick={() => onChoose(name)}
        >
          {text}
          {marks[name] ? <b class="mark">{marks[name]}</b> : null}
        </button>
      ))}
    </nav>
  );
}
