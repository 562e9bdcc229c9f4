// Who is signed on as the table's dealer, and the buttons to sign on and off. A table that deals
// itself is taken over instead (TakeOver.tsx).

import { canGive, named, type TableSender } from "../commands";
import { consoleWords } from "../languages/console";
import type { View } from "../shapes";

export function DealerAtTable({ view, sender }: { view: View; sender: TableSender }) {
  const { dealerAtTable: w } = consoleWords.value;
  if (!view.open || view.configuration?.card_source === "automatic") return null;
  const may = canGive(view);
  const button = (command: "sign-on-dealer" | "sign-off-dealer", text: string) =>
    may(command) ? (
      <button
        type="button"
        class="button small"
        data-action={command}
        onClick={() => void sender.give(named(command))}
      >
        {text}
      </button>
    ) : null;
  return (
    <p class="dealer-at-table" data-dealer={view.dealer}>
      {view.dealer ? w.is(view.dealer) : w.nobody} {button("sign-on-dealer", w.signOn)}{" "}
      {button("sign-off-dealer", w.signOff)}
    </p>
  );
}
