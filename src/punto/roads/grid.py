"""A road as six rows of cells, for rendering in a terminal, a page or a test.

The grid has no styling: a renderer styles the cells, and `glyph` gives their plain-text form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias, TypeVar, assert_never

from punto.roads.bead_plate import Bead
from punto.roads.big_road import BigCell
from punto.roads.derived import DerivedCell
from punto.roads.marks import LETTERS
from punto.roads.placement import ROWS


class Placed(Protocol):
    """Anything drawn in one cell of a road."""

    @property
    def column(self) -> int: ...
    @property
    def row(self) -> int: ...


Cell = TypeVar("Cell", bound=Placed)
Grid: TypeAlias = tuple[tuple[Cell | None, ...], ...]
"""Six rows from the top, each as wide as the others; None where nothing is drawn."""


def grid(cells: Sequence[Cell], window: int | None = None) -> Grid[Cell]:
    """Return the road's rows: every column drawn, or exactly `window` columns.

    A window shows the last columns, padded on the right if the road is shorter. It never hides the
    newest cell: when that lies left of the end of a long dragon tail, the window starts at the
    newest cell and the tail is cut off.
    """
    if window is not None and window < 1:
        raise ValueError(f"A window needs at least one column, not {window}.")
    drawn = max((cell.column for cell in cells), default=-1) + 1
    width = drawn if window is None else window
    first = min(max(drawn - width, 0), cells[-1].column) if cells else 0
    rows: list[list[Cell | None]] = [[None] * width for _ in range(ROWS)]
    for cell in cells:
        if first <= cell.column < first + width:
            rows[cell.row][cell.column - first] = cell
    return tuple(map(tuple, rows))


def glyph(cell: Bead | BigCell | DerivedCell) -> str:
    """Return the cell as plain text: a bead's mark, a win and its ties, a colour's initial.

    Colours are in lower case, so that a blue `b` is not mistaken for a Banker's `B`.
    """
    match cell:
        case Bead(mark=mark):
            return str(mark)
        case BigCell(side=side, ties=ties):
            return f"{LETTERS[side]}{ties or ''}"
        case DerivedCell(colour=colour):
            return colour.value[0]
        case _:
            assert_never(cell)


def lines(drawn: Grid[Bead] | Grid[BigCell] | Grid[DerivedCell]) -> tuple[str, ...]:
    """Return the grid as six lines of plain text, `.` for an empty cell.

    >>> from punto.roads.board import Roads
    >>> from punto.roads.marks import parse
    >>> print("\\n".join(lines(grid(Roads(parse("BBTP")).big_road))))
    B  P
    B1 .
    .  .
    .  .
    .  .
    .  .
    """
    text = [["." if cell is None else glyph(cell) for cell in row] for row in drawn]
    width = max((len(word) for row in text for word in row), default=1)
    return tuple(" ".join(word.ljust(width) for word in row).rstrip() for row in text)
