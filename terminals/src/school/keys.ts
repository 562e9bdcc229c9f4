// Digits press the choices of the first part, so that drills need no mouse.

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

export function useChoiceKeys(within: RefObject<HTMLElement | null>, on: boolean): void {
  // From the moment that the choices are shown, and not only once they are painted.
  useLayoutEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const from = event.target;
      if (from instanceof HTMLInputElement || from instanceof HTMLSelectElement) return;
      const card = within.current;
      // On a choice Enter goes on, as it does where nothing has the focus.
      const isChoice = from instanceof Element && !!card?.contains(from) && from.matches(".choice");
      if (event.key === "Enter" && (isChoice || !(from instanceof HTMLButtonElement))) {
        event.preventDefault();
        card?.querySelector("form")?.requestSubmit();
        return;
      }
      if (!/^[1-9]$/.test(event.key)) return;
      const choice = card?.querySelector<HTMLButtonElement>(`[data-key="${event.key}"]`);
      choice?.focus();
      choice?.click();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [on]);
}
