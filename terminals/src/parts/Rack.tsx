// The chips, and the actions on stakes.

import { colourOf } from "../chips";
import { words } from "../languages/current";
import { showCents, showShort } from "../money";
import type { StakeEditor } from "../stakeEditor";

export interface RackProps {
  chips: readonly number[];
  chip: number;
  taking: boolean;
  may: boolean;
  staking: StakeEditor;
  group: string; // radio buttons of one table belong together
  onChip: (chip: number) => void;
  onTaking: () => void;
}

export function Rack({ chips, chip, taking, may, staking, group, onChip, onTaking }: RackProps) {
  const { table } = words.value;
  const some = Object.keys(staking.shown.value).length > 0;
  const before = Object.keys(staking.before.value).length > 0;
  const actions = [
    ["undo", table.undo, "↶", () => staking.undo(), staking.past.value.length > 0],
    ["clear", table.clear, "✕", () => staking.clear(), some],
    ["repeat", table.repeat, "⟳", () => staking.repeat(), before && !some],
    ["double", table.double, "×2", () => staking.double(), some],
  ] as const;
  return (
    <section class="rack" role="group" aria-label={table.chips}>
      <fieldset class="chips" disabled={!may}>
        <legend class="hidden">{table.chips}</legend>
        {chips.map((each) => (
          <label
            key={each}
            class={`chip ${colourOf(each)}${!taking && each === chip ? " chosen" : ""}`}
          >
            <input
              type="radio"
              name={`chip-${group}`}
              checked={!taking && each === chip}
              aria-label={table.chip(showCents(each))}
              onChange={() => onChip(each)}
              onClick={() => onChip(each)}
            />
            <span aria-hidden="true">{showShort(each)}</span>
          </label>
        ))}
      </fieldset>
      <div class="actions">
        <button
          type="button"
          class="action"
          aria-pressed={taking}
          disabled={!may || !some}
          data-action="take"
          title={table.takeBackHint}
          onClick={onTaking}
        >
          <i aria-hidden="true">⤺</i>
          <span>{table.takeBack}</span>
        </button>
        {actions.map(([name, text, sign, act, can]) => (
          <button
            key={name}
            type="button"
            class="action"
            data-action={name}
            disabled={!may || !can}
            onClick={act}
          >
            <i aria-hidden="true">{sign}</i>
            <span>{text}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
