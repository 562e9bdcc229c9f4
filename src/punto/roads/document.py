"""The roads as plain data for other programs: the shape `docs/roads/` publishes vectors for.

Columns and rows count from 0, as drawn; every list is in order of play.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypedDict

from punto.roads.big_road import BigCell
from punto.roads.board import Roads
from punto.roads.derived import Derived, DerivedCell
from punto.roads.marks import Mark, Side, Winner

Place: TypeAlias = list[int | str]
"""`[column, row, what is drawn there, …]`."""


class PairsDocument(TypedDict):
    """The cells with pair dots: `[column, row, "player" | "banker" | "both"]`."""

    bead_plate: list[Place]
    big_road: list[Place]


class ForetoldDocument(TypedDict):
    """`[column, row, colour]` as the next cell of each derived road, or None for no cell."""

    big_eye_boy: Place | None
    small_road: Place | None
    cockroach_pig: Place | None


class RoadsDocument(TypedDict):
    """The first six keys are the contract; `pairs` and `next` add to it and change none of it."""

    leading_ties: int
    bead_plate: list[Place]
    big_road: list[Place]
    big_eye_boy: list[Place]
    small_road: list[Place]
    cockroach_pig: list[Place]
    pairs: PairsDocument
    next: dict[str, ForetoldDocument]


def as_json(roads: Roads) -> RoadsDocument:
    """The roads as JSON-ready data.

    >>> from punto.roads.marks import parse
    >>> as_json(Roads(parse("TBT")))["big_road"]
    [[0, 0, 'B', 1]]
    """
    beads = roads.bead_plate
    big_cells = roads.big_road
    return {
        "leading_ties": roads.leading_ties,
        "bead_plate": [[bead.column, bead.row, bead.mark.winner.value] for bead in beads],
        "big_road": [[cell.column, cell.row, cell.side.value, cell.ties] for cell in big_cells],
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
            Winner.BANKER.value: _foretold(roads, Winner.BANKER),
            Winner.PLAYER.value: _foretold(roads, Winner.PLAYER),
        },
    }


def _coloured(cells: Iterable[DerivedCell]) -> list[Place]:
    return [[cell.column, cell.row, cell.colour.value] for cell in cells]


def _pairs(dotted: Mark | BigCell) -> str:
    """Which hands were pairs; empty when neither was."""
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
