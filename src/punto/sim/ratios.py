"""Ratios estimated over shoes, such as bets per round, with valid standard errors.

Rounds of one shoe are correlated; shoes are independent. So the unit of observation is the shoe,
and the error of a ratio of two sums over shoes, Σy / Σx, follows from the variance of y − ratio·x
(the delta method).
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ratio:
    """An estimate and its standard error."""

    value: float
    stderr: float

    def __mul__(self, other: "Ratio | float") -> "Ratio":
        """Return the product with a number or an independent estimate."""
        if isinstance(other, Ratio):
            error = sqrt((self.value * other.stderr) ** 2 + (other.value * self.stderr) ** 2)
            return Ratio(self.value * other.value, error)
        return Ratio(self.value * other, self.stderr * abs(other))


def ratio(above: Floats, below: Floats) -> Ratio:
    """Return Σ above / Σ below over shoes; zero if the denominator is zero.

    >>> ratio(np.array([1.0, 1.0]), np.array([4.0, 4.0]))
    Ratio(value=0.25, stderr=0.0)
    """
    total, shoes = float(below.sum()), len(below)
    if total == 0 or shoes == 0:
        return Ratio(0.0, 0.0)
    value = float(above.sum()) / total
    scatter = float(((above - value * below) ** 2).sum())
    return Ratio(value, sqrt(scatter * shoes / max(shoes - 1, 1)) / total)
