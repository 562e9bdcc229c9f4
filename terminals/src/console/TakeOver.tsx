// Who deals a table that deals itself: software, or the person who has taken it over.

import { canGive, named, type TableSender } from "../commands";
import { consoleWords } from "../languages/console";
import type { View } from "../shapes";

/** Whether this reader has the dealer's controls: at a table that deals itself, after taking over. */
export function dealsHere(view: View): boolean {
  return !isAutomatic(view) || (view.dealt_by === "staff" && view.dealer === view.mine.me.id);
}

function isAutomatic(view: View): boolean {
  return view.open && view.configuration?.card_source === "automatic";
}

export function TakeOver({ view, sender }: { view: View; sender: TableSender }) {
  const { takeOver: w } = consoleWords.value;
  if (!isAutomatic(view)) return null;
  const may = canGive(view);
  const isMine = dealsHere(view);
  const isSoftware = view.dealt_by === "software";
  const title = isSoftware ? w.software : isMine ? w.mine : w.another(view.dealer);
  return (
    <section class="notice software" data-dealt-by={isSoftware ? "software" : "staff"}>
      <h2>{title}</h2>
      <p>{isSoftware ? w.softwareWhy : isMine ? w.mineWhy : w.anotherWhy}</p>
      <p class="choices">
        {may("sign-on-dealer") ? (
          <button
            type="button"
            class="button small"
            data-action="take-over"
            onClick={() => void sender.give(named("sign-on-dealer"))}
          >
            {w.take}
          </button>
        ) : null}
        {may("sign-off-dealer") ? (
          <button
            type="button"
            class="button small"
            data-action="give-back"
            onClick={() => void sender.give(named("sign-off-dealer"))}
          >
            {w.giveBack}
          </button>
        ) : null}
        <a class="button small" href={`/pit/${view.table}#settings`}>
          {w.settings}
        </a>
      </p>
    </section>
  );
}
