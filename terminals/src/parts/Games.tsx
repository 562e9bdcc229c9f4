// The five games as links to the same page of each.

import { gameTitle, words } from "../languages/current";
import { at, useCached } from "../query";

export function Games({
  page,
  now,
}: {
  page: "rules" | "odds" | "sessions" | "how-to-play" | "practice";
  now: string;
}) {
  const games = useCached(at("/games")) ?? [];
  return (
    <nav class="games" aria-label={words.value.app[page]}>
      {games.map((game) => (
        <a
          key={game.id}
          href={`/${page}/${game.id}`}
          aria-current={game.id === now ? "page" : undefined}
        >
          {gameTitle(game)}
        </a>
      ))}
    </nav>
  );
}
