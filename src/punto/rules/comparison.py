"""Comparison of two editions: differences by clause, wager, pay line and procedure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from punto.rules.clauses import clauses_of
from punto.rules.game import Game
from punto.rules.irregularities import Option, Procedure
from punto.rules.staff import Grant
from punto.rules.wagers import CONDITIONS, Pays, Wager, When

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two editions; a side is empty where that edition has no such item."""

    part: str  # document, clause, wager, pay line, procedure or power
    name: str
    before: str
    after: str


def differences(one: Game, other: Game) -> list[Difference]:
    """Return every difference of the second edition from the first, part by part."""
    return [
        *_compare("document", _document(one), _document(other), str),
        *_compare(
            "clause",
            {clause.number: f"{clause.kind}: {clause.summary}" for clause in clauses_of(one)},
            {clause.number: f"{clause.kind}: {clause.summary}" for clause in clauses_of(other)},
            str,
        ),
        *_compare("wager", _wagers(one), _wagers(other), _describe_wager),
        *_compare("pay line", _lines(one), _lines(other), _describe_line),
        *_compare("procedure", _procedures(one), _procedures(other), _describe_procedure),
        *_compare("power", _grants(one), _grants(other), _describe_grant),
    ]


def _compare(
    part: str, one: Mapping[str, T], other: Mapping[str, T], describe: Callable[[T], str]
) -> Iterator[Difference]:
    for name in dict.fromkeys((*one, *other)):
        before = describe(one[name]) if name in one else ""
        after = describe(other[name]) if name in other else ""
        if before != after:
            yield Difference(part, name, before, after)


def _document(game: Game) -> dict[str, str]:
    layouts = (f"{each.name} {each.positions or ''}".strip() for each in game.layouts)
    return {
        "title": game.title,
        "edition": game.edition,
        "in force": game.effective.isoformat(),
        "decks": "{} to {}, by {}".format(*game.decks, game.decks_clause),
        "layouts": ", ".join(layouts),
        "methods": ", ".join(method.value for method in game.methods),
        "winner": game.winner_clause,
        "drawing": ", ".join(f"{rule.name} {clause}" for rule, clause in game.drawing.items()),
        "limits": game.limits_clause,
        "stakes per area": game.stakes_per_area_clause,
    }


def _wagers(game: Game) -> dict[str, Wager]:
    return {wager.id: wager for wager in game.wagers}


def _describe_wager(wager: Wager) -> str:
    pushes = f"; pushes on {_condition(wager.push)} by {wager.pushes_by}" if wager.push else ""
    return f"{wager.title}: loses by {wager.loses_by}{pushes}"


def _lines(game: Game) -> dict[str, Pays]:
    return {
        f"{wager.id} on {_condition(line.when)}": line
        for wager in game.wagers
        for line in wager.lines
    }


def _describe_line(line: Pays) -> str:
    return f"{line.pays} by {line.clause}"


def _condition(when: When) -> str:
    """Describe a condition in a few words."""
    asked = ((name, getattr(when, name)) for name in CONDITIONS)
    return ", ".join(
        f"{name.replace('_', ' ')} {_values(value)}" for name, value in asked if value is not None
    )


def _values(value: object) -> str:
    values: Iterable[object] = value if isinstance(value, tuple) else (value,)
    return " or ".join(
        each.name.lower() if isinstance(each, Enum) else str(each) for each in values
    )


def _procedures(game: Game) -> dict[str, Procedure]:
    return {each.irregularity.value: each for each in game.procedures}


def _describe_procedure(procedure: Procedure) -> str:
    option = ""
    if procedure.option is not Option.NONE:
        option = f", {procedure.option.value} by {procedure.option_clause or procedure.clause}"
    authority = procedure.authority
    resolver = f", resolved by {authority.title}" if authority else ""
    return f"{procedure.remedy.value} by {procedure.clause}{option}{resolver}"


def _grants(game: Game) -> dict[str, Grant]:
    return {each.power.value: each for each in game.grants}


def _describe_grant(grant: Grant) -> str:
    return f"{grant.position.title} by {grant.clause}"
