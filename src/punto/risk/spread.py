"""Spread: the chances of every result after many rounds, and what is read off them."""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True)
class Spread:
    """Chances on a lattice: place `n` of `chances` is the result `lowest + n * step`."""

    lowest: int
    step: int
    chances: Floats

    @cached_property
    def results(self) -> Places:
        return self.lowest + self.step * np.arange(len(self.chances), dtype=np.int64)

    @cached_property
    def _up_to(self) -> Floats:
        return np.cumsum(self.chances)

    @cached_property
    def mean(self) -> float:
        return float(self.chances @ self.results)

    @cached_property
    def deviation(self) -> float:
        return sqrt(max(float(self.chances @ (self.results - self.mean) ** 2), 0.0))

    @property
    def ahead(self) -> float:
        """The chance of a result above zero."""
        return float(self.chances[self.results > 0].sum())

    @property
    def even(self) -> float:
        return float(self.chances[self.results == 0].sum())

    @property
    def behind(self) -> float:
        return float(self.chances[self.results < 0].sum())

    @property
    def expected_loss(self) -> float:
        """What is lost on average, wins counted as no loss."""
        lost = self.results < 0
        return float(-(self.chances[lost] @ self.results[lost]))

    def at_most(self, result: int) -> float:
        """The chance of this result or less."""
        return float(self.chances[self.results <= result].sum())

    def quantile(self, chance: float) -> int:
        """The smallest result that is not exceeded with at least this chance."""
        place = int(np.searchsorted(self._up_to, chance * self._up_to[-1], side="left"))
        return int(self.results[min(place, len(self.chances) - 1)])

    def interval(self, level: float) -> tuple[int, int]:
        """The results between which the middle share `level` lies."""
        tail = (1 - level) / 2
        return self.quantile(tail), self.quantile(1 - tail)
