"""The big road: one column per streak, ties counted on the newest cell, pairs as dots.

A tie belongs to no streak, so it draws no cell. Its pairs are dotted on the bead plate only: a dot
on the big road therefore always belongs to that win, and no cell needs more than the two dots it
has room for, however many ties follow.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from punto.roads.marks import Mark, Side
from punto.roads.placement import Pen
from punto.rules.outcome import Winner


@dataclass(frozen=True, slots=True)
class BigCell:
    """One win on the big road, as drawn."""

    column: int
    row: int
    side: Side
    ties: int = 0
    """The number of ties after this win and before the next."""
    player_pair: bool = False
    banker_pair: bool = False


@dataclass(frozen=True, slots=True)
class BigRoad:
    """The drawing state of the big road: its pen, its newest cell, ties before the first win."""

    pen: Pen[Side] = field(default_factory=Pen)
    newest: BigCell | None = None
    leading_ties: int = 0

    def add(self, mark: Mark) -> BigRoad:
        """Return the road after one more round."""
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
