// What lies on the table of a question: cards, stakes and how the table is set.

import { happened } from "../languages/console";
import { said, words } from "../languages/current";
import { schoolWords } from "../languages/school";
import { lookUp } from "../lookUp";
import { showCents } from "../money";
import { Hands } from "../parts/Hands";
import type { Shown } from "../tableState";
import type { SceneView } from "../wire/api";
import { CardText } from "./CardText";

/** A seat as people say it; anyone else by their name. */
export function seatName(patron: string): string {
  const number = /^seat(\d+)$/.exec(patron)?.[1];
  return number ? schoolWords.value.scene.seat(number) : patron;
}

export function Scene({ scene }: { scene: SceneView }) {
  const w = schoolWords.value.scene;
  const { side } = words.value;
  const shown: Shown = {
    player: scene.player,
    banker: scene.banker,
    totals: scene.totals,
    over: false,
    void: false,
    law: null,
    verdicts: new Map(),
    lines: [],
  };
  const facts = [
    scene.round ? w.round(scene.round) : "",
    lookUp(w.moment, scene.moment) ?? "",
    w.method(scene.method),
    w.limits(showCents(scene.minimum_cents), showCents(scene.maximum_cents)),
    scene.differential_cents ? w.differential(showCents(scene.differential_cents)) : "",
    scene.stakes_per_area < 3 ? w.perArea(scene.stakes_per_area) : "",
    scene.device ? w.device(seatName(scene.device)) : "",
    ...Object.entries(scene.holders).map(([hand, who]) =>
      w.holds(seatName(who), side[hand as "player"]),
    ),
  ].filter(Boolean);
  const hasCards = scene.player.length + scene.banker.length > 0;
  return (
    <section class="school-scene" aria-label={w.title}>
      <ul class="scene-facts">
        {facts.map((each) => (
          <li key={each}>{each}</li>
        ))}
        {scene.reported ? <li class="loss">{w.reported(happened(scene.reported))}</li> : null}
      </ul>
      <div class="scene-body">
        {hasCards ? <Hands shown={shown} /> : null}
        {scene.stakes.length ? (
          <table class="scene-stakes">
            <thead>
              <tr>
                <th scope="col">{w.patron}</th>
                <th scope="col">{w.bet}</th>
                <th scope="col" class="number">
                  {w.stake}
                </th>
              </tr>
            </thead>
            <tbody>
              {scene.stakes.map((each, at) => (
                <tr key={at}>
                  <th scope="row">{seatName(each.patron)}</th>
                  <td>{said(each.wager)}</td>
                  <td class="number">{showCents(each.cents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </div>
      {scene.last && !hasCards ? (
        <p class="fine">
          {scene.last.void ? (
            w.lastVoid(scene.last.number)
          ) : (
            <>
              {w.last(scene.last.number)} <CardText text={scene.last.cards.join(" ")} />
            </>
          )}
        </p>
      ) : null}
    </section>
  );
}
