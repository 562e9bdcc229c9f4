"""Law: the exact distribution over outcomes of the next round from a shoe."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property

import numpy as np

from punto.odds import kernel
from punto.odds.composition import Composition
from punto.odds.lines import Columns, members
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
    counted: Ints = field(repr=False, compare=False)  # as the kernel gives them, void rounds last

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The deals by outcome index."""
        return tuple(self.counted[:VOID].tolist())

    @cached_property
    def void(self) -> int:
        return int(self.counted[VOID])

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
    return Law(composition, count_shoes(np.array([composition.counts], np.int64))[0])


def count_shoes(compositions: Ints) -> Ints:
    """Deals by outcome index, a row a shoe, with void rounds in the last column."""
    deals = np.empty((len(compositions), VOID + 1), np.int64)
    _count_each(compositions, *program().arrays, deals)
    return deals


def sum_columns(counted: Ints, columns: Columns) -> Ints:
    """The deals in each column, from deals by outcome index; a row a shoe in both."""
    sums = np.empty((len(counted), len(columns.names)), np.int64)
    _sum_lines(counted, *columns.members, sums)
    return sums


@cache
def warm() -> None:
    """Load the kernels as machine code, compiling them if this is the first time here."""
    from punto.odds import compiled  # late: a compiler takes longer to start than one shoe takes

    empty = np.zeros((1, len(RANKS)), np.int64)
    nothing = np.zeros(2, np.int64)
    deals = np.empty((1, VOID + 1), np.int64)
    compiled.count_each(empty, *program().arrays, deals)
    compiled.sum_lines(deals, nothing, nothing, np.empty((1, 1), np.int64))
    global _count_each, _sum_lines
    _count_each, _sum_lines = compiled.count_each, compiled.sum_lines


# As they stand, until `warm` has put machine code in their place.
_count_each, _sum_lines = kernel.count_each, kernel.sum_lines
