"""Question: which shoe and which wagers somebody asks about, and the answer to it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from punto.odds.composition import DECKS_MAX, Composition
from punto.odds.custom import add_wagers
from punto.odds.law import Law, law
from punto.odds.price import Price, prices
from punto.refusals import Reason, Refused
from punto.rules.cards import Card, Rank
from punto.rules.game import Game
from punto.rules.shoe import USUAL_DECKS, check_decks
from punto.rules.wagers import Wager


@dataclass(frozen=True)
class Question:
    """A shoe, the game dealt from it if one is meant, and the wagers to price."""

    shoe: Composition
    wagers: tuple[Wager, ...]
    game: Game | None = None
    decks: int | None = None  # what the shoe was filled with, where that is known

    @cached_property
    def law(self) -> Law:
        return law(self.shoe)

    @cached_property
    def prices(self) -> dict[str, Price]:
        return {each.wager.id: each for each in prices(self.law, self.wagers)}

    def price(self, wager_id: str) -> Price:
        """The price of one of the wagers asked about."""
        found = self.prices.get(wager_id)
        if found is None:
            raise Refused(
                Reason.UNKNOWN_WAGER,
                f"There is no wager {wager_id[:40]!r} here; there are {', '.join(self.prices)}.",
            )
        return found


def ask(
    game: Game | None = None,
    *,
    decks: int | None = None,
    left: Mapping[Rank, int] | None = None,
    gone: Mapping[Rank, int] | None = None,
    seen: Iterable[Card] = (),
    extra: Iterable[Wager] = (),
) -> Question:
    """Pose a question: whole decks, or the cards left by rank, less those gone and those seen.

    >>> from punto.rules.games import find_game
    >>> question = ask(find_game("tiger"), decks=6)
    >>> question.shoe.cards, round(float(question.price("tiger-pair").house_edge), 6)
    (312, 0.171737)
    """
    if game is not None and decks is not None:
        check_decks(game, decks)
    if left is None and decks is None:
        decks = USUAL_DECKS
    most = DECKS_MAX if decks is None else decks
    filled = Composition.of_decks(most)
    shoe = filled if left is None else Composition.of(left, most)
    return Question(
        shoe.less(gone or {}).without(seen, most),
        add_wagers(game.wagers if game is not None else (), extra),
        game,
        shoe.decks if decks is None else decks,
    )
