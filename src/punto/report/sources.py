"""Grounds: the clauses and readings of the register on which a sheet's figures are based."""

from collections.abc import Sequence
from dataclasses import dataclass

from punto.rules.clauses import Clause, clauses_of
from punto.rules.game import Game
from punto.rules.readings import Reading, readings
from punto.rules.wagers import Wager, When

# A clause affects the odds if code that decides them enforces it; the first match is its heading.
HEADINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Cards", ("punto.rules.cards.", "punto.rules.shoe.check_decks")),
    ("Points", ("punto.rules.hands.point_total",)),
    (
        "Deal and third cards",
        ("punto.rules.drawing.", "punto.rules.round.", "punto.rules.hands.is_natural"),
    ),
    ("Winner", ("punto.rules.outcome.",)),
    ("Wagers and what they pay", ("punto.rules.games.",)),
)
FELT = ".LAYOUTS"  # the layout does not affect the value of a stake

# How shoes are dealt in the simulation, which affects the figures of its later rounds.
DEALING_READINGS = ("cut-card", "burn")
PAIR_READING = "pair-is-rank"

# Who stakes, how much, who calls the cards and what voids a round do not affect the figures.
PROCEDURE_READINGS = (
    "card-source",
    "initial-deal-four",
    "limits-at-terminals",
    "limits-each-wager",
    "on-behalf",
    "order-of-work",
    "shared-order",
    "typed-impossible-card",
)


@dataclass(frozen=True, slots=True)
class Heading:
    """Clauses on one subject, in document order."""

    title: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Grounds:
    """The clauses and readings behind a sheet."""

    headings: tuple[Heading, ...]
    readings: tuple[Reading, ...]


def grounds(game: Game | None, custom: Sequence[Wager] = ()) -> Grounds:
    """Return the clauses that decide cards, winner and payment, and the readings they rely on.

    >>> from punto.rules.games import find_game
    >>> tiger = find_game("tiger")
    >>> [heading.title for heading in grounds(tiger).headings]
    ['Cards', 'Points', 'Deal and third cards', 'Winner', 'Wagers and what they pay']
    """
    headings = () if game is None else _headings(game)
    taken = {name for each in headings for clause in each.clauses for name in clause.readings}
    taken.difference_update(PROCEDURE_READINGS)
    taken.update(DEALING_READINGS)
    if any(_asks_pairs(wager) for wager in custom):
        taken.add(PAIR_READING)
    return Grounds(headings, tuple(each for each in readings().values() if each.id in taken))


def _headings(game: Game) -> tuple[Heading, ...]:
    found: dict[str, list[Clause]] = {title: [] for title, _ in HEADINGS}
    for clause in clauses_of(game):
        title = _heading_of(clause)
        if title is not None:
            found[title].append(clause)
    return tuple(Heading(title, tuple(under)) for title, under in found.items() if under)


def _heading_of(clause: Clause) -> str | None:
    if any(name.endswith(FELT) for name in clause.enforced_by):
        return None
    return next(
        (
            title
            for title, deciders in HEADINGS
            if any(name.startswith(deciders) for name in clause.enforced_by)
        ),
        None,
    )


def _asks_pairs(wager: Wager) -> bool:
    conditions: list[When] = [line.when for line in wager.lines]
    if wager.push is not None:
        conditions.append(wager.push)
    return any(condition.pairs is not None for condition in conditions)
