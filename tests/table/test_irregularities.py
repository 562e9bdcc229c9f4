"""How a table takes up each irregularity: one row each, as a console shows it."""

from punto.refusals import Reason
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.irregularities import Option, Remedy
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.legal.irregularities import Fact, Group, Guide, guides
from punto.table.state import State
from tests.table.starting_states import (
    DEALT,
    METHOD_A,
    OLDER,
    after,
    draw,
    opened,
    stake,
)

DEALER, PIT, SHIFT = Position.DEALER, Position.PIT_MANAGER, Position.GAMING_SHIFT_MANAGER
ANY, ALL, NONE = Option.WITHDRAW_ANY, Option.WITHDRAW_ALL, Option.NONE
ORDER, VOID, DECIDE = Remedy.RECONSTRUCT, Remedy.VOID, Remedy.DECIDE
ON, ADJUST, REFUSE = Remedy.CONTINUE, Remedy.ADJUST, Remedy.REFUSE
UNLESS = Remedy.VOID_UNLESS_RECONSTRUCTED
SIDE, KNOWN = (Fact.SIDE,), (Fact.RECONSTRUCTABLE,)
Row = tuple[Group, str, Remedy, Option, Position, str, tuple[Fact, ...], tuple[Fact, ...]]


def row(
    group: Group,
    clause: str,
    remedy: Remedy,
    option: Option = NONE,
    by: Position = PIT,
    command: str = "report",
    needed: tuple[Fact, ...] = (),
    welcome: tuple[Fact, ...] = (),
) -> Row:
    return group, clause, remedy, option, by, command, needed, welcome


TIGER: dict[I, Row] = {
    I.DEALT_IN_WRONG_ORDER: row(Group.DEALING, "5.7", ORDER),
    I.DRAWN_TOGETHER_ORDER_KNOWN: row(Group.DEALING, "5.8", ORDER, ANY),
    I.DRAWN_TOGETHER_IN_INITIAL_DEAL: row(Group.DEALING, "5.8.2.1", VOID),
    I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL: row(Group.DEALING, "5.8.2.2", DECIDE, ALL),
    I.FACE_UP_IN_DEVICE: row(Group.DEALING, "5.6", ON),
    I.CUT_CARD_FIRST: row(Group.DEALING, "3.22.1", ON, ANY, DEALER, "allow-first-card-withdrawal"),
    I.TOO_FEW_CARDS: row(Group.DEALING, "5.3", VOID),
    I.PASSED_TO_WRONG_PATRON: row(Group.PATRONS, "5.7", ORDER, needed=(Fact.SIDE, Fact.PATRON)),
    I.EXPOSED_OR_NOT_PASSED: row(
        Group.PATRONS, "5.7.1", ON, needed=SIDE, welcome=(Fact.PLACE, Fact.CARD)
    ),
    I.HANDLER_ABSENT: row(Group.PATRONS, "5.10", Remedy.DEALER_EXPOSES, by=DEALER, needed=SIDE),
    I.PATRON_LEFT_WITH_CARDS: row(
        Group.PATRONS, "5.11", Remedy.REPLACE_MISSING, by=SHIFT, needed=(Fact.PATRON,)
    ),
    I.FOREIGN_CARDS: row(Group.CARDS, "5.1.1", VOID),
    I.EXTRA_OR_MISSING_CARDS: row(Group.CARDS, "5.1.1", VOID),
    I.UNSHUFFLED_CARDS: row(Group.CARDS, "5.1.1", VOID),
    I.DAMAGED_CARD: row(Group.CARDS, "6.1", DECIDE, by=SHIFT, welcome=(Fact.CARD,)),
    I.SHOE_ORDER_ALTERED: row(Group.DEVICE, "5.2", UNLESS, needed=KNOWN),
    I.DEVICE_RESET: row(Group.DEVICE, "5.9", Remedy.REOPEN_BETTING, ANY),
    I.EXPOSED_BY_MOVING_DEVICE: row(Group.DEVICE, "5.12.1", ON),
    I.ALTERED_BY_MOVING_DEVICE: row(Group.DEVICE, "5.12.2", UNLESS, needed=KNOWN),
    I.POWER_FAILURE: row(Group.DEVICE, "5.17", ON, ALL),
    I.LATE_STAKE: row(Group.STAKES, "5.4", REFUSE, NONE, DEALER, "record-late-stake"),
    I.LATE_WITHDRAWAL: row(Group.STAKES, "5.5", REFUSE, NONE, DEALER, "record-late-withdrawal"),
    I.UNDER_MINIMUM: row(Group.STAKES, "5.14", ADJUST),
    I.OVER_MAXIMUM: row(Group.STAKES, "5.15", ADJUST),
    I.DIFFERENTIAL_EXCEEDED: row(Group.STAKES, "5.18", ADJUST, NONE, DEALER, "ask-to-decrease"),
    I.WRONG_DISPLAY: row(Group.OTHER, "6.3", ON, command="correct-display"),
    I.NOT_COVERED: row(Group.OTHER, "6.1", DECIDE, by=SHIFT),
}
NOT_COVERED_BY_THE_OLDER: dict[I, tuple[str, Remedy, Position]] = {
    I.DAMAGED_CARD: ("reading who-decides", DECIDE, PIT),
    I.POWER_FAILURE: ("reading power-failure-elsewhere", ON, PIT),
    I.WRONG_DISPLAY: ("reading corrections", DECIDE, PIT),
    I.NOT_COVERED: ("reading who-decides", DECIDE, PIT),
}


def by_kind(state: State) -> dict[I, Guide]:
    return {each.irregularity: each for each in guides(state)}


def test_each_is_taken_up_by_its_clause() -> None:
    rows = {
        kind: (g.group, g.clause, g.remedy, g.option, g.position, g.command, g.needed, g.welcome)
        for kind, g in by_kind(DEALT).items()
    }
    assert rows == TIGER
    assert list(rows) == list(TIGER), "in the order of the groups"


def test_what_an_older_document_does_not_cover_is_taken_up_by_a_reading() -> None:
    known = by_kind(opened(OLDER))
    for kind, row in NOT_COVERED_BY_THE_OLDER.items():
        assert (known[kind].clause, known[kind].remedy, known[kind].position) == row
        assert known[kind].option is NONE


def test_what_cannot_be_reported_now_says_why() -> None:
    now = {kind: each.not_now.reason for kind, each in by_kind(DEALT).items() if each.not_now}
    assert now == {
        I.CUT_CARD_FIRST: Reason.NO_SUCH_CASE,
        I.TOO_FEW_CARDS: Reason.NO_SUCH_CASE,
        I.PASSED_TO_WRONG_PATRON: Reason.NO_SUCH_CASE,
        I.HANDLER_ABSENT: Reason.NO_SUCH_CASE,
        I.PATRON_LEFT_WITH_CARDS: Reason.NO_SUCH_CASE,
        I.DEVICE_RESET: Reason.NO_SUCH_CASE,
        I.EXPOSED_BY_MOVING_DEVICE: Reason.NO_SUCH_CASE,
        I.ALTERED_BY_MOVING_DEVICE: Reason.NO_SUCH_CASE,
        I.DIFFERENTIAL_EXCEEDED: Reason.BETTING_CLOSED,
    }


def test_the_hands_and_patrons_it_can_be_about_are_named() -> None:
    staked = (stake("seat1"), stake("seat2", "banker"), stake("seat3", "tie"))
    hidden = after(METHOD_A, *staked, c.CloseBetting, *draw(*[None] * 4))
    held = after(hidden, c.PassCards(Side.BANKER, "seat2"), c.PassCards(Side.PLAYER, "seat1"))
    about = {kind: (each.sides, each.patrons) for kind, each in by_kind(held).items()}
    both = (Side.PLAYER, Side.BANKER)
    assert about.pop(I.PASSED_TO_WRONG_PATRON) == (both, ("seat2", "seat3", "seat1"))
    assert about.pop(I.EXPOSED_OR_NOT_PASSED) == (both, ())
    assert about.pop(I.HANDLER_ABSENT) == (both, ())
    assert set(about.values()) == {((), ())}
    shown = after(held, c.ChooseFirstRevealed(Side.BANKER))
    shown = after(shown, c.ExposeCards(Side.BANKER, ("2D", "AS"), turned_by="seat2"))
    assert by_kind(shown)[I.PATRON_LEFT_WITH_CARDS].patrons == ("seat1",)
