"""The bead plate: every round in order of play, ties too, in columns of six filled downwards."""

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
    """The bead of the round at this index, counted from 0."""
    column, row = divmod(index, ROWS)
    return Bead(column, row, mark)
