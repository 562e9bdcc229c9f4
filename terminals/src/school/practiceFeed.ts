// A practice table in the shape that the console's components read: every act is posted, and the
// answer has the whole table as it stands.

import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { post } from "../commands";
import type { ConsoleSources } from "../console/sources";
import type { Correction } from "../corrections";
import { Refused } from "../http";
import { schoolWords } from "../languages/school";
import type { Done, TableFeed } from "../live";
import { at, get } from "../query";
import type { BendFrame, Said, TableCommand, View } from "../shapes";
import { lying } from "../tableState";
import type { PracticeView } from "../wire/api";

export class PracticeFeed implements TableFeed {
  readonly practice = signal<PracticeView | null>(null);
  readonly view: ReadonlySignal<View | null> = computed(() => {
    const push = this.practice.value?.push;
    if (!push?.table || !push.mine) return null;
    const table = schoolWords.value.situation.table; // it has no name that anyone uses
    return { ...push.table, table, mine: push.mine } as unknown as View;
  });
  readonly lastHands = signal<{ player: string[]; banker: string[] } | null>(null);
  readonly said = signal<{ said: Said; seq: number; type: string } | null>(null);
  readonly corrected = signal<Correction | null>(null);
  readonly deadline = signal<number | null>(null);
  readonly bends = signal<ReadonlyMap<string, BendFrame>>(new Map());

  constructor(
    private readonly id: string,
    private position = "dealer",
  ) {}

  /** Look at the table, perhaps from another position. */
  async look(position = this.position): Promise<void> {
    this.position = position;
    this.show(await get(at("/school/tables/{table}", { table: this.id }, { position })));
  }

  give(command: TableCommand): Promise<Done> {
    return this.act(command);
  }

  /** Let the patrons or the device do what is theirs to do next. */
  supply(): Promise<Done> {
    return this.act(null);
  }

  /** Allow a patron who acts to go on, or refuse it. */
  answerPatron(patron: "allow" | "deny"): Promise<Done> {
    return this.act(null, patron);
  }

  private async act(command: TableCommand | null, patron = ""): Promise<Done> {
    const { position } = this;
    const found = await post(
      "/school/tables/{table}/acts",
      { table: this.id },
      { position, command, patron },
    );
    this.show(found);
    if (found.refused) throw new Refused(found.refused, 409);
    return { events: found.events, seq: found.push.table?.seq ?? 0 };
  }

  show(found: PracticeView): void {
    batch(() => {
      this.practice.value = found;
      const round = this.view.value?.round;
      if (round?.player.length) this.lastHands.value = lying(round);
      else if (round) this.lastHands.value = null;
      for (const { said, seq, type } of found.events)
        if (said) this.said.value = { said, seq, type };
    });
  }

  /** Where the console reads and asks the rest. */
  sources(): ConsoleSources {
    const table = this.id;
    const search = { position: this.position };
    return {
      guidance: () => at("/school/tables/{table}/irregularities", { table }, search),
      payouts: () => at("/school/tables/{table}/payouts", { table }),
      events: () => at("/school/tables/{table}/events", { table }),
      isVirtual: false,
      supply: (_, sender) => sender.attempt(() => this.supply()),
      call: null,
    };
  }
}
