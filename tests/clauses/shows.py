"""The `@shows` decorator: names the clause a test shows; `make register` records it."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from punto.rules.games import find_game

NC = "no-commission"
RAPID = "rapid-no-commission"
TNC = "tiger-no-commission"
TIGER = "tiger"
DT = "dragon-tiger-no-commission"
ALL = (NC, RAPID, TNC, TIGER, DT)

Test = Callable[..., None]

# Game, clause, the tests that show it; filled as the modules with tests are imported.
SHOWN: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))


def shows(*clauses: Mapping[str, str | tuple[str, ...]]) -> Callable[[Test], Any]:
    """Run a test once for each game and clause it shows, with the game as `game`."""
    cases = [
        (game, clause)
        for each in clauses
        for game, numbers in each.items()
        for clause in ((numbers,) if isinstance(numbers, str) else numbers)
    ]

    def mark(test: Test) -> Any:
        file = test.__module__.rsplit(".", 1)[-1]
        for game, clause in cases:
            SHOWN[game][clause].append(f"tests/clauses/{file}.py::{test.__name__}")
        games = [
            pytest.param(find_game(game), clause, id=f"{game} {clause}") for game, clause in cases
        ]
        return pytest.mark.parametrize(("game", "clause"), games)(test)

    return mark


def everywhere(number: str) -> dict[str, str]:
    """The same clause number in all five games."""
    return dict.fromkeys(ALL, number)
