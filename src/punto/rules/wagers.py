"""Wagers as data: when a line pays, what it pays, by which clause; no code inside a wager."""

from dataclasses import dataclass, fields
from functools import lru_cache

from punto.money import Odds
from punto.rules.outcome import Outcome, Pairs, Winner, outcomes


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """A condition on the outcome: each field names the value, or the values, that satisfy it.

    >>> tiger = When(winner=Winner.BANKER, banker_total=6)
    >>> tiger.holds(Outcome(5, 6, 3, 2, Pairs.NONE)), tiger.holds(Outcome(5, 7, 3, 2, Pairs.NONE))
    (True, False)
    """

    winner: Winner | tuple[Winner, ...] | None = None
    player_total: int | tuple[int, ...] | None = None
    banker_total: int | tuple[int, ...] | None = None
    player_cards: int | tuple[int, ...] | None = None
    banker_cards: int | tuple[int, ...] | None = None
    cards: int | tuple[int, ...] | None = None
    margin: int | tuple[int, ...] | None = None
    natural: Winner | tuple[Winner, ...] | None = None
    pairs: Pairs | tuple[Pairs, ...] | None = None

    def holds(self, outcome: Outcome) -> bool:
        """Whether every field that says something is satisfied."""
        for name in CONDITIONS:
            wanted = getattr(self, name)
            if wanted is None:
                continue  # anything goes
            value = getattr(outcome, name)
            if value not in wanted if isinstance(wanted, tuple) else value != wanted:
                return False
        return True


CONDITIONS: tuple[str, ...] = tuple(field.name for field in fields(When))


@dataclass(frozen=True, slots=True)
class Pays:
    """One line of a pay table: the odds as printed, when they are paid, and the clause."""

    pays: str
    when: When
    clause: str
    title: str = ""

    @property
    def odds(self) -> Odds:
        return Odds.parse(self.pays)


@dataclass(frozen=True, slots=True)
class Wager:
    """A kind of bet: it wins by one of its lines, pushes when it says so, and loses otherwise."""

    id: str
    title: str
    lines: tuple[Pays, ...]
    loses_by: str
    push: When | None = None
    pushes_by: str = ""

    def line_for(self, outcome: Outcome) -> Pays | None:
        """The line that pays this outcome; lines never overlap, so there is at most one."""
        return next((line for line in self.lines if line.when.holds(outcome)), None)

    def pushes(self, outcome: Outcome) -> bool:
        return self.push is not None and self.push.holds(outcome)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a wager does on an outcome: the line that pays it, or a push, or (neither) a loss."""

    line: Pays | None
    pushes: bool
    clause: str


@lru_cache(maxsize=256)  # many times what the games have; designers' wagers come and go
def verdicts(wager: Wager) -> tuple[Verdict, ...]:
    """The whole law of a wager: its verdict on each outcome, by outcome index."""
    return tuple(_verdict(wager, outcome) for outcome in outcomes())


def _verdict(wager: Wager, outcome: Outcome) -> Verdict:
    line = wager.line_for(outcome)
    if line is not None:
        return Verdict(line, pushes=False, clause=line.clause)
    if wager.pushes(outcome):
        return Verdict(None, pushes=True, clause=wager.pushes_by)
    return Verdict(None, pushes=False, clause=wager.loses_by)


def faults(wager: Wager) -> list[str]:
    """What is wrong with a wager's definition, a sentence each; an empty list when it is sound."""
    found: list[str] = []
    if not wager.id.strip() or not wager.title.strip():
        found.append("A wager needs an id and a name.")
    if not wager.lines:
        found.append(f"Wager {wager.id!r} has no pay line, so it could never win.")
    claims: dict[Outcome, str] = {}
    conditions = [(f"line {n} ({line.pays})", line.when) for n, line in enumerate(wager.lines, 1)]
    if wager.push is not None:
        conditions.append(("the push", wager.push))
    for name, when in conditions:
        held = [outcome for outcome in outcomes() if when.holds(outcome)]
        if not held:
            found.append(f"In wager {wager.id!r} no round can ever satisfy {name}.")
        rivals = dict.fromkeys(claims[outcome] for outcome in held if outcome in claims)
        found += [f"In wager {wager.id!r} {name} overlaps {rival}." for rival in rivals]
        claims.update(dict.fromkeys(held, name))
    return found
