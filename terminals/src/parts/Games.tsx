// The five games as links to the same page of each.

import { useOnce } from "../asked";
import { gameTitle, words } from "../language";
import type { Game } from "../shapes";

export function Games({ page, now }: { page: "rules" | "odds"; now: string }) {
  const games = useOnce<Game[]>("/games") ?? [];
  return (
    <nav class="games" aria-label={words.value.app[page]}>
      {games.map((game) => (
        <a key={game.id} href={`/${page}/${game.id}`} aria-current={game.id === now ? "page" : undefined}>
          {gameTitle(game)}
        </a>
      ))}
    </nav>
  );
}
