"""The published vectors are useful: every mistake known from other programs fails them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest

from . import oracle
from .test_vectors import NAMES, README, VECTORS, published

Place = tuple[int, int]


def failed() -> set[str]:
    """The vectors the oracle, as it stands now, gets wrong; one that breaks down is wrong."""
    names = set()
    for vector in VECTORS:
        try:
            right = oracle.document(vector["results"]) == published(vector)
        except (AssertionError, ValueError):
            right = False
        if not right:
            names.add(vector["name"])
    return names


def first_free(taken: set[Place], last: int) -> int:
    return next(c for c in range(last + 1, len(taken) + 1) if (c, 0) not in taken)


def past_everything(taken: set[Place], last: int) -> int:
    return max((column for column, _ in taken), default=-1) + 1


def always_the_next(taken: set[Place], last: int) -> int:
    return last + 1


def painter(
    start: Callable[[set[Place], int], int] = first_free,
    *,
    drops: bool = False,
    overwrites: bool = False,
    rows: int = 6,
) -> Callable[[list[str]], list[Place]]:
    """A painter that gets wrong what it is told to, and is the true one when told nothing."""

    def paint(inks: list[str]) -> list[Place]:
        taken: set[Place] = set()
        places: list[Place] = []
        column = -1
        for _, streak in groupby(inks):
            column = start(taken, column)
            at, turned = (column, 0), False
            for step, _ in enumerate(streak):
                if step:
                    below = (at[0], at[1] + 1)
                    room = below[1] < rows and (overwrites or below not in taken)
                    turned = not room or (turned and not drops)
                    at = (at[0] + 1, at[1]) if turned else below
                taken.add(at)
                places.append(at)
        return places

    return paint


RIGHT_PAINT = oracle.paint
RIGHT_COLOUR = oracle.colour_of_last
RIGHT_DERIVED = oracle.derived
RIGHT_DOCUMENT = oracle.document


def blue_however_deep(wins: str, k: int) -> str | None:
    column, depth = oracle.logical_cells(wins)[-1]
    if depth == 0 or column < k:
        return RIGHT_COLOUR(wins, k)
    return "red" if (column - k, depth) in oracle.logical_cells(wins) else "blue"


def by_rows_drawn(wins: str, k: int) -> str | None:
    cells = RIGHT_PAINT(list(wins))
    column, row = cells[-1]
    if row == 0 or RIGHT_COLOUR(wins, k) is None:
        return RIGHT_COLOUR(wins, k)
    beside = (column - k, row) in cells
    return "blue" if (column - k, row - 1) in cells and not beside else "red"


def by_cells_in_the_column_drawn(wins: str, k: int) -> str | None:
    right = RIGHT_COLOUR(wins, k)
    column, depth = oracle.logical_cells(wins)[-1]
    if right is None or depth == 0:
        return right
    length = sum(c == column - k for c, _ in RIGHT_PAINT(list(wins)))
    return "blue" if length == depth else "red"


def a_column_late(wins: str, k: int) -> str | None:
    return None if oracle.logical_cells(wins)[-1][0] <= k else RIGHT_COLOUR(wins, k)


def new_column_with_itself(wins: str, k: int) -> str | None:
    column, depth = oracle.logical_cells(wins)[-1]
    if depth or column - 1 - k < 0:
        return RIGHT_COLOUR(wins, k)
    return "red" if (column - k, 1) not in oracle.logical_cells(wins) else "blue"


def without_tails(wins: str, k: int) -> list[list[Any]]:
    colours = [colour for *_, colour in RIGHT_DERIVED(wins, k)]
    return [[*at, colour] for at, colour in zip(painter(rows=99)(colours), colours, strict=True)]


def leading_ties_on_the_first_cell(text: str) -> dict[str, Any]:
    document = RIGHT_DOCUMENT(text)
    if document["big_road"]:
        document["big_road"][0][3] += document["leading_ties"]
    return document


def ties_break_streaks(text: str) -> dict[str, Any]:
    document = RIGHT_DOCUMENT(text)
    letters = "".join(re.findall("[BPT]", text.upper()))
    inks = [letter * 2 if cut else letter for cut, letter in re.findall("(T?)T*([BP])", letters)]
    for cell, at in zip(document["big_road"], RIGHT_PAINT(inks), strict=True):
        cell[:2] = at
    return document


def a_ties_pairs_on_the_big_road(text: str) -> dict[str, Any]:
    document = RIGHT_DOCUMENT(text)
    if re.search("[BP][123]?T[123]", text.upper()):
        document["pairs"]["big_road"].append([*document["big_road"][-1][:2], "both"])
    return document


# By the vector that `docs/roads/README.md` gives for it.
MISTAKES: dict[str, tuple[str, Callable[..., Any]]] = {
    "big-eye-boy-one-beyond-is-blue-deeper-is-red": ("colour_of_last", blue_however_deep),
    "depth-is-logical-not-drawn": ("colour_of_last", by_rows_drawn),
    "a-tail-does-not-lengthen-the-columns-it-passes-under": (
        "colour_of_last",
        by_cells_in_the_column_drawn,
    ),
    "small-road-new-column-after-a-longer-column": ("colour_of_last", new_column_with_itself),
    "cockroach-pig-begins-with-a-second-entry": ("colour_of_last", a_column_late),
    "tail-keeps-right-over-free-cells": ("paint", painter(drops=True)),
    "tail-turned-by-an-earlier-tail": ("paint", painter(overwrites=True)),
    "streak-starts-above-a-tail": ("paint", painter(past_everything)),
    "new-streak-skips-taken-top-cells": ("paint", painter(always_the_next)),
    "leading-ties": ("document", leading_ties_on_the_first_cell),
    "tie-does-not-break-a-streak": ("document", ties_break_streaks),
    "pairs-on-ties": ("document", a_ties_pairs_on_the_big_road),
    "derived-tail-turned-by-an-earlier-derived-tail": ("derived", without_tails),
}


@pytest.mark.parametrize("vector", MISTAKES)
def test_the_vector_catches_its_mistake(vector: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, wrong = MISTAKES[vector]
    monkeypatch.setattr(oracle, name, wrong)
    caught = failed()
    assert vector in caught
    assert len(caught) < len(NAMES), "a mistake that fails everything proves nothing"


def test_the_readme_lists_just_these_mistakes() -> None:
    table = README.partition("## Common mistakes")[2]
    assert re.findall(r"\| `([a-z-]+)` \|", table) == list(MISTAKES)


def test_the_true_rule_fails_none() -> None:
    assert failed() == set()


def test_this_painter_without_a_mistake_is_the_oracles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "paint", painter())
    assert failed() == set()
