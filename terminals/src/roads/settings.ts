// How this browser shows roads: with conventional marks or shapes, and whether beads show points.

import { type Signal, signal } from "@preact/signals";

function remembered(key: string): Signal<boolean> {
  let first = false;
  try {
    first = localStorage.getItem(key) === "yes";
  } catch {
    // Without storage a choice lasts until the page is closed.
  }
  const chosen = signal(first);
  chosen.subscribe((value) => {
    try {
      localStorage.setItem(key, value ? "yes" : "no");
    } catch {
      // As above.
    }
  });
  return chosen;
}

/** Marks that differ by shape as well as by colour, for colour-blind readers. */
export const hasShapes = remembered("punto.roads.shapes");
/** Points, naturals, dragons and tigers on the bead plate. */
export const hasPoints = remembered("punto.roads.points");
