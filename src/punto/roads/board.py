"""All five roads, extended one round at a time.

`Standing` is the state needed to continue the roads. Its size is fixed, so every round takes the
same time, the first or the millionth. `Roads` adds the cells drawn so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from punto.roads.bead_plate import Bead, bead
from punto.roads.big_road import BigCell, BigRoad
from punto.roads.derived import NOTHING_DERIVED, Derived, DerivedCell, DerivedPens, draw, gained
from punto.roads.marks import Mark
from punto.roads.streaks import Streaks
from punto.rules.outcome import Winner


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of every road; its size does not depend on the number of rounds played."""

    rounds: int = 0
    streaks: Streaks = field(default_factory=Streaks)
    big_road: BigRoad = field(default_factory=BigRoad)
    derived: DerivedPens = NOTHING_DERIVED

    def add(self, mark: Mark) -> Standing:
        """Return the state after one more round."""
        big_road = self.big_road.add(mark)
        side = mark.winner
        if side is Winner.TIE:
            return Standing(self.rounds + 1, self.streaks, big_road, self.derived)
        derived = draw(self.derived, self.streaks, side)
        return Standing(self.rounds + 1, self.streaks.then(side), big_road, derived)


@dataclass(frozen=True, slots=True)
class Added:
    """The cells one round added or changed: everything a display has to redraw."""

    bead: Bead
    big_cell: BigCell | None
    """The cell of a win; for a tie the newest cell with its new count; None for a leading tie."""
    derived: Mapping[Derived, DerivedCell]
    """Only the derived roads that gained a cell."""


class Roads:
    """The five roads of one shoe.

    >>> from punto.roads.marks import parse
    >>> roads = Roads(parse("BPPPB"))
    >>> [cell.colour.value for cell in roads.derived(Derived.BIG_EYE_BOY)]
    ['blue', 'red', 'blue']
    """

    __slots__ = ("_big_cells", "_derived_cells", "_marks", "_standing")

    def __init__(self, marks: Iterable[Mark] = ()) -> None:
        self._standing = Standing()
        self._marks: list[Mark] = []
        self._big_cells: list[BigCell] = []
        self._derived_cells: dict[Derived, list[DerivedCell]] = {road: [] for road in Derived}
        for mark in marks:
            self.add(mark)

    def add(self, mark: Mark) -> Added:
        """Draw one more round in constant time, and return what it changed."""
        before = self._standing
        after = before.add(mark)
        self._standing = after
        self._marks.append(mark)
        cell = after.big_road.newest
        if cell is not None:
            if mark.winner is Winner.TIE:
                self._big_cells[-1] = cell
            else:
                self._big_cells.append(cell)
        derived = gained(before.derived, after.derived)
        for road, derived_cell in derived.items():
            self._derived_cells[road].append(derived_cell)
        return Added(bead(before.rounds, mark), cell, derived)

    def foretell(self, winner: Winner) -> Mapping[Derived, DerivedCell]:
        """Return the cell this winner would add to each derived road; empty for a tie."""
        if winner is Winner.TIE:
            return {}
        now = self._standing
        return gained(now.derived, draw(now.derived, now.streaks, winner))

    @property
    def standing(self) -> Standing:
        """The state needed to continue, without the cells drawn so far."""
        return self._standing

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Every round, in order of play."""
        return tuple(self._marks)

    @property
    def leading_ties(self) -> int:
        """The number of ties before the first win, which no big-road cell can count."""
        return self._standing.big_road.leading_ties

    @property
    def bead_plate(self) -> tuple[Bead, ...]:
        """Every bead, in order of play."""
        return tuple(bead(index, mark) for index, mark in enumerate(self._marks))

    @property
    def big_road(self) -> tuple[BigCell, ...]:
        """Every big-road cell, in order of play."""
        return tuple(self._big_cells)

    def derived(self, road: Derived) -> tuple[DerivedCell, ...]:
        """Every cell of one derived road, in order of play."""
        return tuple(self._derived_cells[road])
