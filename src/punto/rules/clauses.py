"""The register of clauses: every numbered clause, and what Punto does about it."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.register import load_tests, load_toml


class Kind(StrEnum):
    """What a clause is to the software."""

    ENFORCED = "enforced"  # the software decides, computes or refuses by it
    RECORDED = "recorded"  # people do it, the software records who, what and why
    INFORMATIVE = "informative"  # a heading or a definition with no effect of its own


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered clause in our own words, what enforces it and the tests that show it."""

    game: str
    number: str
    kind: Kind
    summary: str
    enforced_by: tuple[str, ...]
    tests: tuple[str, ...]
    readings: tuple[str, ...]


@cache
def clauses(game_id: str) -> tuple[Clause, ...]:
    """A game's clauses in document order."""
    tests = load_tests().get(game_id, {})
    return tuple(
        Clause(
            game=game_id,
            number=number,
            kind=Kind(entry["kind"]),
            summary=entry["summary"],
            enforced_by=tuple(entry["enforced_by"]),
            tests=tuple(tests.get(number, ())),
            readings=tuple(entry.get("readings", ())),
        )
        for number, entry in load_toml(game_id).items()
    )


def find_clause(game: Game, number: str) -> Clause:
    """The clause of this number; one the document does not have is refused.

    >>> from punto.rules.games import find_game
    >>> find_clause(find_game("tiger"), "3.3.2").summary
    'Tens, jacks, queens and kings count zero.'
    """
    found = next((clause for clause in clauses(game.id) if clause.number == number), None)
    if found is None:
        raise Refused(
            Reason.UNKNOWN_CLAUSE,
            f"{game.title} has no clause {number[:40]!r}; punto rules {game.id} lists them all.",
        )
    return found
