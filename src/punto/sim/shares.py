"""Shares: estimates of ratios over shoes, such as bets per round, with honest standard errors.

Rounds of one shoe hang together; shoes do not. So the unit of observation is the shoe, and the
error of a ratio of two sums over shoes, Σy / Σx, follows from the scatter of y − ratio·x (the
delta method).
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Share:
    """An estimate and its standard error."""

    value: float
    stderr: float

    def __mul__(self, other: "Share | float") -> "Share":
        """The product; of two estimates that do not depend on each other."""
        if isinstance(other, Share):
            error = sqrt((self.value * other.stderr) ** 2 + (other.value * self.stderr) ** 2)
            return Share(self.value * other.value, error)
        return Share(self.value * other, self.stderr * abs(other))


def ratio(above: Floats, below: Floats) -> Share:
    """Σ above / Σ below over shoes; nil where there is nothing below.

    >>> ratio(np.array([1.0, 1.0]), np.array([4.0, 4.0]))
    Share(value=0.25, stderr=0.0)
    """
    total, shoes = float(below.sum()), len(below)
    if total == 0 or shoes == 0:
        return Share(0.0, 0.0)
    value = float(above.sum()) / total
    scatter = float(((above - value * below) ** 2).sum())
    return Share(value, sqrt(scatter * shoes / max(shoes - 1, 1)) / total)
