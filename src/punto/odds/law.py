"""Law: the exact distribution over outcomes of the next round from a shoe."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

import numpy as np

from punto.odds import kernel
from punto.odds.composition import Composition
from punto.odds.lines import members
from punto.odds.program import VOID, Ints, program
from punto.rules.cards import RANKS
from punto.rules.wagers import When

CARDS_MAX = 6  # a round never takes more


@dataclass(frozen=True)
class Law:
    """How many ordered deals of a shoe come to each outcome; probabilities are their shares.

    A deal is an ordered choice of the next six cards, whether or not the round takes them all, or
    of all cards there are in a shoe of fewer. Then a round may run out of cards; it is void.

    >>> law(Composition.of_decks(8)).deals
    4998398275503360
    """

    composition: Composition
    counts: tuple[int, ...]
    void: int

    @cached_property
    def deals(self) -> int:
        cards = self.composition.cards
        return kernel.falling(cards, min(cards, CARDS_MAX))

    def count(self, when: When) -> int:
        """The deals that satisfy a condition."""
        return sum(self.counts[index] for index in members(when))

    def probability(self, when: When) -> Fraction:
        """The chance of a condition in the next round.

        >>> from punto.rules.outcome import Winner
        >>> law(Composition.of_decks(8)).probability(When(winner=Winner.TIE))
        Fraction(619306544887, 6508331087895)
        """
        return Fraction(self.count(when), self.deals)


def law(composition: Composition) -> Law:
    """The exact law of the next round: some 50 ms as it stands, 50 µs after `warm`."""
    counted = count_shoes(np.array([composition.counts], np.int64))[0].tolist()
    return Law(composition, tuple(counted[:VOID]), counted[VOID])


def count_shoes(compositions: Ints) -> Ints:
    """Deals by outcome index, a row a shoe, with void rounds in the last column."""
    deals = np.empty((len(compositions), VOID + 1), np.int64)
    _count_each(compositions, *program().arrays, deals)
    return deals


@cache
def warm() -> None:
    """Load the kernels as machine code, compiling them if this is the first time here."""
    from punto.odds import compiled  # late: a compiler takes longer to start than one shoe takes

    empty = np.zeros((1, len(RANKS)), np.int64)
    nothing = np.zeros(2, np.int64)
    deals = np.empty((1, VOID + 1), np.int64)
    compiled.count_each(empty, *program().arrays, deals)
    compiled.sum_lines(deals, nothing, nothing, np.empty((1, 1), np.int64))
    global _count_each
    _count_each = compiled.count_each


_count_each = kernel.count_each  # as it stands, until `warm` has put machine code in its place
