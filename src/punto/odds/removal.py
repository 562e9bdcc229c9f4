"""Effects of removal: how a wager's expectation moves when one card of a rank has been seen.

Dealing a card at random and looking away leaves the next round's law as it was. So the effects,
weighted by how many cards of each rank there are, add up to nothing: a check on every figure.
"""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from punto.odds.composition import Composition
from punto.odds.law import Law, count_shoes, law
from punto.odds.stakes import expectation
from punto.rules.cards import RANKS, Rank
from punto.rules.wagers import Wager


def removals(shoe: Composition) -> dict[Rank, Law]:
    """The law after one card of each rank that the shoe holds has gone."""
    held = [rank for rank in RANKS if shoe[rank]]
    lighter = [Composition(tuple(shoe[each] - (each is rank) for each in RANKS)) for rank in held]
    if not lighter:
        return {}
    counted = count_shoes(np.array([each.counts for each in lighter], np.int64))
    return dict(zip(held, map(Law, lighter, counted), strict=True))


def effects_of_removal(
    shoe: Composition, wagers: Iterable[Wager]
) -> dict[str, dict[Rank, Fraction]]:
    """By wager id and rank, the change of the expected profit of one unit.

    >>> from punto.odds.composition import Composition
    >>> from punto.rules.games import find_game
    >>> shoe, tie = Composition.of_decks(8), find_game("tiger").wager("tie")
    >>> effects = effects_of_removal(shoe, [tie])["tie"]
    >>> sum(shoe[rank] * effect for rank, effect in effects.items())
    Fraction(0, 1)
    """
    before, after = law(shoe), removals(shoe)
    return {
        wager.id: {
            rank: expectation(lighter, wager) - expectation(before, wager)
            for rank, lighter in after.items()
        }
        for wager in wagers
    }
