// The patron's credits in the header of a terminal; a tap opens the cashier.

import { useState } from "preact/hooks";
import { words } from "../languages/current";
import { useLazy } from "../lazy";
import type { LiveTable } from "../live";
import { showCents } from "../money";
import type { Me } from "../shapes";

export function Credits({ live, me }: { live: LiveTable; me: Me | undefined }) {
  const { cashier, seat, table } = words.value;
  const [open, setOpen] = useState(false);
  const load = () => import("../cashier/Cashier").then((found) => found.Cashier);
  const Cashier = useLazy(load, open, () => setOpen(false)); // the next tap tries again
  const credits = live.credits.value;
  if (credits === null) return null;
  const shown = (
    <>
      <small>{me?.kind === "guest" ? seat.playCreditsTitle : table.credits}</small>
      <b data-credits={credits}>{showCents(credits)}</b>
    </>
  );
  if (me?.kind !== "patron" && me?.kind !== "guest") return <span class="credits">{shown}</span>;
  return (
    <>
      <button type="button" class="credits" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {shown}
        <span class="hidden">{cashier.title}</span>
      </button>
      {Cashier ? (
        <Cashier
          patron={me.id}
          guest={me.kind === "guest"}
          credits={credits}
          onMoved={() => void live.creditsMoved()}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
