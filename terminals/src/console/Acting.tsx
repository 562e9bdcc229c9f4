// Who acts in which position at this table, until when; and a form to let another person do so.

import { canGive, type TableSender } from "../commands";
import { consoleWords, placeTitle } from "../languages/console";
import { languageInfo } from "../languages/current";
import type { View } from "../shapes";
import type { Position } from "../wire/api";
import type { Guidance } from "./shapes";

const HOUR_MS = 3_600_000;
const HOURS = [1, 2, 4, 8, 12];

export function Acting({
  view,
  acting,
  sender,
}: {
  view: View;
  acting: Guidance["acting"];
  sender: TableSender;
}) {
  const { guide: w, places } = consoleWords.value;
  const may = canGive(view);
  const time = (at: number): string =>
    new Date(at).toLocaleTimeString(languageInfo.value.locale, {
      hour: "2-digit",
      minute: "2-digit",
    });
  const send = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const until = Date.now() + Number(form.get("hours")) * HOUR_MS;
    void sender.give({
      type: "act-as",
      person: String(form.get("person")).trim(),
      position: Number(form.get("position")) as Position,
      until,
    });
  };
  return (
    <section class="acting" aria-label={w.acting}>
      {acting.map((each) => (
        <p key={each.person} data-acting={each.person}>
          {w.actsAs(each.person, placeTitle(each.position), each.given_by)} ·{" "}
          {w.until(time(each.until_ms))}{" "}
          {may("end-acting") ? (
            <button
              type="button"
              class="button small"
              data-action="end-acting"
              onClick={() => void sender.give({ type: "end-acting", person: each.person })}
            >
              {w.endActing}
            </button>
          ) : null}
        </p>
      ))}
      {may("act-as") && !view.case ? (
        <details>
          <summary>{w.acting}</summary>
          <form class="form record" onSubmit={send}>
            <label>
              {w.person}
              <input name="person" required autocomplete="off" />
            </label>
            <label>
              {w.position}
              <select name="position">
                {Object.values(places).map((title, rank) => (
                  <option key={title} value={rank + 1}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
            <label>
              {w.hours}
              <select name="hours">
                {HOURS.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" class="button" data-action="act-as">
              {w.letAct}
            </button>
          </form>
        </details>
      ) : null}
    </section>
  );
}
