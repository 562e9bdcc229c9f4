"""A question about odds: the shoe and the wagers, and their prices."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from punto.odds.composition import DECKS_MAX, Composition
from punto.odds.distribution import Distribution, distribution
from punto.odds.knowledge import NOTHING, Knowledge
from punto.odds.price import Price, prices
from punto.refusals import Reason, Refused
from punto.rules.cards import Card, Rank
from punto.rules.game import Game
from punto.rules.shoe import USUAL_DECKS, check_decks
from punto.rules.wager_language import add_wagers
from punto.rules.wagers import Wager


@dataclass(frozen=True)
class Question:
    """A shoe, the game dealt from it if any, and the wagers to price."""

    shoe: Composition
    wagers: tuple[Wager, ...]
    game: Game | None = None
    decks: int | None = None  # what the shoe was filled with, if known
    known: Knowledge = NOTHING  # of the next cards, which are still in the shoe

    @cached_property
    def distribution(self) -> Distribution:
        return distribution(self.shoe, self.known)

    @cached_property
    def prices(self) -> dict[str, Price]:
        return {each.wager.id: each for each in prices(self.distribution, self.wagers)}

    def price(self, wager_id: str) -> Price:
        """The price of one of the wagers."""
        found = self.prices.get(wager_id)
        if found is None:
            raise Refused(
                Reason.UNKNOWN_WAGER,
                "There is no wager {wager!r} here; there are {wagers}.",
                wager=wager_id[:40],
                wagers=self.prices,
            )
        return found


def ask(
    game: Game | None = None,
    *,
    decks: int | None = None,
    left: Mapping[Rank, int] | None = None,
    gone: Mapping[Rank, int] | None = None,
    seen: Iterable[Card] = (),
    known: Knowledge = NOTHING,
    extra: Iterable[Wager] = (),
) -> Question:
    """Build a question: whole decks, or the cards left by rank, less those gone and those seen.

    Cards seen have left the shoe; cards known are the next to be dealt from it.

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
    question = Question(
        shoe.less(gone or {}).without(seen, most),
        add_wagers(game.wagers if game is not None else (), extra),
        game,
        shoe.decks if decks is None else decks,
        known,
    )
    if known:
        _ = question.distribution  # refuses at once if the shoe contradicts it
    return question
