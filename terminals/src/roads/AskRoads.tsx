// The ask-roads: hovering over one, or pressing it, shows what the derived roads would gain next.

import { useState } from "preact/hooks";
import { words } from "../languages/current";
import type { Roads, Side } from "../shapes";
import { Foretold } from "./Road";

export function AskRoads({
  roads,
  asked,
  onAsk,
  titles,
}: {
  roads: Roads;
  asked: Side | null;
  onAsk: (side: Side | null) => void;
  titles?: Record<Side, string>;
}) {
  const [pressed, setPressed] = useState<Side | null>(null);
  const names = titles ?? words.value.seat.ask;
  return (
    <div class="ask-roads">
      {(["banker", "player"] as const).map((side) => (
        <button
          key={side}
          type="button"
          class={`ask ${side}`}
          aria-pressed={asked === side}
          data-ask={side}
          onPointerEnter={(event) => event.pointerType === "mouse" && onAsk(side)}
          onPointerLeave={(event) => event.pointerType === "mouse" && onAsk(pressed)}
          onClick={() => {
            const now = pressed === side ? null : side;
            setPressed(now);
            onAsk(now);
          }}
        >
          <b>{names[side]}</b> <Foretold roads={roads} side={side} />
        </button>
      ))}
    </div>
  );
}
