"""Many shoes at once: arrays of compositions in, arrays of exact counts out.

The kernels release the GIL, so the shoes may be divided among threads.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from punto.odds.arrays import read_shoes
from punto.odds.distribution import count_shoes, sum_columns, warm
from punto.odds.lines import Columns, columns_of
from punto.odds.program import VOID, Ints
from punto.rules.wagers import Wager

SHOES_AT_A_TIME = 64  # so that the counts of a chunk fit in a core's cache


@dataclass(frozen=True)
class Tally:
    """Exact counts, one row for each shoe: all deals, void rounds, and each column's deals."""

    columns: Columns
    deals: Ints
    void: Ints
    counts: Ints

    def expectations(self) -> NDArray[np.float64]:
        """The expected profit of each wager, one row for each shoe, in floating point.

        Accurate to about fifteen digits, for searching; `price` gives a shoe's exact fraction.
        """
        returned = np.zeros((len(self.deals), len(self.columns.wagers)))
        returned += self.void[:, None]
        place = {wager: n for n, wager in enumerate(self.columns.wagers)}
        for column, (wager, line) in enumerate(self.columns.names):
            odds = line.odds if line is not None else None
            each = 1.0 if odds is None else 1 + odds.numerator / odds.denominator
            returned[:, place[wager]] += each * self.counts[:, column]
        return returned / self.deals[:, None] - 1


def distributions(compositions: Ints) -> Ints:
    """The deals by outcome index, one row for each shoe, with void rounds in the last column."""
    shoes = read_shoes(compositions)
    warm()
    return count_shoes(shoes)


def tally(compositions: Ints, wagers: Sequence[Wager]) -> Tally:
    """Count every pay line and push of these wagers for every shoe."""
    shoes = read_shoes(compositions)
    warm()
    columns = columns_of(dict.fromkeys(wagers))
    counts = np.empty((len(shoes), len(columns.names)), np.int64)
    deals = np.empty(len(shoes), np.int64)
    void = np.empty(len(shoes), np.int64)
    for start in range(0, len(shoes), SHOES_AT_A_TIME):
        share = slice(start, start + SHOES_AT_A_TIME)
        counted = count_shoes(shoes[share])
        counts[share] = sum_columns(counted, columns)
        deals[share] = counted.sum(axis=1)
        void[share] = counted[:, VOID]
    return Tally(columns, deals, void, counts)
