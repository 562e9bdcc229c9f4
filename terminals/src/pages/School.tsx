// The school: drills, situations, examinations, results and the class, for staff of a practice house.

import { useEffect, useState } from "preact/hooks";
import { Guarded } from "../console/Guarded";
import { gameTitle } from "../languages/current";
import { schoolWords } from "../languages/school";
import { Frame } from "../parts/Frame";
import { Empty, Failed, Waiting } from "../parts/States";
import { at, useQuery } from "../query";
import { Class } from "../school/Class";
import { Drill } from "../school/Drill";
import { readKnown, storeKnown } from "../school/drillStore";
import { Examination } from "../school/Examination";
import { games } from "../school/games";
import { Home } from "../school/Home";
import { Result } from "../school/Result";
import { Situation } from "../school/Situation";
import { readStored, store } from "../storage";
import "../styles/console.css";
import "../styles/school.css";
import "../styles/school-questions.css";
import "../styles/school-tables.css";
import "../styles/school-records.css";
import type { GameLine, SchoolView } from "../wire/api";

const GAME = "punto.school.game";
const SIGNED_OUT = ["not-signed-in", "not-authorised"];

export function School({ of }: { of: string }) {
  const w = schoolWords.value;
  const [version, setVersion] = useState(0);
  const asked = useQuery(at("/school"), version);
  const [chosen, setChosen] = useState(readStored(GAME));
  const refusal = asked.state === "refused" ? asked.refusal : null;
  const isOut = !!refusal && SIGNED_OUT.includes(refusal.reason);
  const page = of.split("-")[0] ?? "";
  const number = Number(of.split("-")[1] ?? 0);
  useEffect(() => store(GAME, chosen), [chosen]);
  const known = page === "drill" && refusal?.reason === "away" ? readKnown() : null;
  if (asked.state === "ready") games.value = asked.value.games;
  else if (known) games.value = known.games;
  useEffect(() => {
    if (asked.state === "ready") storeKnown(asked.value);
  }, [asked.state]);
  return (
    <Frame wide={page === "situation" || page === "exam"}>
      <Guarded
        out={isOut}
        was={false}
        title={w.title}
        onBack={() => setVersion((count) => count + 1)}
      >
        {isOut ? null : refusal?.reason === "nothing-there" ? (
          <Empty first title={w.noSchool} why={w.noSchoolWhy} />
        ) : known ? (
          <Inside school={known} page={page} number={number} chosen={chosen} onChoose={setChosen} />
        ) : refusal ? (
          <Failed first refusal={refusal} again={() => setVersion((count) => count + 1)} />
        ) : asked.state === "ready" ? (
          <Inside
            school={asked.value}
            page={page}
            number={number}
            chosen={chosen}
            onChoose={setChosen}
          />
        ) : (
          <Waiting first />
        )}
      </Guarded>
    </Frame>
  );
}

const WITH_GAME = ["drill", "situation", "class"];

function Inside({
  school,
  page,
  number,
  chosen,
  onChoose,
}: {
  school: SchoolView;
  page: string;
  number: number;
  chosen: string;
  onChoose: (game: string) => void;
}) {
  const w = schoolWords.value;
  const game = school.games.find((each) => each.id === chosen) ?? school.games[0];
  if (!game) return null;
  const titles: Record<string, string> = {
    "": w.title,
    drill: w.drill.title,
    situation: w.situation.title,
    exam: w.exam.title,
    result: w.result.title,
    class: w.class.title,
  };
  return (
    <article class={`school school-${page || "home"}`}>
      <header class="school-head">
        <h1>{titles[page] ?? w.title}</h1>
        {WITH_GAME.includes(page) ? (
          <label class="school-game">
            {w.game}
            <select
              name="game"
              value={game.id}
              onChange={({ currentTarget }) => onChoose(currentTarget.value)}
            >
              {school.games.map((each) => (
                <option key={each.id} value={each.id}>
                  {gameTitle(each)}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        {page ? <a href="/school">{w.back}</a> : null}
      </header>
      <Content school={school} game={game} page={page} number={number} />
    </article>
  );
}

function Content({
  school,
  game,
  page,
  number,
}: {
  school: SchoolView;
  game: GameLine;
  page: string;
  number: number;
}) {
  switch (page) {
    case "drill":
      return <Drill key={game.id} game={game} student={school.student} />;
    case "situation":
      return <Situation key={game.id} game={game} />;
    case "exam":
      return <Examination number={number} />;
    case "result":
      return <Result number={number} />;
    case "class":
      return <Class school={school} game={game} />;
    default:
      return <Home school={school} />;
  }
}
