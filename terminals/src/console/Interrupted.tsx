// After a power failure the round goes on; those who may decide that its cards are lost void it here.

import { useState } from "preact/hooks";
import type { TableSender } from "../commands";
import { named } from "../commands";
import { consoleWords, placeTitle } from "../languages/console";
import { said } from "../languages/current";
import type { Interruption } from "./shapes";

export function Interrupted({ offer, sender }: { offer: Interruption; sender: TableSender }) {
  const w = consoleWords.value.guide;
  const position = placeTitle(offer.position);
  return (
    <section class="interruption" aria-label={w.interrupted}>
      <h3>{w.interrupted}</h3>
      <p class="fine">{said(offer.says)}</p>
      <p>{offer.yours ? w.you(position) : w.notYou(position)}</p>
      {offer.yours && offer.second ? (
        <p class="fine">{w.second(placeTitle(offer.second))}</p>
      ) : null}
      {offer.yours ? <Voiding offer={offer} sender={sender} /> : null}
    </section>
  );
}

/** A reason first, then a second press: a void round is not taken back. */
function Voiding({ offer, sender }: { offer: Interruption; sender: TableSender }) {
  const w = consoleWords.value.guide;
  const [why, setWhy] = useState("");
  const [asks, setAsks] = useState(false); // whether it is really meant
  const voidRound = (): void => {
    setAsks(false);
    void sender.give(named(offer.command, { void: true, why: why.trim() }));
  };
  return (
    <div class="form">
      <label>
        {w.cardsLostWhy}
        <input
          name="void-why"
          value={why}
          required
          autocomplete="off"
          disabled={asks}
          onInput={(event) => setWhy(event.currentTarget.value)}
        />
      </label>
      {asks ? (
        <div class="confirming" role="alert">
          <p>{w.voidSure}</p>
          <div class="choices">
            <button
              type="button"
              class="button strong"
              data-action="confirm-void"
              onClick={voidRound}
            >
              {w.voidYes}
            </button>
            <button
              type="button"
              class="button"
              data-action="keep-round"
              onClick={() => setAsks(false)}
            >
              {w.voidNo}
            </button>
          </div>
        </div>
      ) : (
        <button
          type="button"
          class="button"
          data-action="void-interrupted"
          disabled={!why.trim()}
          onClick={() => setAsks(true)}
        >
          {w.decideVoid}
        </button>
      )}
    </div>
  );
}
