"""Placement of a road's next cell: one rule for the big road and the three derived roads.

A streak goes down from the top row. When the cell below is taken, or the sixth row is reached, it
turns right into a dragon tail and stays on that row, even where the cell below is free again.
A new streak starts in the first column after the last streak's start whose top cell is free.

Six integers are enough to know which cells are taken, however long the road. Starts only move
right, and the only cells a streak has right of its own start are its tail: one unbroken run on one
row, from the start column on. So for any column at or after the newest start, a cell on row r is
taken exactly when `column <= reach[r]`, where `reach[r]` is the rightmost column drawn on that row.
Two things follow:

- A tail never runs into a taken cell. An earlier tail on the same row reaching further right would
  have passed through the column where this streak turned, so the streak would have turned above it.
- The first free top cell after the newest start is `reach[0] + 1`: nothing is free in between.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

ROWS: Final = 6

Ink = TypeVar("Ink")


@dataclass(frozen=True, slots=True)
class Pen(Generic[Ink]):
    """The state needed to draw a road: the newest cell, and how far right each row extends."""

    ink: Ink | None = None
    column: int = -1
    row: int = 0
    turned: bool = False
    """Whether the newest cell lies on its streak's dragon tail."""
    reach: tuple[int, ...] = (-1,) * ROWS

    def draw(self, ink: Ink) -> Pen[Ink]:
        """Return the pen after drawing one more cell.

        >>> pen: Pen[str] = Pen()
        >>> for ink in "BBBBBBB":
        ...     pen = pen.draw(ink)
        >>> pen.column, pen.row, pen.turned
        (1, 5, True)
        """
        if ink != self.ink:
            return self._at(ink, self.reach[0] + 1, 0, turned=False)
        if self.turned or not self._free_below():
            return self._at(ink, self.column + 1, self.row, turned=True)
        return self._at(ink, self.column, self.row + 1, turned=False)

    def _free_below(self) -> bool:
        below = self.row + 1
        return below < ROWS and self.reach[below] < self.column

    def _at(self, ink: Ink, column: int, row: int, *, turned: bool) -> Pen[Ink]:
        reach = (*self.reach[:row], column, *self.reach[row + 1 :])
        return Pen(ink, column, row, turned, reach)
