// Where a console reads and asks what its table's socket does not send; a practice table has other paths.

import { createContext } from "preact";
import type { Sender } from "../commands";
import { at, type Query } from "../query";
import type { TableEvent, View } from "../shapes";
import type { Guidance, PayoutsView } from "../wire/api";

export interface ConsoleSources {
  guidance: (view: View) => Query<Guidance>;
  payouts: (view: View) => Query<PayoutsView>;
  /** The events of a round. */
  events: (view: View, round: number) => Query<{ events: TableEvent[] }>;
  /** Whether cards come from the house's virtual shoe, and buttons say so. */
  isVirtual: boolean;
  /** Have the next card come from the shoe. */
  supply: (view: View, sender: Sender) => Promise<unknown>;
  /** Call the pit; null where no one can be called. */
  call: ((view: View, sender: Sender) => Promise<unknown>) | null;
}

const REAL: ConsoleSources = {
  guidance: ({ table }) => at("/tables/{table}/irregularities", { table }),
  payouts: ({ table }) => at("/tables/{table}/payouts", { table }),
  events: ({ table }, number) => at("/tables/{table}/rounds/{number}", { table, number }),
  isVirtual: true,
  supply: ({ table }, sender) => sender.send("/tables/{table}/virtual-shoe", { table }, {}),
  call: ({ table }, sender) => sender.send("/tables/{table}/calls", { table }, {}),
};

export const Sources = createContext<ConsoleSources>(REAL);
