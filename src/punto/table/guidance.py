"""Guidance: which irregularities a table knows, which may be now, what each asks, who takes it up.

Nothing is decided here: every answer is what `decide` and `authority` say to a command that is
tried, so a console that follows it is never refused for what it could have known.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option, Remedy
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.authority import authority
from punto.table.cases import NOT_REPORTED
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Staff
from punto.table.state import State, Waits

I = Irregularity  # noqa: E741  (short where the tables below are read as tables)

# Whoever may do everything: what is refused them lies in the moment, not in the person.
ANYBODY = Staff("-", max(Position))
SOMEBODY = "-"  # a patron who neither has a stake nor holds cards
# What was tried is wrong in what it said, not in the moment: said right it may well be done.
IN_THE_WORDS = frozenset(
    (
        Reason.UNREADABLE_CARD,
        Reason.TOO_MANY_COPIES,
        Reason.CARD_UNREAD,
        Reason.CARD_CONTRADICTS,
        Reason.CARD_MISSING,
        Reason.ROUND_NOT_COMPLETE,
        Reason.UNKNOWN_STAKE,
    )
)


class Group(StrEnum):
    """What an irregularity is about, as somebody looks for it who stands at the table."""

    CARDS = "cards"
    DEALING = "dealing"
    DEVICE = "device"
    PATRONS = "patrons"
    STAKES = "stakes"
    OTHER = "other"


class Fact(StrEnum):
    """What a report may have to say beside what happened."""

    SIDE = "side"
    PATRON = "patron"
    CARD = "card"
    RECONSTRUCTABLE = "reconstructable"


GROUPS: Mapping[Group, tuple[Irregularity, ...]] = {
    Group.DEALING: (
        I.DEALT_IN_WRONG_ORDER,
        I.WRONG_NUMBER_OF_CARDS,
        I.DRAWN_TOGETHER_ORDER_KNOWN,
        I.DRAWN_TOGETHER_IN_INITIAL_DEAL,
        I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL,
        I.FACE_UP_IN_DEVICE,
        I.CUT_CARD_FIRST,
        I.TOO_FEW_CARDS,
    ),
    Group.PATRONS: (
        I.PASSED_TO_WRONG_PATRON,
        I.EXPOSED_OR_NOT_PASSED,
        I.HANDLER_ABSENT,
        I.PATRON_LEFT_WITH_CARDS,
    ),
    Group.CARDS: (I.FOREIGN_CARDS, I.EXTRA_OR_MISSING_CARDS, I.UNSHUFFLED_CARDS),
    Group.DEVICE: (
        I.SHOE_ORDER_ALTERED,
        I.DEVICE_RESET,
        I.EXPOSED_BY_MOVING_DEVICE,
        I.ALTERED_BY_MOVING_DEVICE,
        I.POWER_FAILURE,
    ),
    Group.STAKES: (
        I.LATE_STAKE,
        I.LATE_WITHDRAWAL,
        I.UNDER_MINIMUM,
        I.OVER_MAXIMUM,
        I.DIFFERENTIAL_EXCEEDED,
    ),
    Group.OTHER: (I.WRONG_DISPLAY, I.NOT_COVERED),
}
NEEDED: Mapping[Irregularity, tuple[Fact, ...]] = {
    I.HANDLER_ABSENT: (Fact.SIDE,),
    I.PASSED_TO_WRONG_PATRON: (Fact.SIDE, Fact.PATRON),
    I.EXPOSED_OR_NOT_PASSED: (Fact.SIDE,),
    I.PATRON_LEFT_WITH_CARDS: (Fact.PATRON,),
}
# The one card that was exposed; without it the whole hand is meant.
WELCOME: Mapping[Irregularity, tuple[Fact, ...]] = {I.EXPOSED_OR_NOT_PASSED: (Fact.CARD,)}
# What no document of an older game covers, and a reading of ours does.
BY_READING: Mapping[Irregularity, str] = {
    I.POWER_FAILURE: "reading power-failure-elsewhere",
    I.NOT_COVERED: "reading staff-in-older-games",
}
RESOLVED_BY: Mapping[Waits, c.Command] = {
    Waits.OPTION: c.AnswerOption("-", by=ANYBODY),
    Waits.CARDS_IN_ORDER: c.Reconstruct((), by=ANYBODY),
    Waits.SETTING_ASIDE: c.SetAside(by=ANYBODY),
    Waits.SORTING: c.SortCards({}, by=ANYBODY),
    Waits.REPLACEMENT: c.ReplaceMissing(by=ANYBODY),
    Waits.DECISION: c.Decide(void=True, why="-", by=ANYBODY),
}


class Guide(Struct, frozen=True):
    """How one irregularity is taken up at this table now."""

    irregularity: Irregularity
    group: Group
    clause: str
    remedy: Remedy
    option: Option
    position: Position  # the lowest that may take it up
    command: str  # by which it is taken up; empty where the table does it by itself
    needed: tuple[Fact, ...]
    welcome: tuple[Fact, ...]
    sides: tuple[Side, ...]  # the hands it can be about now
    patrons: tuple[str, ...]  # the patrons it can be about now
    second: bool  # whether a second person has to approve it, by the money on the table
    not_now: Refused | None


def guides(state: State) -> tuple[Guide, ...]:
    """What this table's game knows, in the order of the groups; nothing of a closed table."""
    if state.configuration is None:
        return ()
    return tuple(
        _guide(state, kind, group)
        for group, kinds in GROUPS.items()
        for kind in kinds
        if state.game.procedure(kind) is not None or kind in BY_READING
    )


def resolver(state: State) -> tuple[str, Position] | None:
    """The command that the case in hand waits for, and the lowest position that may give it."""
    if state.case is None:
        return None
    command = RESOLVED_BY[state.case.waits]
    return _tag(command), authority(state, command).position or Position.DEALER


def _guide(state: State, kind: Irregularity, group: Group) -> Guide:
    procedure = state.game.procedure(kind)
    remedy = procedure.remedy if procedure else Remedy.DECIDE
    if procedure is None and kind is I.POWER_FAILURE:
        remedy = Remedy.VOID_UNLESS_RECONSTRUCTED
    tried = list(_tried(state, kind))
    answers = [(each, _answer(state, each)) for each in tried]
    possible = [(each, no) for each, no in answers if no is None or _is_possible(no)]
    not_now = None if possible else _by_itself(kind) if not answers else answers[0][1]
    command = possible[0][0] if possible else tried[0] if tried else None
    needed = NEEDED.get(kind, ())
    if remedy is Remedy.VOID_UNLESS_RECONSTRUCTED:
        needed = (*needed, Fact.RECONSTRUCTABLE)
    reports = [each for each, _ in possible if isinstance(each, c.Report)]
    asks = command or c.Report(kind, by=ANYBODY)
    return Guide(
        kind,
        group,
        procedure.clause if procedure else BY_READING[kind],
        remedy,
        procedure.option if procedure else Option.NONE,
        authority(state, asks).position or Position.DEALER,
        _tag(command) if command else "",
        needed,
        WELCOME.get(kind, ()),
        tuple(side for side in Side if any(each.side is side for each in reports)),
        tuple(dict.fromkeys(each.patron for each in reports if each.patron not in ("", SOMEBODY))),
        any(no is not None and no.reason is Reason.APPROVAL_NEEDED for _, no in possible),
        not_now,
    )


def _tried(state: State, kind: Irregularity) -> Iterator[c.Command]:
    """The commands by which this could be taken up, each as somebody would give it."""
    match kind:
        case I.WRONG_DISPLAY:
            last = state.finished[-1].number if state.finished else 0
            yield c.CorrectDisplay(last, "tie", by=ANYBODY)
        case I.CUT_CARD_FIRST:
            yield from _cut_card_first(state)
        case I.DIFFERENTIAL_EXCEEDED:
            yield c.AskToDecrease(by=ANYBODY)
        case _ if kind in NOT_REPORTED:
            return
        case _:
            needed = NEEDED.get(kind, ())
            for side in Side if Fact.SIDE in needed else (None,):
                for patron in _patrons(state) if Fact.PATRON in needed else ("",):
                    yield c.Report(kind, side=side, patron=patron, by=ANYBODY)


def _cut_card_first(state: State) -> Iterator[c.Command]:
    """Withdrawal is allowed once the cut card is reported, where reporting it leads there."""
    allow = c.AllowFirstCardWithdrawal(by=ANYBODY)
    yield allow
    out = c.ReportCutCard(by=ANYBODY)
    if _answer(state, out) is None:
        later = evolve_all(state, decide(state, out))
        if _answer(later, allow) is None:
            yield out


def _patrons(state: State) -> tuple[str, ...]:
    """Whoever holds cards or has a stake, and somebody else."""
    play = state.round
    holding = play.handlers.values() if play else ()
    staking = (stake.patron for stake in play.stakes.values()) if play else ()
    return (*dict.fromkeys((*holding, *staking)), SOMEBODY)


def _answer(state: State, tried: c.Command) -> Refused | None:
    try:
        decide(state, tried)
    except Refused as refused:
        return refused
    return None


def _is_possible(refused: Refused) -> bool:
    return refused.reason is Reason.APPROVAL_NEEDED or refused.reason in IN_THE_WORDS


def _by_itself(kind: Irregularity) -> Refused:
    """The table sees to it without being told."""
    return Refused(Reason.NO_SUCH_CASE, NOT_REPORTED[kind])


def _tag(command: c.Command) -> str:
    return str(type(command).__struct_config__.tag)
