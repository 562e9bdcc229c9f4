"""The roads as JSON for other programs, in the shape of the vectors in `docs/roads/`.

Columns and rows count from 0, as drawn; every list is in order of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias, TypedDict

from punto.roads.big_road import BigCell
from punto.roads.board import Roads
from punto.roads.derived import Derived, DerivedCell
from punto.roads.marks import LETTERS, Mark, Side
from punto.rules.outcome import Winner

Place: TypeAlias = list[int | str]
"""`[column, row, value, …]`."""


class PairsDocument(TypedDict):
    """The cells with pair dots: `[column, row, "player" | "banker" | "both"]`."""

    bead_plate: list[Place]
    big_road: list[Place]


class ForetoldDocument(TypedDict):
    """The next cell of each derived road as `[column, row, colour]`, or None for no cell."""

    big_eye_boy: Place | None
    small_road: Place | None
    cockroach_pig: Place | None


class RoadsDocument(TypedDict):
    """The roads as JSON: the first six keys are the contract, `pairs` and `next` extend it."""

    leading_ties: int
    bead_plate: list[Place]
    big_road: list[Place]
    big_eye_boy: list[Place]
    small_road: list[Place]
    cockroach_pig: list[Place]
    pairs: PairsDocument
    next: dict[str, ForetoldDocument]


NAMES: Final[Mapping[Winner, str]] = {winner: winner.value for winner in Winner}
"""Winners by their names, as everything else on the network has them."""


def as_json(roads: Roads, spelling: Mapping[Winner, str] = LETTERS) -> RoadsDocument:
    """The roads as JSON-ready data; winners are written in letters, or in another spelling.

    >>> from punto.roads.marks import parse
    >>> as_json(Roads(parse("TBT")))["big_road"]
    [[0, 0, 'B', 1]]
    >>> as_json(Roads(parse("TBT")), NAMES)["big_road"]
    [[0, 0, 'banker', 1]]
    """
    beads = roads.bead_plate
    big_cells = roads.big_road
    return {
        "leading_ties": roads.leading_ties,
        "bead_plate": [[bead.column, bead.row, spelling[bead.mark.winner]] for bead in beads],
        "big_road": [[cell.column, cell.row, spelling[cell.side], cell.ties] for cell in big_cells],
        "big_eye_boy": _coloured(roads.derived(Derived.BIG_EYE_BOY)),
        "small_road": _coloured(roads.derived(Derived.SMALL_ROAD)),
        "cockroach_pig": _coloured(roads.derived(Derived.COCKROACH_PIG)),
        "pairs": {
            "bead_plate": [
                [bead.column, bead.row, _pairs(bead.mark)] for bead in beads if _pairs(bead.mark)
            ],
            "big_road": [
                [cell.column, cell.row, _pairs(cell)] for cell in big_cells if _pairs(cell)
            ],
        },
        "next": {
            spelling[Winner.BANKER]: _foretold(roads, Winner.BANKER),
            spelling[Winner.PLAYER]: _foretold(roads, Winner.PLAYER),
        },
    }


def _coloured(cells: Iterable[DerivedCell]) -> list[Place]:
    return [[cell.column, cell.row, cell.colour.value] for cell in cells]


def _pairs(dotted: Mark | BigCell) -> str:
    """Return which hands were pairs; empty if neither was."""
    if dotted.player_pair and dotted.banker_pair:
        return "both"
    if dotted.player_pair:
        return "player"
    return "banker" if dotted.banker_pair else ""


def _foretold(roads: Roads, side: Side) -> ForetoldDocument:
    cells = roads.foretell(side)

    def place(road: Derived) -> Place | None:
        cell = cells.get(road)
        return None if cell is None else [cell.column, cell.row, cell.colour.value]

    return {
        "big_eye_boy": place(Derived.BIG_EYE_BOY),
        "small_road": place(Derived.SMALL_ROAD),
        "cockroach_pig": place(Derived.COCKROACH_PIG),
    }
