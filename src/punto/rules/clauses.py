"""The register of clauses: every numbered clause and how the software implements it."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.register import load_tests, load_toml


class Kind(StrEnum):
    """How the software treats a clause."""

    ENFORCED = "enforced"  # the software decides, computes or refuses accordingly
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
    """Return a game's clauses in document order."""
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


def clauses_of(game: Game) -> tuple[Clause, ...]:
    """The clauses of an edition in document order: the game's register as the edition amends it."""
    registered = {clause.number: clause for clause in clauses(game.document)}
    amended = registered | {
        number: Clause(
            game=game.id,
            number=number,
            kind=Kind(each.kind),
            summary=each.summary,
            enforced_by=each.enforced_by,
            tests=(),
            readings=each.readings,
        )
        for number, each in game.amendments.items()
        if each is not None
    }
    struck = {number for number, each in game.amendments.items() if each is None}
    return tuple(amended[number] for number in sorted(amended.keys() - struck, key=_place))


def _place(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))


def find_clause(game: Game, number: str) -> Clause:
    """Return the clause with this number, or refuse a number the document does not have.

    >>> from punto.rules.games import find_game
    >>> find_clause(find_game("tiger"), "3.3.2").summary
    'Tens, jacks, queens and kings count zero.'
    """
    found = next((clause for clause in clauses_of(game) if clause.number == number), None)
    if found is None:
        raise Refused(
            Reason.UNKNOWN_CLAUSE,
            "{game} has no clause {number!r}; punto rules {ref} lists them all.",
            game=game.title,
            number=number[:40],
            ref=game.ref,
        )
    return found
