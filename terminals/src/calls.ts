// Which announcement is still true: a call is withdrawn when its moment is over.

import type { View } from "./shapes";

type Moment = (view: View) => boolean;

const cards = ({ round }: View): number => (round ? round.player.length + round.banker.length : 0);
const isOver: Moment = (view) => !view.round;
const isOpen: Moment = (view) => view.round?.betting_open ?? false;

/** By the event that was announced: when the announcement holds. */
const MOMENTS: Readonly<Record<string, Moment>> = {
  "betting-opened": isOpen,
  "betting-reopened": isOpen,
  "betting-closed": (view) => !!view.round && !isOpen(view) && cards(view) === 0,
  "totals-announced": (view) => !!view.round && cards(view) <= 4,
  "cut-card-appeared": (view) => !isOpen(view),
  "option-offered": (view) => view.prompt.step === "answer-option",
  "decrease-asked": (view) => view.prompt.step === "decrease",
  "round-settled": isOver,
  "round-voided": isOver,
  "settlement-reversed": isOver,
};

/** Whether what was announced with an event of this type is still to be shown. */
export function isCurrent(type: string, view: View): boolean {
  return MOMENTS[type]?.(view) ?? false;
}
