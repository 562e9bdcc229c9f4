"""Many shoes at once: arrays of compositions in, arrays of exact counts out.

The kernels release Python's lock, so threads may each take a share of the shoes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from punto.odds.composition import DECKS_MAX
from punto.odds.law import count_shoes, sum_columns, warm
from punto.odds.lines import Columns, columns_of
from punto.odds.program import VOID, Ints
from punto.refusals import Reason, Refused
from punto.rules.cards import COPIES_PER_DECK_OF_A_RANK, RANKS
from punto.rules.wagers import Wager

SHOES_AT_A_TIME = 64  # keeps the laws in flight inside a core's own cache


@dataclass(frozen=True)
class Tally:
    """Exact counts, a row a shoe: all deals, void rounds, and each column's deals."""

    columns: Columns
    deals: Ints
    void: Ints
    counts: Ints

    def expectations(self) -> NDArray[np.float64]:
        """The expected profit of each wager, a row a shoe, rounded to floating point.

        Good to some fifteen digits, for searching; take `price` of a shoe for the exact fraction.
        """
        returned = np.zeros((len(self.deals), len(self.columns.wagers)))
        returned += self.void[:, None]
        place = {wager: n for n, wager in enumerate(self.columns.wagers)}
        for column, (wager, line) in enumerate(self.columns.names):
            odds = line.odds if line is not None else None
            each = 1.0 if odds is None else 1 + odds.numerator / odds.denominator
            returned[:, place[wager]] += each * self.counts[:, column]
        return returned / self.deals[:, None] - 1


def laws(compositions: Ints) -> Ints:
    """The deals by outcome index, a row a shoe, with void rounds in the last column."""
    _check(compositions)
    warm()
    return count_shoes(np.ascontiguousarray(compositions, np.int64))


def tally(compositions: Ints, wagers: Sequence[Wager]) -> Tally:
    """Count every pay line and push of these wagers for every shoe."""
    _check(compositions)
    warm()
    columns = columns_of(dict.fromkeys(wagers))
    counts = np.empty((len(compositions), len(columns.names)), np.int64)
    deals = np.empty(len(compositions), np.int64)
    void = np.empty(len(compositions), np.int64)
    for start in range(0, len(compositions), SHOES_AT_A_TIME):
        share = slice(start, start + SHOES_AT_A_TIME)
        counted = count_shoes(np.ascontiguousarray(compositions[share], np.int64))
        counts[share] = sum_columns(counted, columns)
        deals[share] = counted.sum(axis=1)
        void[share] = counted[:, VOID]
    return Tally(columns, deals, void, counts)


def _check(compositions: Ints) -> None:
    if compositions.ndim != 2 or compositions.shape[1] != len(RANKS):
        raise Refused(
            Reason.UNREADABLE_SHOE,
            f"Shoes come as rows of {len(RANKS)} counts, not in the shape {compositions.shape}.",
        )
    most = DECKS_MAX * COPIES_PER_DECK_OF_A_RANK
    if compositions.size and not 0 <= compositions.min() <= compositions.max() <= most:
        raise Refused(
            Reason.IMPOSSIBLE_COUNT,
            f"A shoe holds from 0 to {most} cards of a rank; one of these does not.",
        )
