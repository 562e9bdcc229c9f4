"""What a line claims by its remark, against what the table cites."""

from punto.rules.readings import readings
from punto.table.scripts.lines import Line


def is_shown(line: Line, game: str, *cited: str) -> bool:
    """Whether one of the clauses that a line claims is cited; a line without any claims nothing.

    A reading stands for the clauses of the game that it bears on, and they stand for it.
    """
    if not line.clauses:
        return True
    return any(_agrees(game, claim, each) for claim in line.clauses for each in cited)


def _agrees(game: str, claim: str, cited: str) -> bool:
    return claim == cited or _bears_on(game, claim, cited) or _bears_on(game, cited, claim)


def _bears_on(game: str, reading: str, clause: str) -> bool:
    """Whether a reading is about this clause of a game."""
    found = readings().get(reading.removeprefix("reading "))
    return found is not None and clause in found.clauses.get(game, ())
