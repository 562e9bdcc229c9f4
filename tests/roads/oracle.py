"""A slow, independent implementation of the roads, written from the prose alone.

It draws on a canvas that stores every cell, finds free cells by trying them, and colours a derived
entry as a person does: find the cell beside it, then the cell above that one.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

LOOKS_BACK = {"big_eye_boy": 1, "small_road": 2, "cockroach_pig": 3}
PAIR_WORDS = {"1": "player", "2": "banker", "3": "both"}


def paint(inks: list[str]) -> list[tuple[int, int]]:
    """Where each ink lands, found by walking a canvas of taken cells."""
    canvas: dict[tuple[int, int], str] = {}
    start = -1
    places = []
    for _, streak in groupby(inks):
        start = next(c for c in range(start + 1, len(inks) + 1) if (c, 0) not in canvas)
        at, heading = (start, 0), "down"
        for step, ink in enumerate(streak):
            if step:
                column, row = at
                if heading == "down" and (row == 5 or (column, row + 1) in canvas):
                    heading = "right"
                at = (column, row + 1) if heading == "down" else (column + 1, row)
            assert at not in canvas, f"{at} drawn twice"
            canvas[at] = ink
            places.append(at)
    return places


def logical_cells(wins: str) -> list[tuple[int, int]]:
    """Each win's place on an endlessly deep big road: (streak, depth)."""
    return [
        (number, depth)
        for number, (_, streak) in enumerate(groupby(wins))
        for depth, _ in enumerate(streak)
    ]


def colour_of_last(wins: str, k: int) -> str | None:
    """What the last of these wins adds to the derived road that looks k columns back."""
    cells = set(logical_cells(wins))
    column, depth = logical_cells(wins)[-1]
    if depth == 0:
        if column - 1 - k < 0:
            return None
        left = {d for c, d in cells if c == column - 1}
        further_left = {d for c, d in cells if c == column - 1 - k}
        return "red" if left == further_left else "blue"
    if column - k < 0:
        return None
    beside = (column - k, depth) in cells
    above_that = (column - k, depth - 1) in cells
    return "blue" if above_that and not beside else "red"


def derived(wins: str, k: int) -> list[list[Any]]:
    """One derived road as drawn."""
    said = [colour_of_last(wins[: n + 1], k) for n in range(len(wins))]
    colours = [colour for colour in said if colour is not None]
    return [[*at, colour] for at, colour in zip(paint(colours), colours, strict=True)]


def foretold(wins: str, side: str) -> dict[str, list[Any] | None]:
    """What one more win adds to each derived road, found by adding it."""
    answer: dict[str, list[Any] | None] = {}
    for name, k in LOOKS_BACK.items():
        before, after = derived(wins, k), derived(wins + side, k)
        answer[name] = after[-1] if len(after) > len(before) else None
    return answer


def document(text: str) -> dict[str, Any]:
    """Everything the engine's document must say about this shoe."""
    rounds = re.findall(r"([BPT])([123]?)", text.upper())
    wins = "".join(letter for letter, _ in rounds if letter != "T")
    leading = re.match(r"T*", "".join(letter for letter, _ in rounds))
    assert leading is not None
    # Cut the shoe before each win: a piece is then a win and the ties that followed it.
    pieces = re.findall(r"[BP]T*", "".join(letter for letter, _ in rounds))
    big_places = paint(list(wins))
    win_digits = [digit for letter, digit in rounds if letter != "T"]
    bead_places = [(n // 6, n % 6) for n in range(len(rounds))]
    return {
        "leading_ties": len(leading[0]),
        "bead_plate": [[*at, letter] for at, (letter, _) in zip(bead_places, rounds, strict=True)],
        "big_road": [
            [*at, piece[0], piece.count("T")] for at, piece in zip(big_places, pieces, strict=True)
        ],
        **{name: derived(wins, k) for name, k in LOOKS_BACK.items()},
        "pairs": {
            "bead_plate": [
                [*at, PAIR_WORDS[digit]]
                for at, (_, digit) in zip(bead_places, rounds, strict=True)
                if digit
            ],
            "big_road": [
                [*at, PAIR_WORDS[digit]]
                for at, digit in zip(big_places, win_digits, strict=True)
                if digit
            ],
        },
        "next": {side: foretold(wins, side) for side in "BP"},
    }
