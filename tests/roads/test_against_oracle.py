"""The engine and the slow oracle agree on every short shoe and on long, hostile ones."""

from __future__ import annotations

from itertools import cycle, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.roads import Roads, as_json, parse
from tests.sample import sample

from . import oracle


def streaks(lengths: tuple[int, ...]) -> str:
    """A shoe of alternating streaks this long, Banker first."""
    return "".join(side * length for side, length in zip(cycle("BP"), lengths, strict=False))


def agree(shoe: str) -> None:
    assert as_json(Roads(parse(shoe))) == oracle.document(shoe), shoe


@pytest.mark.parametrize("length", sample(range(13), lambda length: (min(length, 10),)))
def test_every_short_shoe_without_ties(length: int) -> None:
    for letters in product("BP", repeat=length):
        agree("".join(letters))


@pytest.mark.parametrize("length", range(9))
def test_every_short_shoe_with_ties(length: int) -> None:
    for letters in product("BPT", repeat=length):
        agree("".join(letters))


def test_every_meeting_of_tails() -> None:
    """Streaks around the length where tails turn, in every order: all ways two or three meet."""
    for lengths in product((1, 5, 6, 8, 11), repeat=4):
        agree(streaks(lengths))


# Ever shorter streaks, each tail above the last, until tails lie on the top row.
STAIRCASES = [
    streaks((*range(first, first - 6, -1), last, 1, last, 2, 1))
    for first in range(7, 16)
    for last in range(1, 5)
]


@pytest.mark.parametrize("shoe", STAIRCASES)
def test_tails_on_the_top_row(shoe: str) -> None:
    agree(shoe)


LENGTHS = st.one_of(st.integers(1, 3), st.integers(4, 9), st.integers(10, 30))
RUNS = st.lists(LENGTHS, max_size=14).map(tuple).map(streaks)


@given(RUNS)
@settings(max_examples=150, deadline=None)
def test_long_streaks(shoe: str) -> None:
    agree(shoe)


LETTERS = st.sampled_from(["B", "B", "B", "B", "P", "P", "T", "B1", "P2", "T3", "b", "t1", "p"])


@given(st.lists(LETTERS, max_size=90).map("".join))
@settings(max_examples=150, deadline=None)
def test_a_shoe_of_anything(shoe: str) -> None:
    agree(shoe)


@given(st.lists(st.sampled_from(["BP", "BPP", "BBP", "BBPP", "BPPP"]), max_size=25).map("".join))
@settings(max_examples=100, deadline=None)
def test_patterned_shoes_whose_derived_roads_grow_dragons(shoe: str) -> None:
    agree(shoe)


@given(st.lists(st.integers(0, 1), max_size=300), st.integers(1, 20))
@settings(max_examples=100, deadline=None)
def test_the_drawing_rule_alone_on_very_long_tails(choices: list[int], stretch: int) -> None:
    """The oracle's painter also asserts that no tail ever runs into a taken cell."""
    wins = "".join("BP"[choice] * (1 + choice * stretch) for choice in choices)
    drawn = [(cell.column, cell.row) for cell in Roads(parse(wins)).big_road]
    assert drawn == oracle.paint(list(wins))
