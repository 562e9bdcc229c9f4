// The protection view: what every wager is worth for the cards that no one has seen. Pit staff only;
// the server tells it to no one else.

import { wagerTitle } from "../languages/current";
import { pitWords } from "../languages/pit";
import { Async, Empty } from "../parts/States";
import { at, useQuery } from "../query";
import type { View } from "../shapes";

function percent(edge: number): string {
  return `${(edge * 100).toFixed(3).replace("-", "−")} %`;
}

export function Protecting({ view }: { view: View }) {
  const { protection: w } = pitWords.value;
  const asked = useQuery(
    view.shoe ? at("/tables/{table}/protection", { table: view.table }) : null,
    view.seq,
  );
  if (!view.shoe) return <Empty title={w.noShoe} />;
  return (
    <section class="panel" aria-label={pitWords.value.parts.protection}>
      <p class="fine">{w.lead}</p>
      <Async query={asked}>
        {(found) => {
          const widest = Math.max(...found.wagers.map((each) => Math.abs(each.house_edge)), 0.001);
          return (
            <>
              <p data-unseen={found.unseen}>
                <b>{w.unseen(found.unseen, found.decks * 52)}</b>
              </p>
              <div class="scroll" tabIndex={0} role="group" aria-label={w.now}>
                <table class="console-table">
                  <thead>
                    <tr>
                      <th scope="col">{w.wager}</th>
                      <th scope="col" class="number">
                        {w.now}
                      </th>
                      <td class="bar-column" />
                      <th scope="col" class="number">
                        {w.full}
                      </th>
                      <th scope="col" class="number">
                        {w.change}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {found.wagers.map((each) => (
                      <tr
                        key={each.wager}
                        data-wager={each.wager}
                        data-edge={each.house_edge}
                        class={each.favours_patron ? "favours" : ""}
                      >
                        <th scope="row">
                          {wagerTitle({ id: each.wager, title: each.title })}
                          {each.favours_patron ? <span class="loss"> ▲ {w.favours}</span> : null}
                        </th>
                        <td class="number">{percent(each.house_edge)}</td>
                        <td class="bar-column" aria-hidden="true">
                          <svg viewBox="0 0 100 8" preserveAspectRatio="none">
                            <rect
                              class="bar"
                              width={(Math.abs(each.house_edge) / widest) * 100}
                              height="8"
                            />
                          </svg>
                        </td>
                        <td class="number">{percent(each.full_edge)}</td>
                        <td class="number">{percent(each.house_edge - each.full_edge)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          );
        }}
      </Async>
    </section>
  );
}
