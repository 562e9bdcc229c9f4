// Digits press the choices of the first part, so that drills need no mouse.

import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

export function useChoiceKeys(within: RefObject<HTMLElement | null>, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const from = event.target;
      if (from instanceof HTMLInputElement || from instanceof HTMLSelectElement) return;
      if (event.key === "Enter" && !(from instanceof HTMLButtonElement)) {
        within.current?.querySelector("form")?.requestSubmit();
        return;
      }
      within.current?.querySelector<HTMLButtonElement>(`[data-key="${event.key}"]`)?.click();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [on]);
}
