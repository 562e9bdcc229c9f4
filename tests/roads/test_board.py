"""The five roads together: incremental equals batch, and additions describe every change."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from punto.roads import BigCell, Derived, DerivedCell, Roads, Winner, as_json, parse
from punto.roads.grid import Placed

SHOES = st.text(alphabet="BPTbpt", max_size=80)
CONTRACT = [
    "leading_ties", "bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig",
]  # fmt: skip


def test_an_empty_shoe() -> None:
    nothing = {"big_eye_boy": None, "small_road": None, "cockroach_pig": None}
    assert as_json(Roads()) == {
        "leading_ties": 0,
        "bead_plate": [],
        "big_road": [],
        "big_eye_boy": [],
        "small_road": [],
        "cockroach_pig": [],
        "pairs": {"bead_plate": [], "big_road": []},
        "next": {"B": nothing, "P": nothing},
    }


def test_the_contract_by_hand() -> None:
    document = as_json(Roads(parse("TBP2P1PTB")))
    assert document == {
        "leading_ties": 1,
        "bead_plate": [
            [0, 0, "T"], [0, 1, "B"], [0, 2, "P"], [0, 3, "P"], [0, 4, "P"], [0, 5, "T"],
            [1, 0, "B"],
        ],
        "big_road": [[0, 0, "B", 0], [1, 0, "P", 0], [1, 1, "P", 0], [1, 2, "P", 1],
                     [2, 0, "B", 0]],
        "big_eye_boy": [[0, 0, "blue"], [1, 0, "red"], [2, 0, "blue"]],
        "small_road": [],
        "cockroach_pig": [],
        "pairs": {
            "bead_plate": [[0, 2, "banker"], [0, 3, "player"]],
            "big_road": [[1, 0, "banker"], [1, 1, "player"]],
        },
        "next": {
            "B": {"big_eye_boy": [3, 0, "red"], "small_road": [0, 0, "blue"],
                  "cockroach_pig": None},
            "P": {"big_eye_boy": [2, 1, "blue"], "small_road": [0, 0, "red"],
                  "cockroach_pig": None},
        },
    }  # fmt: skip
    assert list(document)[:6] == CONTRACT


@given(SHOES)
def test_the_document_survives_json(shoe: str) -> None:
    document = as_json(Roads(parse(shoe)))
    assert json.loads(json.dumps(document)) == document


@given(SHOES)
def test_what_each_round_adds_rebuilds_the_roads(shoe: str) -> None:
    roads = Roads()
    beads = []
    big: list[BigCell] = []
    derived: dict[Derived, list[DerivedCell]] = {road: [] for road in Derived}
    for mark in parse(shoe):
        added = roads.add(mark)
        beads.append(added.bead)
        if added.big_cell is not None:
            if mark.winner is Winner.TIE:
                big.pop()
            big.append(added.big_cell)
        for road, cell in added.derived.items():
            derived[road].append(cell)
    assert tuple(beads) == roads.bead_plate
    assert tuple(big) == roads.big_road
    assert all(tuple(derived[road]) == roads.derived(road) for road in Derived)
    assert as_json(roads) == as_json(Roads(parse(shoe)))
    assert roads.marks == parse(shoe)


def test_a_road_once_read_does_not_change() -> None:
    roads = Roads(parse("B"))
    read = roads.big_road
    roads.add(parse("T")[0])
    assert read == (BigCell(0, 0, Winner.BANKER),)


@given(SHOES)
def test_no_cell_is_drawn_twice(shoe: str) -> None:
    roads = Roads(parse(shoe))
    drawn: list[Sequence[Placed]] = [roads.bead_plate, roads.big_road]
    for cells in [*drawn, *map(roads.derived, Derived)]:
        assert len({(cell.column, cell.row) for cell in cells}) == len(cells)
        assert all(cell.column >= 0 and 0 <= cell.row < 6 for cell in cells)
