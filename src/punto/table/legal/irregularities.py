"""Irregularities that a table knows: which may be reported now, what each asks, who resolves it.

Nothing is decided here: every answer is what `decide` and `authority` say to a command that is
tried, so a console that follows it is never refused for what it could have known.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from punto.refusals import Refused
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option, Remedy
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.approvals import cards_need_second
from punto.table.authority import decides, is_referred, resolves
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.forms import tag_of
from punto.table.legal.answers import (
    is_open,
    lowest_position,
    most_senior,
    needs_approval,
    refusal,
)
from punto.table.preconditions import OUTCOMES
from punto.table.prompt import displayed_round
from punto.table.state import State
from punto.table.waits import wait_of

I = Irregularity  # noqa: E741  (short where the tables below are read as tables)

NO_PATRON = "-"  # a patron who neither has a stake nor holds cards


class Group(StrEnum):
    """What an irregularity is about, as staff at the table would look for it."""

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
    PLACE = "place"
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
    Group.CARDS: (
        I.FOREIGN_CARDS,
        I.EXTRA_OR_MISSING_CARDS,
        I.UNSHUFFLED_CARDS,
        I.DAMAGED_CARD,
    ),
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
# The one card that was exposed, by its place if it has been read; else the whole hand is meant.
WELCOME: Mapping[Irregularity, tuple[Fact, ...]] = {
    I.EXPOSED_OR_NOT_PASSED: (Fact.PLACE, Fact.CARD),
    I.DAMAGED_CARD: (Fact.CARD,),
}
# What no document of an older game covers, and a reading of ours does.
WHO_DECIDES: Mapping[Irregularity, str] = {
    I.POWER_FAILURE: "reading power-failure-elsewhere",
    I.DAMAGED_CARD: "reading who-decides",
    I.NOT_COVERED: "reading who-decides",
    I.WRONG_DISPLAY: "reading corrections",
}
VOID = c.Decide(void=True, why="-")
LATE_STAKE = c.RecordLateStake(NO_PATRON, "banker", 1, 1)


class Guide(Struct, frozen=True):
    """How one irregularity is taken up at this table now."""

    irregularity: Irregularity
    group: Group
    clause: str
    remedy: Remedy
    option: Option
    position: Position  # the lowest that resolves it; any member of staff reports it
    command: str  # by which the one who resolves it takes it up; others report it
    needed: tuple[Fact, ...]
    welcome: tuple[Fact, ...]
    sides: tuple[Side, ...]  # the hands it can be about now
    patrons: tuple[str, ...]  # the patrons it can be about now
    second: bool  # whether a second person has to approve it, by the money on the table
    not_now: Refused | None


class Interruption(Struct, frozen=True):
    """The power failed in this round: it goes on, unless it is decided void as its cards are lost.

    This is not a case in hand: the round is not held, and other irregularities can be reported.
    """

    clause: str
    command: str
    position: Position  # the lowest that decides it
    second: bool  # whether a second person has to approve it, by the money on the table


def guides(state: State) -> tuple[Guide, ...]:
    """What this table's game knows, in the order of the groups; nothing of a closed table."""
    if state.configuration is None:
        return ()
    return tuple(
        _guide(state, kind, group)
        for group, kinds in GROUPS.items()
        for kind in kinds
        if state.game.procedure(kind) is not None or kind in WHO_DECIDES
    )


def resolver(state: State) -> tuple[str, Position] | None:
    """The command that the case in hand waits for, and the lowest position that may give it."""
    if state.case is None:
        return None
    command = wait_of(state.case).form.command
    return tag_of(command), lowest_position(state, command)


def case_needs_second(state: State) -> bool:
    """Whether what ends the case in hand needs a second person, by the money on the table.

    A decision needs one to void the round or to put other cards in it, not to let it go on.
    """
    if state.case is None:
        return False
    command = wait_of(state.case).form.command
    names_cards = isinstance(command, c.Reconstruct | c.ReplaceMissing | c.Decide)
    if names_cards and cards_need_second(state):
        return True
    return needs_approval(refusal(state, command))


def interruption(state: State) -> Interruption | None:
    """The decision open after a power failure until the round ends, where no clause covers it."""
    if not state.is_interrupted:
        return None
    return Interruption(
        WHO_DECIDES[I.POWER_FAILURE],
        tag_of(VOID),
        lowest_position(state, VOID),
        needs_approval(refusal(state, VOID)),
    )


def _guide(state: State, kind: Irregularity, group: Group) -> Guide:
    procedure = state.game.procedure(kind)
    uncovered = Remedy.CONTINUE if kind is I.POWER_FAILURE else Remedy.DECIDE
    remedy = procedure.remedy if procedure else uncovered
    tried = list(_tried(state, kind))
    answers = [(each, refusal(state, each)) for each in tried]
    possible = [(each, no) for each, no in answers if is_open(each, no)]
    not_now = None if possible else answers[0][1]
    command = possible[0][0] if possible else tried[0]
    needed = NEEDED.get(kind, ())
    if remedy is Remedy.VOID_UNLESS_RECONSTRUCTED:
        needed = (Fact.RECONSTRUCTABLE,)  # and nothing else, in every game
    about = [each for each, _ in possible if isinstance(each, c.Report)]
    return Guide(
        kind,
        group,
        _clause(state, kind),
        remedy,
        procedure.option if procedure else Option.NONE,
        _resolving(state, command),
        tag_of(command),
        needed,
        WELCOME.get(kind, ()),
        tuple(side for side in Side if any(each.side is side for each in about)),
        tuple(dict.fromkeys(each.patron for each in about if each.patron not in ("", NO_PATRON))),
        any(needs_approval(no) for _, no in possible),
        not_now,
    )


def _clause(state: State, kind: Irregularity) -> str:
    """The clause on it, the one it is referred by (6.1), or the reading that stands in for one."""
    referred = state.game.procedure(I.NOT_COVERED) if is_referred(state, kind) else None
    procedure = state.game.procedure(kind) or referred
    return procedure.clause if procedure else WHO_DECIDES[kind]


def _resolving(state: State, command: c.Command) -> Position:
    """The lowest position that resolves what is taken up so."""
    if not isinstance(command, c.Report):
        return lowest_position(state, command)
    found = resolves(state, command.irregularity)
    if is_referred(state, command.irregularity):
        found = decides(state, command.irregularity)
    assert found.position is not None, "staff resolve what is reported"
    return found.position


def _tried(state: State, kind: Irregularity) -> Iterator[c.Command]:
    """The commands that could report this, each with plausible values."""
    match kind:
        case I.WRONG_DISPLAY:
            for shown in sorted(OUTCOMES):  # one of them is right
                yield c.CorrectDisplay(displayed_round(state), shown)
        case I.CUT_CARD_FIRST:
            yield from _cut_card_first(state)
        case I.DIFFERENTIAL_EXCEEDED:
            yield c.AskToDecrease()
        case I.LATE_STAKE:
            yield LATE_STAKE
        case I.LATE_WITHDRAWAL:
            yield late_withdrawal(state)
        case _:
            yield from reports(state, kind)


def late_withdrawal(state: State) -> c.RecordLateWithdrawal:
    """A late withdrawal of the first stake; of none that there is where no one has staked."""
    stakes = state.round.stakes if state.round else ()
    return c.RecordLateWithdrawal(next(iter(stakes), 0), 1)


def reports(state: State, kind: Irregularity) -> Iterator[c.Report]:
    """The reports of it that could be made: of each hand and patron, where it says which."""
    needed = NEEDED.get(kind, ())
    for side in Side if Fact.SIDE in needed else (None,):
        for patron in _patrons(state) if Fact.PATRON in needed else ("",):
            yield c.Report(kind, side=side, patron=patron)


def _cut_card_first(state: State) -> Iterator[c.Command]:
    """Withdrawal is allowed once the cut card is reported, where reporting it leads there."""
    allow = c.AllowFirstCardWithdrawal()
    yield allow
    out = c.ReportCutCard()
    if refusal(state, out) is None:
        later = evolve_all(state, decide(state, out, most_senior(state)))
        if refusal(later, allow) is None:
            yield out


def _patrons(state: State) -> tuple[str, ...]:
    """Patrons who hold cards or have a stake, and one who does neither."""
    play = state.round
    holding = play.handlers.values() if play else ()
    staking = (stake.patron for stake in play.stakes.values()) if play else ()
    return (*dict.fromkeys((*holding, *staking)), NO_PATRON)
