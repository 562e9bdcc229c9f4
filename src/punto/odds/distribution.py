"""The exact distribution over the outcomes of the next round from a shoe."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property

import numpy as np

from punto.odds import kernel
from punto.odds.composition import Composition
from punto.odds.knowledge import NOTHING, Knowledge
from punto.odds.known import count_with
from punto.odds.lines import Columns, members
from punto.odds.program import VOID, Ints, program
from punto.rules.cards import RANKS
from punto.rules.wagers import When

CARDS_MAX = 6  # the most that a round takes


@dataclass(frozen=True)
class Distribution:
    """The number of ordered deals of a shoe with each outcome; probabilities are their shares.

    A deal is an ordered choice of the next six cards, whether or not the round takes them all. A
    shoe of fewer cards is dealt to its end, and a round that runs out of cards is void.

    >>> distribution(Composition.of_decks(8)).deals
    4998398275503360
    """

    composition: Composition
    counted: Ints = field(repr=False, compare=False)  # from the kernel, void rounds last
    known: Knowledge = NOTHING  # only deals that agree with it are counted

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The deals by outcome index."""
        return tuple(self.counted[:VOID].tolist())

    @cached_property
    def void(self) -> int:
        return int(self.counted[VOID])

    @cached_property
    def deals(self) -> int:
        return int(self.counted.sum())

    def count(self, when: When) -> int:
        """The deals that satisfy a condition."""
        return sum(self.counts[index] for index in members(when))

    def probability(self, when: When) -> Fraction:
        """The probability of a condition in the next round.

        >>> from punto.rules.outcome import Winner
        >>> distribution(Composition.of_decks(8)).probability(When(winner=Winner.TIE))
        Fraction(619306544887, 6508331087895)
        """
        return Fraction(self.count(when), self.deals)


def distribution(composition: Composition, known: Knowledge = NOTHING) -> Distribution:
    """The exact distribution of the next round: about 50 ms interpreted, 50 µs after `warm`.

    With knowledge of its cards, the conditional distribution; as fast after `warm_known`.

    >>> from punto.rules.outcome import Winner
    >>> seven = distribution(Composition.of_decks(8), Knowledge.parse(["3=7"]))
    >>> seven.probability(When(winner=Winner.PLAYER)) > Fraction(48, 100)
    True
    """
    if known:
        return Distribution(composition, count_with(composition, known), known)
    return Distribution(composition, count_shoes(np.array([composition.counts], np.int64))[0])


def count_shoes(compositions: Ints) -> Ints:
    """Deals by outcome index, one row for each shoe, with void rounds in the last column."""
    deals = np.empty((len(compositions), VOID + 1), np.int64)
    _count_each(compositions, *program().arrays, deals)
    return deals


def sum_columns(counted: Ints, columns: Columns) -> Ints:
    """The deals in each column, from deals by outcome index; one row for each shoe in both."""
    return sum_members(counted, *columns.members)


def sum_members(counted: Ints, starts: Ints, members: Ints) -> Ints:
    """The deals of each list of outcomes, a row a shoe; the lists lie one after another."""
    sums = np.empty((len(counted), len(starts) - 1), np.int64)
    _sum_lines(counted, starts, members, sums)
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
