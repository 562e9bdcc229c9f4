"""A round costs the same however many came before it, counted in steps."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial
from itertools import cycle
from types import FrameType
from typing import Any

import pytest

from punto.roads import Mark, Roads, Winner, parse

HOSTILE = {
    "one endless streak": "B" * 3000,
    "chop": "BP" * 1500,
    "doubles": "BBPP" * 750,
    "ties only": "T" * 3000,
    "ties on one cell": "B" + "T" * 3000,
    "six long tails, then chop on the top row": "".join(
        side * length for side, length in zip(cycle("BP"), range(300, 290, -1), strict=False)
    )
    + "BP" * 500,
    "ever longer streaks": "".join(s * n for s, n in zip(cycle("BP"), range(1, 77), strict=False)),
}
STEPS_MAX = 300
"""Lines of the room run by one `add`; a search along a road of thousands would pass it at once."""


def steps(work: Callable[[], object]) -> int:
    """How many lines of the room's own code this runs."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        if not frame.f_globals.get("__name__", "").startswith("punto.roads"):
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", HOSTILE)
def test_adding_a_round_takes_a_bounded_number_of_steps(name: str) -> None:
    roads = Roads()
    most = max(steps(partial(roads.add, mark)) for mark in parse(HOSTILE[name]))
    assert 0 < most <= STEPS_MAX


@pytest.mark.parametrize("name", HOSTILE)
def test_foretelling_takes_a_bounded_number_of_steps(name: str) -> None:
    roads = Roads(parse(HOSTILE[name]))
    assert 0 < steps(lambda: roads.foretell(Winner.BANKER)) <= STEPS_MAX
    assert 0 < steps(lambda: roads.foretell(Winner.PLAYER)) <= STEPS_MAX


def atoms(thing: object) -> int:
    """How many plain values this holds, however deep."""
    if is_dataclass(thing) and not isinstance(thing, type):
        return sum(atoms(getattr(thing, field.name)) for field in fields(thing))
    if isinstance(thing, tuple):
        return sum(map(atoms, thing))
    assert thing is None or isinstance(thing, int | Enum), f"{thing!r} might grow"
    return 1


@pytest.mark.parametrize("name", HOSTILE)
def test_what_the_next_round_depends_on_never_grows(name: str) -> None:
    """No step hidden in a copy either: all that `Standing.add` reads is of fixed size."""
    assert atoms(Roads(parse(HOSTILE[name])).standing) <= 60


class Untouched(list[Any]):
    """A list that may be appended to or changed at its end, and nothing else."""

    def __iter__(self) -> Any:
        raise AssertionError("walked the whole road")

    def __getitem__(self, index: Any) -> Any:
        raise AssertionError("read an old cell")

    def __setitem__(self, index: Any, cell: Any) -> None:
        assert index == -1, "changed an old cell"
        super().__setitem__(index, cell)


def test_adding_only_touches_the_end_of_each_list() -> None:
    roads = Roads(parse("BPPPBTBBBBBBBBP"))
    roads._marks = Untouched(roads._marks)
    roads._big_cells = Untouched(roads._big_cells)
    roads._derived_cells = {road: Untouched(cells) for road, cells in roads._derived_cells.items()}
    for mark in parse("TBBPPPTTBPBPB"):
        roads.add(mark)


def test_a_hundred_thousand_rounds() -> None:
    roads = Roads([Mark(Winner.BANKER)] * 100_000)
    assert (roads.big_road[-1].column, roads.big_road[-1].row) == (99_994, 5)
