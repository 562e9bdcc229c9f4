"""The effect of a change of edition on the exact edge of every wager."""

from dataclasses import dataclass
from fractions import Fraction

from punto.odds.question import ask
from punto.rules.game import Game


@dataclass(frozen=True, slots=True)
class EdgeChange:
    """A wager's exact house edge in two editions; None if an edition does not have it."""

    wager: str
    before: Fraction | None
    after: Fraction | None

    @property
    def change(self) -> Fraction | None:
        """The increase of the house edge; None if one edition lacks the wager."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


def edge_changes(one: Game, other: Game, decks: int) -> list[EdgeChange]:
    """The edge of every wager of either edition, at the start of a full shoe.

    >>> from punto.rules.games import find_game
    >>> tiger = find_game("tiger")
    >>> {each.change for each in edge_changes(tiger, tiger, 8)}
    {Fraction(0, 1)}
    """
    before, after = ask(one, decks=decks).prices, ask(other, decks=decks).prices
    return [
        EdgeChange(
            wager,
            before[wager].house_edge if wager in before else None,
            after[wager].house_edge if wager in after else None,
        )
        for wager in dict.fromkeys((*before, *after))
    ]
