"""The bead plate: every round, ties included, in order of play, in columns of six."""

from __future__ import annotations

from dataclasses import dataclass

from punto.roads.marks import Mark
from punto.roads.placement import ROWS


@dataclass(frozen=True, slots=True)
class Bead:
    """One round on the bead plate, with its pairs."""

    column: int
    row: int
    mark: Mark


def bead(index: int, mark: Mark) -> Bead:
    """Return the bead of the round at this index, counted from 0."""
    column, row = divmod(index, ROWS)
    return Bead(column, row, mark)
