"""Wagers as data: when each line pays, what it pays and by which clause."""

from dataclasses import dataclass, fields
from functools import lru_cache

from punto.messages import Message
from punto.money import Odds
from punto.refusals import Reason, Refused
from punto.rules.holdings import HandIs, Hands
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
    any_of: tuple["When", ...] | None = None  # at least one of these holds
    all_of: tuple["When", ...] | None = None
    none_of: tuple["When", ...] | None = None
    hands: tuple[HandIs, ...] | None = None  # conditions on the cards themselves; all must hold

    @property
    def needs_cards(self) -> bool:
        """Whether deciding it takes the cards as well as the outcome."""
        inside = (*(self.any_of or ()), *(self.all_of or ()), *(self.none_of or ()))
        return bool(self.hands) or any(part.needs_cards for part in inside)

    def holds(self, outcome: Outcome, hands: Hands | None = None) -> bool:
        """Whether every field is satisfied; `hands` are the card facts it tests, if any."""
        for name in CONDITIONS:
            wanted = getattr(self, name)
            if wanted is None:
                continue  # not restricted
            value = getattr(outcome, name)
            if value not in wanted if isinstance(wanted, tuple) else value != wanted:
                return False
        return self._holds_inside(outcome, hands)

    def _holds_inside(self, outcome: Outcome, hands: Hands | None) -> bool:
        if self.hands and (hands is None or not all(each.holds(hands) for each in self.hands)):
            return False
        if self.any_of and not any(part.holds(outcome, hands) for part in self.any_of):
            return False
        if self.all_of and not all(part.holds(outcome, hands) for part in self.all_of):
            return False
        return not any(part.holds(outcome, hands) for part in self.none_of or ())


# The fields that test the outcome; the others combine conditions or test the cards.
CONDITIONS: tuple[str, ...] = tuple(
    field.name
    for field in fields(When)
    if field.name not in ("any_of", "all_of", "none_of", "hands")
)


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
    """A kind of bet: it wins on one of its lines, pushes on its push condition, else loses."""

    id: str
    title: str
    lines: tuple[Pays, ...]
    loses_by: str
    push: When | None = None
    pushes_by: str = ""

    def __hash__(self) -> int:
        """Hash the id alone: wagers are frequent dict keys, and hashing every line is slow."""
        return hash(self.id)

    @property
    def needs_cards(self) -> bool:
        """Whether deciding it takes suits or single cards as well as the outcome."""
        conditions = (*(line.when for line in self.lines), *filter(None, (self.push,)))
        return any(when.needs_cards for when in conditions)

    def line_for(self, outcome: Outcome, hands: Hands | None = None) -> Pays | None:
        """Return the line that pays on this outcome, if any; lines never overlap."""
        return next((line for line in self.lines if line.when.holds(outcome, hands)), None)

    def pushes(self, outcome: Outcome, hands: Hands | None = None) -> bool:
        return self.push is not None and self.push.holds(outcome, hands)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A wager's result on an outcome: the line that pays, or a push, or (neither) a loss."""

    line: Pays | None
    pushes: bool
    clause: str


@lru_cache(maxsize=256)  # bounded: custom wagers come and go
def verdicts(wager: Wager) -> tuple[Verdict, ...]:
    """Return a wager's verdict on every outcome, by outcome index."""
    if wager.needs_cards:
        raise Refused(
            Reason.UNSOUND_WAGER,
            "Wager {wager!r} looks at the cards themselves, and here only outcomes are"
            " known; price it with punto odds.",
            wager=wager.id,
        )
    return tuple(decide_wager(wager, outcome) for outcome in outcomes())


def decide_wager(wager: Wager, outcome: Outcome, hands: Hands | None = None) -> Verdict:
    """Return a wager's verdict on one round; `hands` are the card facts it tests, if any."""
    line = wager.line_for(outcome, hands)
    if line is not None:
        return Verdict(line, pushes=False, clause=line.clause)
    if wager.pushes(outcome, hands):
        return Verdict(None, pushes=True, clause=wager.pushes_by)
    return Verdict(None, pushes=False, clause=wager.loses_by)


def unsatisfiable(wager: Wager, line: Message) -> Message:
    """Return the message that a line, or the push, can never happen."""
    return Message.of(
        "In wager {wager!r} no round can ever satisfy {line}.", wager=wager.id, line=line
    )


def overlapping(wager: Wager, line: Message, rival: Message) -> Message:
    """Return the message that two lines, or a line and the push, hold for the same round."""
    return Message.of(
        "In wager {wager!r} {line} overlaps {rival}.", wager=wager.id, line=line, rival=rival
    )


def faults(wager: Wager) -> list[Message]:
    """Return the faults of a wager's definition, one sentence each; empty when it is valid."""
    found: list[Message] = []
    if not wager.id.strip() or not wager.title.strip():
        found.append(Message.of("A wager needs an id and a name."))
    if not wager.lines:
        found.append(
            Message.of("Wager {wager!r} has no pay line, so it could never win.", wager=wager.id)
        )
    if wager.needs_cards:
        return found  # overlaps are checked on the refined distribution
    claims: dict[Outcome, int] = {}
    conditions = [
        (Message.of("line {number} ({pays})", number=n, pays=line.pays), line.when)
        for n, line in enumerate(wager.lines, 1)
    ]
    if wager.push is not None:
        conditions.append((Message.of("the push"), wager.push))
    for place, (name, when) in enumerate(conditions):
        held = [outcome for outcome in outcomes() if when.holds(outcome)]
        if not held:
            found.append(unsatisfiable(wager, name))
        rivals = dict.fromkeys(claims[outcome] for outcome in held if outcome in claims)
        found += [overlapping(wager, name, conditions[rival][0]) for rival in rivals]
        claims.update(dict.fromkeys(held, place))
    return found
