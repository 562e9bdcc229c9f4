// One thing to type or scan, then Enter; a scanner is a keyboard that types fast.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export interface Typing {
  label: string;
  hint?: string;
  text: string;
  start?: string;
  off?: boolean;
  optional?: boolean;
  wide?: boolean;
  send: (value: string) => Promise<unknown>;
  input?: { current: HTMLInputElement | null };
  children?: ComponentChildren;
}

export function Typed({ label, hint, text, start = "", off = false, optional = false, wide = false, send, input, children }: Typing) {
  const [value, setValue] = useState(start);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await send(value.trim())) setValue("");
  };
  return (
    <form class={wide ? "typed wide" : "typed"} onSubmit={(event) => void submit(event)}>
      <label>
        {label}
        <input
          ref={input ?? null}
          value={value}
          required={!optional}
          disabled={off}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          onInput={(event) => setValue(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button strong" disabled={off}>
        {text}
      </button>
      {children}
      {hint ? <p class="fine">{hint}</p> : null}
    </form>
  );
}
