// How this browser shows roads: with conventional marks or shapes, and whether beads show points.

import { type Signal, signal } from "@preact/signals";
import { readStored, store } from "../storage";

function remembered(key: string): Signal<boolean> {
  const chosen = signal(readStored(key) === "yes");
  chosen.subscribe((value) => store(key, value ? "yes" : "no"));
  return chosen;
}

/** Marks that differ by shape as well as by colour, for colour-blind readers. */
export const hasShapes = remembered("punto.roads.shapes");
/** Points, naturals, dragons and tigers on the bead plate. */
export const hasPoints = remembered("punto.roads.points");
