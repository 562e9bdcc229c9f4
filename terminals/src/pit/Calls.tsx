// Tables that are held and call the people who may resolve it: shown until they are resolved.

import { happened, placeTitle } from "../languages/console";
import { personName } from "../languages/current";
import { pitWords } from "../languages/pit";
import type { Call } from "./shapes";
import { shownTime } from "./times";

export function Calls({ calls }: { calls: readonly Call[] }) {
  const w = pitWords.value;
  return (
    <ul class="calls" aria-live="assertive" aria-label={w.calls}>
      {calls.map((each) => (
        <li
          key={each.table}
          class={each.yours ? "notice yours" : "notice"}
          data-call={each.table}
          data-yours={each.yours}
        >
          <strong>
            <a href={`/pit/${each.table}`}>{each.yours ? w.calledTo(each.table) : each.table}</a>
          </strong>{" "}
          {[
            happened(each.irregularity),
            each.note,
            personName(each.reported_by),
            each.at_ms ? shownTime(each.at_ms) : "",
            each.yours ? "" : w.waitsFor(placeTitle(each.position)),
          ]
            .filter(Boolean)
            .join(" · ")}
        </li>
      ))}
    </ul>
  );
}
