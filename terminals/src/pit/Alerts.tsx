// Alerts that someone in the pit has to have seen, and acknowledging them by name.

import { useSender } from "../commands";
import { happened } from "../languages/console";
import { personName, said } from "../languages/current";
import { pitWords } from "../languages/pit";
import { lookUp } from "../lookUp";
import { RefusalNotice } from "../parts/RefusalNotice";
import { Empty } from "../parts/States";
import { commandText, inWords } from "./describe";
import type { Significant } from "./shapes";
import { shownTime } from "./times";

/** What an event is about, in few words. */
export function aboutOf(event: Significant): string {
  if (event.kind === "pit-called") {
    const { irregularity, note } = (event.after ?? {}) as { irregularity?: string; note?: string };
    return [irregularity ? happened(irregularity) : "", note].filter(Boolean).join(" · ");
  }
  if (event.chinese) return said({ english: event.about, chinese: event.chinese });
  return event.id.startsWith("entry-") ? commandText(event.about) : personName(event.about);
}

export function Alerts({ alerts, onSeen }: { alerts: readonly Significant[]; onSeen: () => void }) {
  const w = pitWords.value;
  const { send, refusal, isBusy } = useSender();
  const acknowledge = async (event: Significant): Promise<void> => {
    if (await send("/significant-events/{event_id}/acknowledge", { event_id: event.id }, {}))
      onSeen();
  };
  if (!alerts.length) return <Empty title={w.noAlerts} why={w.noAlertsWhy} />;
  return (
    <>
      <RefusalNotice refusal={refusal} />
      <ul class="alerts" aria-live="polite">
        {alerts.map((each) => {
          const title = lookUp(w.kind, each.kind) ?? inWords(each.kind);
          return (
            <li
              key={each.id}
              class={`alert ${each.kind}`}
              data-alert={each.id}
              data-kind={each.kind}
            >
              <time dateTime={new Date(each.at_ms).toISOString()}>{shownTime(each.at_ms)}</time>
              <div>
                <strong>{title}</strong>{" "}
                {each.table ? (
                  <a href={`/pit/${each.table}`} class="where">
                    {each.table}
                  </a>
                ) : null}
                <p class="fine">
                  {[
                    personName(each.actor),
                    aboutOf(each),
                    each.count > 1 ? w.times(each.count) : "",
                    each.more ? w.more(each.more) : "",
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
              </div>
              <button
                type="button"
                class="button small"
                disabled={isBusy}
                aria-label={w.acknowledgeOf(`${title} ${each.table}`)}
                onClick={() => void acknowledge(each)}
              >
                {w.acknowledge}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
