"""The logical columns of the big road: the lengths of the newest streaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from punto.roads.marks import Side

REMEMBERED: Final = 4
"""The newest streak and the three before it: the cockroach pig looks no further back."""


@dataclass(frozen=True, slots=True)
class Streaks:
    """The side of the newest streak, and the latest streak lengths, newest first."""

    side: Side | None = None
    lengths: tuple[int, ...] = ()

    def then(self, side: Side) -> Streaks:
        """Return the streaks after one more win by this side."""
        if side is self.side:
            return Streaks(side, (self.lengths[0] + 1, *self.lengths[1:]))
        return Streaks(side, (1, *self.lengths[: REMEMBERED - 1]))
