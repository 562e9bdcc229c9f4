"""The derived roads: big eye boy, small road and cockroach pig, which show how regular a shoe is.

Each looks back a fixed number of logical columns: 1, 2 or 3. The rule is usually stated for the
entry just made on the big road, in logical column c, looking back k:

- an entry that opens column c is red if columns c-1 and c-1-k are equally long, else blue;
- an entry deeper in column c is blue if it lies exactly one step beyond the end of column c-k
  and red otherwise, be it beside a cell of that column or two or more steps beyond its end.

In terms of the streaks before the entry, both cases are one test: is the newest streak exactly as
long as the one k before it? If so, extending it goes one step beyond (blue) and turning closes an
equal column (red); if not, the colours are swapped. So the two sides always predict opposite
colours, and a road that looks back k begins once the big road has k+1 streaks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final, TypeAlias

from punto.roads.marks import Side
from punto.roads.placement import Pen
from punto.roads.streaks import Streaks


@unique
class Colour(Enum):
    """Red is regular, blue is not; neither means Banker or Player."""

    RED = "red"
    BLUE = "blue"


@unique
class Derived(Enum):
    """A derived road; its value is how many logical columns it looks back."""

    BIG_EYE_BOY = 1
    SMALL_ROAD = 2
    COCKROACH_PIG = 3


# Listed once: iterating over the Enum for every round would double the cost of a derived cell.
_ROADS: Final = tuple(Derived)
_LOOKS_BACK: Final = tuple(road.value for road in Derived)


@dataclass(frozen=True, slots=True)
class DerivedCell:
    """One colour on a derived road, as drawn."""

    column: int
    row: int
    colour: Colour


def colour_made(streaks: Streaks, side: Side, looks_back: int) -> Colour | None:
    """Return the colour a win by this side would add; None before the road begins.

    >>> from punto.rules.outcome import Winner
    >>> one_banker = Streaks(Winner.BANKER, (1,))
    >>> then_one_player = one_banker.then(Winner.PLAYER)
    >>> colour_made(then_one_player, Winner.PLAYER, looks_back=1)
    <Colour.BLUE: 'blue'>
    """
    lengths = streaks.lengths
    if len(lengths) <= looks_back:
        return None
    equal = lengths[0] == lengths[looks_back]
    goes_on = side is streaks.side
    # Blue if it extends an equal streak or ends an unequal one.
    return Colour.BLUE if equal == goes_on else Colour.RED


DerivedPens: TypeAlias = tuple[Pen[Colour], ...]
"""The drawing state of the derived roads: one pen each, in the order of `Derived`."""

NOTHING_DERIVED: Final[DerivedPens] = tuple(Pen() for _ in Derived)


def draw(pens: DerivedPens, streaks: Streaks, side: Side) -> DerivedPens:
    """Return the pens after a win by this side; a road that gains no cell keeps its pen."""
    return tuple(
        [
            _drawn(pen, colour_made(streaks, side, looks_back))
            for looks_back, pen in zip(_LOOKS_BACK, pens, strict=True)
        ]
    )


def _drawn(pen: Pen[Colour], colour: Colour | None) -> Pen[Colour]:
    return pen if colour is None else pen.draw(colour)


def gained(before: DerivedPens, after: DerivedPens) -> dict[Derived, DerivedCell]:
    """Return the cell each derived road gained between two states, omitting roads without one."""
    cells = {}
    for road, old, new in zip(_ROADS, before, after, strict=True):
        if new is not old and new.ink is not None:
            cells[road] = DerivedCell(new.column, new.row, new.ink)
    return cells
