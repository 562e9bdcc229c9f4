"""The big road: a column a streak, ties counted on the newest cell, pairs dotted on their own cell.

A tie belongs to no streak, so it draws nothing. Its pairs are dotted on the bead plate only: a dot
on the big road then always says "this win came with that pair", and a cell under three ties needs
no more than the two dots it has room for.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from punto.roads.marks import Mark, Side, Winner
from punto.roads.placement import Pen


@dataclass(frozen=True, slots=True)
class BigCell:
    """One win on the big road, as drawn."""

    column: int
    row: int
    side: Side
    ties: int = 0
    """How many ties came after this win and before the next."""
    player_pair: bool = False
    banker_pair: bool = False


@dataclass(frozen=True, slots=True)
class BigRoad:
    """What the big road must remember to go on: its pen, its newest cell, ties before any win."""

    pen: Pen[Side] = field(default_factory=Pen)
    newest: BigCell | None = None
    leading_ties: int = 0

    def add(self, mark: Mark) -> BigRoad:
        """The road after one more round."""
        if mark.winner is Winner.TIE:
            return self._tied()
        pen = self.pen.draw(mark.winner)
        cell = BigCell(
            pen.column,
            pen.row,
            mark.winner,
            player_pair=mark.player_pair,
            banker_pair=mark.banker_pair,
        )
        return BigRoad(pen, cell, self.leading_ties)

    def _tied(self) -> BigRoad:
        if self.newest is None:
            return replace(self, leading_ties=self.leading_ties + 1)
        return replace(self, newest=replace(self.newest, ties=self.newest.ties + 1))
