// A situation: chosen or left to chance, worked at a practice table, and finished.

import { useState } from "preact/hooks";
import { useSender } from "../commands";
import { happened } from "../languages/console";
import { said } from "../languages/current";
import { schoolWords } from "../languages/school";
import { Confirm } from "../parts/Confirm";
import { RefusalNotice } from "../parts/RefusalNotice";
import { at, useCached } from "../query";
import type { FinishedSituation, GameLine, PracticeView } from "../wire/api";
import { PracticeTable } from "./PracticeTable";
import { Replay } from "./Replay";

export function Situation({ game }: { game: GameLine }) {
  const w = schoolWords.value.situation;
  const [table, setTable] = useState("");
  const [done, setDone] = useState<FinishedSituation | null>(null);
  if (done)
    return (
      <>
        <Replay done={done} />
        <button
          type="button"
          class="button strong"
          onClick={() => {
            setDone(null);
            setTable("");
          }}
        >
          {w.again}
        </button>
      </>
    );
  if (!table) return <Choosing game={game} onStart={setTable} />;
  return (
    <PracticeTable of={table}>
      {(practice) => <Beside practice={practice} onDone={setDone} />}
    </PracticeTable>
  );
}

function Choosing({ game, onStart }: { game: GameLine; onStart: (table: string) => void }) {
  const w = schoolWords.value.situation;
  const sender = useSender();
  const own = useCached(at("/school/situations"))?.filter((each) => each.game === game.ref) ?? [];
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    const chosen = String(new FormData(event.currentTarget as HTMLFormElement).get("what"));
    const script = chosen.startsWith("script:") ? chosen.slice("script:".length) : "";
    const body = script ? { script } : { game: game.id, irregularity: chosen };
    const found = await sender.send("/school/tables", {}, body);
    if (found) onStart(found.id);
  };
  return (
    <form class="panel form choosing-situation" onSubmit={(event) => void start(event)}>
      <label>
        {w.choose}
        <select name="what">
          <option value="">{w.any}</option>
          <option value="deal-round">{w.round}</option>
          {game.irregularities.map((each) => (
            <option key={each} value={each}>
              {happened(each)}
            </option>
          ))}
          {own.length ? (
            <optgroup label={w.own}>
              {own.map((each) => (
                <option key={each.name} value={`script:${each.name}`}>
                  {each.name}
                </option>
              ))}
            </optgroup>
          ) : null}
        </select>
      </label>
      <RefusalNotice refusal={sender.refusal} />
      <button type="submit" class="button strong" disabled={sender.isBusy}>
        {w.start}
      </button>
    </form>
  );
}

/** A hint, and finishing. */
function Beside({
  practice,
  onDone,
}: {
  practice: PracticeView;
  onDone: (done: FinishedSituation) => void;
}) {
  const w = schoolWords.value.situation;
  const sender = useSender();
  const [hint, setHint] = useState({ says: "", tries: 0 });
  const table = practice.id;
  const ask = async (): Promise<void> => {
    const found = await sender.send("/school/tables/{table}/hint", { table }, {});
    if (found) setHint({ says: said(found.says), tries: practice.tries });
  };
  const finish = async (): Promise<void> => {
    const found = await sender.send("/school/tables/{table}/finish", { table }, {});
    if (found) onDone(found);
  };
  return (
    <div class="choices">
      <button type="button" class="button small" data-action="hint" onClick={() => void ask()}>
        {w.hint}
      </button>
      {practice.is_over ? (
        <button
          type="button"
          class="button strong"
          data-action="finish"
          onClick={() => void finish()}
        >
          {w.finish}
        </button>
      ) : (
        <Confirm
          text={w.finish}
          question={w.finishSure}
          action="finish"
          onSure={() => void finish()}
        />
      )}
      {hint.says && hint.tries === practice.tries ? (
        <p class="notice" role="status" data-hint>
          {w.hintSays(hint.says)}
        </p>
      ) : null}
      <RefusalNotice refusal={sender.refusal} />
    </div>
  );
}
