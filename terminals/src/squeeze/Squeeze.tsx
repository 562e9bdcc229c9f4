// Squeezing a hand: one card large on a canvas, the others of the hand beside it.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Card, cardName } from "../cards/Card";
import { readCard } from "../cards/drawing";
import { refusalOf } from "../http";
import { labelled, refusalText, words } from "../languages/current";
import type { LiveTable } from "../live";
import type { Refusal, Side, View } from "../shapes";
import { seen } from "../tableState";
import { BendSender, written } from "./bendSender";
import { Hold, lessMotion } from "./hold";

const LOOK_MS = 900; // how long a turned card is shown before the next one

/** The places of the cards that the holder can squeeze: face down, with a face the holder knows. */
export function squeezed(view: View, side: Side): number[] {
  const codes = seen(view, side);
  return view.round?.down[side].filter((at) => readCard(codes[at] ?? null)) ?? [];
}

export function Squeeze({
  view,
  live,
  side,
  onClose,
}: {
  view: View;
  live: LiveTable;
  side: Side;
  onClose: () => void;
}) {
  const { squeeze: w, side: names } = words.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const down = squeezed(view, side);
  const [peeled, setPeeled] = useState<readonly number[]>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const left = down.filter((at) => !peeled.includes(at));
  const at = chosen ?? left[0] ?? down[0] ?? 0;
  const codes = seen(view, side);
  const isPeeled = peeled.includes(at);
  const mayTurn = view.mine.may.includes("expose-cards");

  // Before any card takes the focus: opening the dialog focuses its first button.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  useEffect(() => {
    if (!down.length) onClose(); // turned by the table, or the round is over
  }, [down.length]);
  const turnAll = (): void => {
    setRefusal(null);
    live
      .give({ type: "expose-cards", side })
      .catch((error: unknown) => setRefusal(refusalOf(error)));
  };
  useEffect(() => {
    if (down.length && !left.length && mayTurn) turnAll();
  }, [down.length, left.length, mayTurn]);
  useEffect(() => {
    if (!isPeeled || !left.length) return;
    const timer = setTimeout(() => setChosen(null), LOOK_MS);
    return () => clearTimeout(timer);
  }, [isPeeled, left.length]);
  const turn = (): void => {
    setChosen(at); // it stays visible for a moment
    setPeeled((before) => [...before, at]);
  };

  return (
    <dialog ref={dialog} class="squeeze" aria-label={w.title(names[side])} onClose={onClose}>
      <div class="squeeze-head">
        <h2 class={side}>{w.title(names[side])}</h2>
        <button type="button" class="icon" aria-label={w.leave} onClick={onClose}>
          ✕
        </button>
      </div>
      <div class="squeeze-stage">
        {isPeeled ? (
          <span class={lessMotion() ? "squeeze-turned" : "squeeze-turned moving"}>
            <Card code={codes[at] ?? null} still />
          </span>
        ) : (
          <Bendable
            key={at}
            code={codes[at] ?? ""}
            side={side}
            place={at}
            live={live}
            onTurn={turn}
            onLeave={onClose}
          />
        )}
      </div>
      <div class="squeeze-hand">
        {codes.map((code, place) => (
          <button
            key={place}
            type="button"
            aria-pressed={place === at}
            aria-label={labelled(
              w.card(place + 1),
              cardName(down.includes(place) && !peeled.includes(place) ? null : code),
            )}
            disabled={!down.includes(place)}
            onClick={() => setChosen(place)}
          >
            <Card code={down.includes(place) && !peeled.includes(place) ? null : code} still mini />
          </button>
        ))}
      </div>
      <p class="squeeze-status" role="status">
        {refusal
          ? refusalText(refusal)
          : isPeeled
            ? w.turned(at + 1, cardName(codes[at] ?? null))
            : ""}
        {!left.length && !mayTurn ? ` ${w.waits}` : ""}
      </p>
      <div class="choices">
        {isPeeled ? null : (
          <button type="button" class="button" onClick={turn}>
            {w.turnOne}
          </button>
        )}
        {mayTurn ? (
          <button type="button" class="button strong" onClick={turnAll}>
            {w.turnAll}
          </button>
        ) : null}
      </div>
      <p class="fine">{w.hint}</p>
    </dialog>
  );
}

/** A card that can be bent by finger, mouse or arrow keys. */
function Bendable({
  code,
  side,
  place,
  live,
  onTurn,
  onLeave,
}: {
  code: string;
  side: Side;
  place: number;
  live: LiveTable;
  onTurn: () => void;
  onLeave: () => void;
}) {
  const { squeeze: w } = words.value;
  const canvas = useRef<HTMLCanvasElement>(null);
  const hold = useRef<Hold | null>(null);
  const [percent, setPercent] = useState(0); // in steps of ten, to render rarely
  useEffect(() => {
    if (!canvas.current) return;
    const sender = new BendSender((message) => live.bend(message));
    const made = new Hold(canvas.current, readCard(code), {
      moved: (bend) => {
        sender.send(written(side, place, bend));
        setPercent(Math.round(bend.far * 10) * 10);
      },
      turned: onTurn,
    });
    hold.current = made;
    canvas.current.focus();
    return () => made.end();
  }, [code]);
  const press = (event: KeyboardEvent): void => {
    const held = hold.current;
    if (!held) return;
    if (event.key === "Enter") onTurn();
    else if (event.key === "Escape" && percent) held.lay();
    else if (event.key === "Escape") onLeave();
    else if (!held.press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <canvas
      ref={canvas}
      class="squeeze-card"
      tabIndex={0}
      role="slider"
      aria-label={w.bend(place + 1)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={w.bent(percent)}
      data-bent={percent}
      onKeyDown={press}
      onPointerDown={(event) => hold.current?.take(event) && event.preventDefault()}
      onPointerMove={(event) => hold.current?.pull(event)}
      onPointerUp={() => hold.current?.letGo()}
      onPointerCancel={() => hold.current?.letGo()}
    />
  );
}
