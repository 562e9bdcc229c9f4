// The pit at once: its tables, alerts to acknowledge, what waits for approval, events, staff, devices.

import { useRef } from "preact/hooks";
import { Guarded } from "../console/Guarded";
import { placeTitle } from "../languages/console";
import { words } from "../languages/current";
import { pitWords } from "../languages/pit";
import { Failed, Waiting } from "../parts/States";
import { at, usePolled } from "../query";
import type { Refusal } from "../shapes";
import { Alerts } from "./Alerts";
import { Approvals } from "./Approvals";
import { Calls } from "./Calls";
import { Devices } from "./Devices";
import { Events } from "./Events";
import { Luck } from "./Luck";
import { Pace } from "./Pace";
import { Staff } from "./Staff";
import { Tables } from "./Tables";
import { Tabs, usePart } from "./Tabs";

const TABS = [
  "tables",
  "alerts",
  "approvals",
  "events",
  "luck",
  "pace",
  "staff",
  "devices",
] as const;
const LOOK_MS = 1_500;

export function Overview() {
  const w = pitWords.value;
  const [part, setPart] = usePart(TABS);
  const me = usePolled(at("/me"), LOOK_MS * 3);
  const in_ = me.value && me.value.kind === "staff" && !me.refusal;
  const pit = usePolled(in_ ? at("/pit") : null, LOOK_MS);
  const parts = pit.value?.parts ?? [];
  const has = (which: string): boolean => !!in_ && parts.includes(which);
  const alerts = usePolled(has("alerts") ? at("/alerts") : null, LOOK_MS);
  const approvals = usePolled(has("approvals") ? at("/approvals") : null, LOOK_MS);
  const was = useRef(false);
  if (in_) was.current = true;
  const gone = [me.refusal, pit.refusal].some((each) => each?.reason === "not-signed-in");
  const out = gone || (!!me.value && me.value.kind !== "staff");
  const back = (): void => {
    for (const each of [me, pit, alerts, approvals]) each.refresh();
  };
  const tables = pit.value?.tables ?? [];
  return (
    <Guarded out={out} was={was.current} title={w.title} onBack={back}>
      {me.refusal?.reason === "away" && !me.value ? (
        <Failed first refusal={me.refusal} again={back} />
      ) : !me.value ? (
        <Waiting first />
      ) : (
        <div class="pit" key={me.value.id}>
          <h1 class="table-title">
            {w.title}
            <small>
              <span>
                {me.value.id} · {placeTitle(me.value.position)}
              </span>
            </small>
          </h1>
          {me.refusal?.reason === "away" ? (
            <p class="notice" role="status">
              {words.value.state.lost}
            </p>
          ) : null}
          <Calls calls={pit.value?.calls ?? []} />
          <Tabs
            label={w.title}
            parts={TABS.filter((each) => parts.includes(each)).map((each) => [
              each,
              w.tabs[each] ?? each,
            ])}
            now={part}
            marks={{ alerts: alerts.value?.length ?? 0, approvals: approvals.value?.length ?? 0 }}
            onChoose={setPart}
          />
          {part === "tables" ? (
            <Shown
              found={pit.value}
              refusal={pit.refusal}
              show={(found) => (
                <Tables tables={found.tables} alerts={alerts.value ?? []} onOpened={pit.refresh} />
              )}
            />
          ) : null}
          {part === "alerts" ? (
            <Shown
              found={alerts.value}
              refusal={alerts.refusal}
              show={(found) => <Alerts alerts={found} onSeen={alerts.refresh} />}
            />
          ) : null}
          {part === "approvals" ? (
            <Shown
              found={approvals.value}
              refusal={approvals.refusal}
              show={(found) => (
                <Approvals
                  approvals={found}
                  me={me.value?.id ?? ""}
                  onDecided={approvals.refresh}
                />
              )}
            />
          ) : null}
          {part === "events" && has("events") ? (
            <Events tables={tables.map((each) => each.table)} />
          ) : null}
          {part === "luck" && has("luck") ? (
            <Luck tables={tables.map((each) => each.table)} />
          ) : null}
          {part === "pace" && has("pace") ? <Pace /> : null}
          {part === "staff" && has("staff") ? <Staff /> : null}
          {part === "devices" && has("devices") ? <Devices /> : null}
        </div>
      )}
    </Guarded>
  );
}

/** What was found, or why there is nothing to show. */
function Shown<T>({
  found,
  refusal,
  show,
}: {
  found: T | undefined;
  refusal: Refusal | null;
  show: (found: T) => preact.ComponentChildren;
}) {
  if (found !== undefined) return <>{show(found)}</>;
  return refusal ? <Failed refusal={refusal} /> : <Waiting />;
}
