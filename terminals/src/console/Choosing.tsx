// What happened: what this game knows and what can be now, in groups; the rest with the reason.

import { consoleWords, happened } from "../languages/console";
import { refusalText } from "../languages/current";
import { lookUp } from "../lookUp";
import type { Guide } from "./shapes";

export function Choosing({
  guides,
  onChoose,
}: {
  guides: readonly Guide[];
  onChoose: (which: string) => void;
}) {
  const w = consoleWords.value.guide;
  const now = guides.filter((each) => !each.not_now);
  const later = guides.filter((each) => each.not_now);
  const groups = [...new Set(now.map((each) => each.group))];
  return (
    <div class="choosing">
      <p class="fine">{w.lead}</p>
      <div class="groups">
        {groups.map((group) => (
          <section key={group} aria-label={lookUp(w.groups, group) ?? group}>
            <h3>{lookUp(w.groups, group) ?? group}</h3>
            <ul>
              {now
                .filter((each) => each.group === group)
                .map((each) => (
                  <li key={each.irregularity}>
                    <button
                      type="button"
                      class="happening"
                      data-irregularity={each.irregularity}
                      onClick={() => onChoose(each.irregularity)}
                    >
                      <span>{happened(each.irregularity)}</span>
                      <span class="clause-number">{each.clause.replace(/^reading .*/, "–")}</span>
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      {later.length ? (
        <details>
          <summary>{w.notNow(later.length)}</summary>
          <dl class="not-now">
            {later.map((each) => (
              <div key={each.irregularity} data-not-now={each.irregularity}>
                <dt>
                  {happened(each.irregularity)} <span class="clause-number">{each.clause}</span>
                </dt>
                <dd>{each.not_now ? refusalText(each.not_now) : ""}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </div>
  );
}
