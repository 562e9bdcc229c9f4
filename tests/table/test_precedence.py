"""If several reasons apply, the earliest in the enum is reported."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table.configuration import Range
from punto.table.evolve import evolve_all
from punto.table.people import Patron, Staff
from punto.table.state import CLOSED, Case, Round, State, Waits
from tests.envelope import Given, decide_given
from tests.table.authority_oracle import Rightful, rightful_people
from tests.table.sequences import play
from tests.table.starting_states import TIGER

Pair = tuple[State, Any]
ORDER = {reason: place for place, reason in enumerate(Reason)}
CASE = Case(Irregularity.NOT_COVERED, "reading who-decides", Waits.DECISION)


def _round(state: State, **changes: object) -> State:
    return replace(state, round=replace(state.round, **changes)) if state.round else state


def _face_down(state: State) -> State:
    if state.round is None:
        return state
    return _round(state, cards=tuple(replace(card, face_up=False) for card in state.round.cards))


def _without_shoe(state: State) -> State:
    finished = tuple(replace(each, shoe_in_use=False) for each in state.finished)
    return replace(state, shoe=None, finished=finished)


def _configured(pair: Pair, **changes: object) -> Pair:
    state, command = pair
    wanted = getattr(command.command, "configuration", None)
    if wanted is None:
        return pair
    return state, command.changed(configuration=replace(wanted, **changes))


def _argument(field: str, value: object) -> Callable[[Pair], Pair]:
    def spoil(pair: Pair) -> Pair:
        state, command = pair
        if isinstance(getattr(command.command, field, Position.DEALER), Position):
            return pair  # it has no such argument; a position of staff is one of five
        return state, command.changed(**{field: value})

    return spoil


# Each makes a thing wrong that has nothing to do with the others of another line.
FAULTS: dict[str, Callable[[Pair], Pair]] = {
    "closed": lambda p: (replace(p[0], configuration=None, round=None, case=None), p[1]),
    "open": lambda p: (replace(p[0], configuration=p[0].configuration or TIGER), p[1]),
    "a stranger": lambda p: (p[0], replace(p[1], by=Patron("stranger"))),
    "a dealer": lambda p: (p[0], replace(p[1], by=Staff("dealer", Position.DEALER))),
    "a case": lambda p: (replace(p[0], case=CASE) if p[0].configuration else p[0], p[1]),
    "no case": lambda p: (replace(p[0], case=None), p[1]),
    "no round": lambda p: (replace(p[0], round=None, case=None), p[1]),
    "a round": lambda p: (replace(p[0], round=p[0].round or Round(99)), p[1]),
    "no shoe": lambda p: (_without_shoe(p[0]) if p[0].round is None else p[0], p[1]),
    "betting closed": lambda p: (_round(p[0], betting_open=False), p[1]),
    "betting open": lambda p: (_round(p[0], betting_open=True), p[1]),
    "no totals": lambda p: (_round(p[0], totals_announced=False), p[1]),
    "face down": lambda p: (_face_down(p[0]), p[1]),
    "method B": lambda p: (replace(p[0], method=Method.B), p[1]),
    "no handlers": lambda p: (_round(p[0], handlers={}, chosen={}), p[1]),
    "another's seat": lambda p: (_round(p[0], seats=dict.fromkeys(range(99), "x")), p[1]),
    "asked to decrease": lambda p: (_round(p[0], decrease_asked=Side.PLAYER), p[1]),
    "method C": _argument("method", Method.C),
    "game": lambda p: _configured(p, game="nonsense"),
    "edition": lambda p: _configured(p, edition="nonsense"),
    "decks": lambda p: _configured(p, decks=99),
    "unit": lambda p: _configured(p, unit_cents=7),
    "limits": lambda p: _configured(p, limits={}),
    "strange limits": lambda p: _configured(p, limits={"nonsense": Range(1000, 2000)}),
    "backs": _argument("backs_alike", False),
    "not in view": _argument("in_view", False),
    "shown": _argument("shown", "nonsense"),
    "too early": _argument("irregularity", Irregularity.DEVICE_RESET),
    "nobody": _argument("patron", ""),
    "wager": _argument("wager", "nonsense"),
    "position": _argument("position", 99),
    "stake": _argument("stake", 10**6),
    "stakes": _argument("stakes", (10**6,)),
    "no amount": _argument("cents", 0),
    "large amount": _argument("cents", 10**16),
    "odd amount": _argument("cents", 10_01),
    "small amount": _argument("cents", 5),
    "card": _argument("card", "XX"),
    "cards": _argument("cards", ("XX",)),
    "shoe": _argument("shoe", "nonsense"),
    "count": _argument("count", 99),
    "withdraw": _argument("withdraw", (10**6,)),
    "round": _argument("round", 10**6),
    "why": _argument("why", " "),
}


# One of these takes away what the other is about.
TOGETHER = (
    {"no case", "cards"},
    {"a case", "cards"},
    {"no round", "cards"},
    {"no round", "too early"},
    {"a round", "too early"},
    {"a dealer", "cards"},  # a patron names no card, a dealer may
    {"a dealer", "no shoe"},  # which has a source of its own
    # An edition that is not known sets neither decks, nor a unit, nor wagers.
    {"edition", "decks"},
    {"edition", "unit"},
    {"edition", "strange limits"},
)


def pairs() -> Iterator[Pair]:
    """States with a command that was accepted in each."""
    for seed in range(70):
        state = CLOSED
        for command in play(seed).commands:
            try:
                events = decide_given(state, command)
            except Refused:
                continue
            yield state, command
            state = evolve_all(state, events)


def told(pair: Pair) -> Reason | None:
    try:
        decide_given(*pair)
    except Refused as refusal:
        return refusal.reason
    return None


def test_the_earliest_reason_is_told() -> None:
    wrong: Counter[str] = Counter()
    checked: Counter[Reason] = Counter()
    for pair in pairs():
        alone = {}
        for name, fault in FAULTS.items():
            spoiled = fault(pair)
            if spoiled != pair and (reason := told(spoiled)) is not None:
                alone[name] = reason
        for one, two in combinations(alone, 2):
            first, second = alone[one], alone[two]
            if first is second or not _independent(pair, one, two):
                continue
            both = told(FAULTS[two](FAULTS[one](pair)))
            earliest = min(first, second, key=ORDER.__getitem__)
            checked[earliest] += 1
            if both is not earliest:
                kind = type(pair[1].command).__name__
                wrong[f"{kind}: {one} and {two} tell {both}, not {earliest}"] += 1
    assert not wrong, "\n".join(f"{count} {each}" for each, count in wrong.most_common())
    assert sum(checked.values()) > 10_000
    assert len(checked) > 8


def _independent(pair: Pair, one: str, two: str) -> bool:
    """Whether both faults are still there when both are made, and who may is still the same."""
    if {one, two} in TOGETHER:
        return False
    both, other = FAULTS[two](FAULTS[one](pair)), FAULTS[one](FAULTS[two](pair))
    if both != other:
        return False
    actor = {"a stranger", "a dealer"} & {one, two}
    return not actor or _rightful(*both) == _rightful(*pair)


def _rightful(state: State, given: Given) -> Rightful:
    return rightful_people(state, given.command, given.by)
