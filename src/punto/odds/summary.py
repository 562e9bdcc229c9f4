"""Figures of the round itself: cards used, wins by total, naturals."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from punto.odds.distribution import Distribution, sum_members
from punto.odds.program import Ints
from punto.rules.outcome import Winner, outcomes

TOTALS = 10
CARDS = (4, 5, 6)  # of a completed round


@dataclass(frozen=True, slots=True)
class Summary:
    """The deals of a distribution by winner, total and naturals, as integers."""

    wins_by_total: dict[Winner, list[int]]  # by who wins, or a tie, and on which total
    naturals: dict[Winner, int]
    cards: int  # taken by the completed rounds of all deals together


def summary(distribution: Distribution) -> Summary:
    """Sum up the deals by winner and total, by natural, and their cards, in one pass."""
    sums: list[int] = sum_members(distribution.counted[None, :], *_members())[0].tolist()
    totals, rest = sums[: TOTALS * len(Winner)], sums[TOTALS * len(Winner) :]
    by_cards = rest[len(Winner) :]
    return Summary(
        {
            winner: totals[TOTALS * place : TOTALS * (place + 1)]
            for place, winner in enumerate(Winner)
        },
        dict(zip(Winner, rest, strict=False)),
        sum(cards * count for cards, count in zip(CARDS, by_cards, strict=True)),
    )


def cards_per_round(distribution: Distribution) -> Fraction | None:
    """The mean number of cards of a completed round; None if no round can be completed.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.distribution import distribution
    >>> cards_per_round(distribution(Composition.of_decks(8)))
    Fraction(46924771178, 9501213267)
    """
    completed = distribution.deals - distribution.void
    return Fraction(summary(distribution).cards, completed) if completed else None


def winners(distribution: Distribution) -> dict[Winner, Fraction]:
    """The probability that each side wins, and of a tie."""
    found = summary(distribution).wins_by_total
    return {winner: Fraction(sum(counts), distribution.deals) for winner, counts in found.items()}


def wins_by_total(distribution: Distribution) -> dict[Winner, tuple[Fraction, ...]]:
    """The probability that each side wins, or both tie, on each total from 0 to 9."""
    return {
        winner: tuple(Fraction(count, distribution.deals) for count in counts)
        for winner, counts in summary(distribution).wins_by_total.items()
    }


def naturals(distribution: Distribution) -> dict[Winner, Fraction]:
    """The probability that a natural decides: for Player, for Banker, or in a tie."""
    found = summary(distribution).naturals
    return {winner: Fraction(count, distribution.deals) for winner, count in found.items()}


@cache
def _members() -> tuple[Ints, Ints]:
    """The outcomes of each figure: where each starts in one list of indices, and that list."""
    every = list(enumerate(outcomes()))
    columns = [
        [
            index
            for index, each in every
            if each.winner is winner and max(each.player_total, each.banker_total) == total
        ]
        for winner in Winner
        for total in range(TOTALS)
    ]
    columns += [[index for index, each in every if each.natural is winner] for winner in Winner]
    columns += [[index for index, each in every if each.cards == cards] for cards in CARDS]
    starts = np.cumsum([0, *map(len, columns)], dtype=np.int64)
    return starts, np.array([index for column in columns for index in column], np.int64)
