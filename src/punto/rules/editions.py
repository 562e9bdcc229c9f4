"""Editions: every version of every game's document, and which one is in force on a given day."""

from collections.abc import Iterable, Iterator
from datetime import date

from punto.refusals import Reason, Refused
from punto.rules.game import Game


class Editions:
    """An immutable set of known editions; `extended` makes a larger one."""

    def __init__(self, editions: Iterable[Game]) -> None:
        """Keep games in the order given, and the editions of each game oldest first."""
        self._by_game: dict[str, tuple[Game, ...]] = {}
        for game in editions:
            together = (*self._by_game.get(game.id, ()), game)
            self._by_game[game.id] = tuple(sorted(together, key=lambda each: each.effective))
        self._by_edition = {
            (game.id, name): game for game in self for name in (game.edition_id, game.edition)
        }

    def __iter__(self) -> Iterator[Game]:
        return (game for editions in self._by_game.values() for game in editions)

    def extended(self, *more: Game) -> "Editions":
        """Return a set with these editions added."""
        return Editions((*self, *more))

    def of(self, game_id: str) -> tuple[Game, ...]:
        """Return a game's editions, oldest first; empty for an unknown game."""
        return self._by_game.get(game_id, ())

    def known(self, game_id: str) -> tuple[Game, ...]:
        """Return a game's editions; refuse an unknown game, listing the known ones."""
        editions = self.of(game_id)
        if not editions:
            games = tuple(self._by_game)
            raise Refused(
                Reason.UNKNOWN_GAME,
                "There is no game {game!r}; the games are {games}.",
                game=game_id[:40],
                games=games,
            )
        return editions

    def named(self, game_id: str, edition: str) -> Game | None:
        """Return one edition by its id or its printed name: `2` or `Version 2`."""
        return self._by_edition.get((game_id, edition))

    def in_force(self, on: date | None = None) -> tuple[Game, ...]:
        """Return the edition of each game in force on a day; without a day, the newest."""
        return tuple(_in_force(editions, on) for editions in self._by_game.values())

    def find(self, name: str, on: date | None = None) -> Game:
        """Return the named game: `tiger@2` is that edition, `tiger` the one in force on a day.

        An unknown name is refused, listing the known ones.
        """
        game_id, at, edition = name.partition("@")
        editions = self.known(game_id)
        if not at:
            return _in_force(editions, on)
        found = self.named(game_id, edition)
        if found is None:
            known = tuple(game.ref for game in editions)
            raise Refused(
                Reason.UNKNOWN_GAME,
                "{game} has no edition {edition!r}; it has {known}.",
                game=editions[-1].title,
                edition=edition[:40],
                known=known,
            )
        return found


def _in_force(editions: tuple[Game, ...], on: date | None) -> Game:
    """Return the latest edition in force by a day, or the first if the day precedes them all."""
    if on is None:
        return editions[-1]
    return next((game for game in reversed(editions) if game.effective <= on), editions[0])
