// The single-key shortcuts of a seat.

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { StakeEditor } from "../stakeEditor";

/** Shortcuts, except while typing; among several tables they go to the one with the focus. */
export function useKeys(
  on: boolean,
  chips: readonly number[],
  staking: StakeEditor,
  choose: (chip: number) => void,
  within?: RefObject<HTMLElement | null>,
): void {
  // In the same render as the page: a key pressed as betting opens must not be lost.
  useLayoutEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target;
      if (at instanceof HTMLInputElement && at.type !== "radio") return;
      if (within && !(at instanceof Node && within.current?.contains(at))) return;
      const chip = chips[Number(event.key) - 1];
      if (chip !== undefined) choose(chip);
      else if (event.key === "u") staking.undo();
      else if (event.key === "c") staking.clear();
      else if (event.key === "r") staking.repeat();
      else if (event.key === "d") staking.double();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [on, chips, staking]);
}
