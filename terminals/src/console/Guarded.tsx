// A console that someone left: it says so, and goes on where it was once they are back.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { consoleWords } from "../languages/console";
import { SignInForm } from "../parts/SignIn";

/** What was open stays as it was, out of sight: it may name people. */
export function Guarded({
  out,
  was,
  title,
  onBack,
  children,
}: {
  out: boolean;
  was: boolean; // whether someone was in before
  title: string;
  onBack: () => void;
  children: ComponentChildren;
}) {
  const w = consoleWords.value;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (out) form.current?.querySelector("input")?.focus();
  }, [out]);
  return (
    <>
      {out ? (
        <div class="key-form signed-out" ref={form} role={was ? "alert" : undefined}>
          <h1>{was ? w.out : title}</h1>
          <p class="fine">{was ? w.outWhy : w.staffOnly}</p>
          <SignInForm onDone={onBack} />
        </div>
      ) : null}
      <div hidden={out} class="guarded">
        {children}
      </div>
    </>
  );
}
