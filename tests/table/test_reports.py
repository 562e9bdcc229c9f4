"""When an irregularity can be reported, and what a report must contain."""

from itertools import product

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Patron
from punto.table.scripts import play_script
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.rules.oracle import play
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    DEALT,
    METHOD_A,
    METHOD_C,
    OLDER,
    after,
    draw,
    opened,
    refused,
    report,
    stake,
)
from tests.table.state_parts import in_round, shoe

PLAYER, BANKER = Side.PLAYER, Side.BANKER
ONE_CARD = after(DEALING, *draw("9S"))
THREE = after(DEALING, *draw("2C", "2D", "3H"))
OLDER_CLOSED = after(opened(OLDER), c.OpenBetting, c.CloseBetting)
FACE_DOWN = after(METHOD_A, stake(), c.CloseBetting, *draw("2C", "2D", "3H", "AS"))
HELD = after(FACE_DOWN, c.PassCards(PLAYER, "seat1"))
SQUEEZED = after(HELD, Given(c.SqueezeCards(PLAYER), Patron("seat1")))


def held(*cards: str | None) -> State:
    """These cards, and Player's two in the hands of seat1."""
    dealt = after(METHOD_A, stake(), c.CloseBetting, *draw(*cards))
    return after(dealt, c.PassCards(PLAYER, "seat1"))


UNREAD = after(
    METHOD_A,
    stake(),
    stake("seat2", "banker"),
    c.CloseBetting,
    *draw(None, None, None, None),
    c.PassCards(PLAYER, "seat1"),
)
READ_BANKER = after(
    UNREAD,
    c.PassCards(BANKER, "seat2"),
    c.ChooseFirstRevealed(BANKER),
    c.ExposeCards(BANKER, ("2D", "AS"), turned_by="seat2"),
)
KEPT = after(FACE_DOWN, report(I.EXPOSED_OR_NOT_PASSED, side=PLAYER))
UP = after(KEPT, c.ExposeCards(PLAYER))
IN_C = after(METHOD_C, c.CloseBetting)
DRAWN_IN_C = play_script(
    "game tiger zone=ruby-room method=C\nopen\nstake seat1 player 100\nclose\n"
    "device seat1\ndraw 2C 2D 3H"
).state


def together(kind: I, *places: int) -> Given:
    """A report that these places of the round's cards came out at once."""
    return Given(c.Report(kind, together=places), ANYBODY)


NOT_NOW: list[tuple[State, Given, str, str]] = [
    (DEALING, Given(c.Report(I.FACE_UP_IN_DEVICE), ANYBODY), "5.6", "No card"),
    (DEALING, Given(c.Report(I.DEALT_IN_WRONG_ORDER), ANYBODY), "5.7", "No card"),
    (OLDER_CLOSED, Given(c.Report(I.WRONG_NUMBER_OF_CARDS), ANYBODY), "5.2", "No card"),
    (
        BETTING,
        Given(c.Report(I.DRAWN_TOGETHER_ORDER_KNOWN), ANYBODY),
        "5.8",
        "Betting is still open",
    ),
    (BETTING, Given(c.Report(I.DRAWN_TOGETHER_IN_INITIAL_DEAL), ANYBODY), "5.8.2.1", "still open"),
    (DEALT, together(I.DRAWN_TOGETHER_IN_INITIAL_DEAL, 5, 6), "5.8.2.1", "None of these cards"),
    (DEALT, together(I.DRAWN_TOGETHER_IN_INITIAL_DEAL, 3), "5.8.2.1", "two or more places"),
    (DEALT, together(I.DRAWN_TOGETHER_IN_INITIAL_DEAL, 0, 1), "5.8.2.1", "two or more places"),
    (DEALT, together(I.DRAWN_TOGETHER_ORDER_KNOWN, 4, 3), "5.8", "two or more places"),
    (DEALT, together(I.DRAWN_TOGETHER_ORDER_KNOWN, 2, 4), "5.8", "two or more places"),
    (DEALT, together(I.DRAWN_TOGETHER_ORDER_KNOWN, 3, 3), "5.8", "two or more places"),
    (THREE, together(I.DRAWN_TOGETHER_ORDER_KNOWN, 5, 6), "5.8", "Card 5 cannot"),
    (DEALT, together(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, 4, 5), "5.8.2.2", "The first four"),
    (DEALT, together(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, 3, 4), "5.8.2.2", "The first four"),
    (
        BETTING,
        Given(c.Report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL), ANYBODY),
        "5.8.2.2",
        "still open",
    ),
    (
        THREE,
        Given(c.Report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL), ANYBODY),
        "5.8.2.2",
        "is not over",
    ),
    (BETTING, Given(c.Report(I.DEVICE_RESET), ANYBODY), "5.9", "Betting is still open"),
    (ONE_CARD, Given(c.Report(I.DEVICE_RESET), ANYBODY), "5.9", "has been seen"),
    (SQUEEZED, Given(c.Report(I.DEVICE_RESET), ANYBODY), "5.9", "has been seen"),
    (DEALING, Given(c.Report(I.EXPOSED_BY_MOVING_DEVICE), ANYBODY), "5.12.1", "in method C only"),
    (DEALING, Given(c.Report(I.ALTERED_BY_MOVING_DEVICE), ANYBODY), "5.12.2", "in method C only"),
    (FACE_DOWN, Given(c.Report(I.HANDLER_ABSENT, side=PLAYER), ANYBODY), "5.10", "Nobody holds"),
    (HELD, Given(c.Report(I.HANDLER_ABSENT, side=BANKER), ANYBODY), "5.10", "Nobody holds"),
    (HELD, Given(c.Report(I.HANDLER_ABSENT), ANYBODY), "5.10", "Nobody holds"),
    (
        DRAWN_IN_C,
        Given(c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat1"), ANYBODY),
        "5.11",
        "The device has read",
    ),
    (
        DRAWN_IN_C,
        Given(c.Report(I.PATRON_LEFT_WITH_CARDS), ANYBODY),
        "5.11",
        "That patron holds no cards",
    ),
    (HELD, Given(c.Report(I.PASSED_TO_WRONG_PATRON), ANYBODY), "5.7", "Say which hand"),
    (HELD, Given(c.Report(I.EXPOSED_OR_NOT_PASSED), ANYBODY), "5.7.1", "Say which hand"),
    (
        after(METHOD_A, c.CloseBetting, *draw("2C", "2D", "3H")),
        Given(c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, patron="seat2"), ANYBODY),
        "5.7",
        "Player has no cards",
    ),
    (
        UP,
        Given(c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, patron="seat2"), ANYBODY),
        "5.7",
        "Player has no cards",
    ),
    (
        FACE_DOWN,
        Given(c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER), ANYBODY),
        "5.7",
        "Say who has the cards",
    ),
    (
        FACE_DOWN,
        Given(c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, patron="seat1"), ANYBODY),
        "5.7",
        "seat1 is due these cards",
    ),
    (
        HELD,
        Given(c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER), ANYBODY),
        "5.7",
        "seat1 is due these cards",
    ),
    (UNREAD, Given(c.Report(I.PATRON_LEFT_WITH_CARDS), ANYBODY), "5.11", "holds no cards"),
    (
        UNREAD,
        Given(c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat9"), ANYBODY),
        "5.11",
        "holds no cards",
    ),
    (
        HELD,
        Given(c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat1"), ANYBODY),
        "5.11",
        "The device has read",
    ),
    (
        UNREAD,
        Given(c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat1"), ANYBODY),
        "5.11",
        "First the Banker cards",
    ),
    (
        held(None, "2D", None, None),
        Given(c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat1"), ANYBODY),
        "5.11",
        "First the Banker cards",
    ),
    (
        READ_BANKER,
        Given(c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat2"), ANYBODY),
        "5.11",
        "holds no cards",
    ),
]

NOW: list[tuple[State, Given]] = [
    (ONE_CARD, Given(c.Report(I.FACE_UP_IN_DEVICE), ANYBODY)),
    (ONE_CARD, Given(c.Report(I.DEALT_IN_WRONG_ORDER), ANYBODY)),
    (after(OLDER_CLOSED, *draw("9S")), Given(c.Report(I.WRONG_NUMBER_OF_CARDS), ANYBODY)),
    (DEALING, Given(c.Report(I.DRAWN_TOGETHER_ORDER_KNOWN), ANYBODY)),
    (THREE, Given(c.Report(I.DRAWN_TOGETHER_IN_INITIAL_DEAL), ANYBODY)),
    (DEALT, Given(c.Report(I.DRAWN_TOGETHER_IN_INITIAL_DEAL), ANYBODY)),
    (DEALT, together(I.DRAWN_TOGETHER_IN_INITIAL_DEAL, 3, 4)),
    (DEALT, together(I.DRAWN_TOGETHER_IN_INITIAL_DEAL, 4, 5)),
    (DEALT, together(I.DRAWN_TOGETHER_ORDER_KNOWN, 5, 6)),
    (DEALT, together(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, 5, 6)),
    (DEALT, Given(c.Report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL), ANYBODY)),
    (DEALING, Given(c.Report(I.DEVICE_RESET), ANYBODY)),
    (HELD, Given(c.Report(I.DEVICE_RESET), ANYBODY)),
    (IN_C, Given(c.Report(I.EXPOSED_BY_MOVING_DEVICE), ANYBODY)),
    (IN_C, Given(c.Report(I.ALTERED_BY_MOVING_DEVICE), ANYBODY)),
    (HELD, Given(c.Report(I.HANDLER_ABSENT, side=PLAYER), ANYBODY)),
    (HELD, Given(c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, patron="seat2"), ANYBODY)),
    (FACE_DOWN, Given(c.Report(I.PASSED_TO_WRONG_PATRON, side=BANKER, patron="seat1"), ANYBODY)),
    (FACE_DOWN, Given(c.Report(I.EXPOSED_OR_NOT_PASSED, side=BANKER), ANYBODY)),
    (READ_BANKER, Given(c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat1"), ANYBODY)),
    (
        held("2C", "2D", None, "AS"),
        Given(c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat1"), ANYBODY),
    ),
    (
        after(FACE_DOWN, report(I.EXPOSED_OR_NOT_PASSED, side=PLAYER, place=1)),
        Given(c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, patron="seat2"), ANYBODY),
    ),
]


@pytest.mark.parametrize(("state", "told", "clause", "words"), NOT_NOW)
def test_what_cannot_be_now_is_refused_by_its_clause(
    state: State, told: Given, clause: str, words: str
) -> None:
    refusal = refused(state, told)
    config = state.configuration
    assert config is not None
    assert (refusal.reason, refusal.clause) == (Reason.NO_SUCH_CASE, f"{config.game} {clause}")
    assert words in refusal.sentence


@pytest.mark.parametrize(("state", "told"), NOW)
def test_what_can_be_now_is_taken_up(state: State, told: Given) -> None:
    assert decide_given(state, told)
    refusal = refused(state, told.changed(card="1X"))
    assert refusal.reason is Reason.UNREADABLE_CARD


def test_a_device_reset_finds_cards_unseen_where_nobody_looked() -> None:
    assert HELD.round is not None
    assert not any(dealt.seen_by for dealt in HELD.round.cards)
    assert after(HELD, report(I.DEVICE_RESET)).case is not None


def test_a_report_records_which_cards_came_out_together() -> None:
    for kind, places in (
        (I.DRAWN_TOGETHER_IN_INITIAL_DEAL, (3, 4)),
        (I.DRAWN_TOGETHER_ORDER_KNOWN, (3, 4)),
        (I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, (5, 6)),
    ):
        reported = decide_given(DEALT, together(kind, *places))[0]
        assert isinstance(reported, e.IrregularityReported)
        assert (reported.irregularity, reported.together) == (kind, places)


@pytest.mark.parametrize("left", range(8))
@pytest.mark.parametrize(
    "dealt",
    ["", "2C", "2C 5D 3H", "2C 5D 3H AH", "2C 2D 3H KS", "3C 2D 3H KS", "9C 2D KH KS"],
)
def test_cards_are_too_few_only_when_no_order_of_them_can_finish_the_round(
    dealt: str, left: int
) -> None:
    """Against every value the next cards can have, by an independent table of play."""
    state = after(DEALING, *draw(*dealt.split()))
    assert state.shoe is not None
    short = replace(state, shoe=replace(state.shoe, gone=8 * 52 - left))
    out = [VALUES[code[0]] for code in dealt.split()]
    needed = (
        min(
            sum(play((*out, *values)[:6])[2:]) - len(out)
            for values in product(range(10), repeat=6 - len(out))
        )
        if len(out) >= 4
        else 4 - len(out)
    )
    report_it = Given(c.Report(I.TOO_FEW_CARDS), ANYBODY)
    if left >= needed:
        assert refused(short, report_it).clause == "tiger 5.3"
    else:
        assert isinstance(decide_given(short, report_it)[1], e.RoundVoided)


def test_cards_set_aside_are_not_too_few_for_the_round_they_were_set_aside_for() -> None:
    open_hands = after(DEALING, *draw("2C", "2D", "3H", "AS"), c.AnnounceTotals)
    empty = replace(open_hands, shoe=shoe(open_hands, gone=8 * 52))
    report_it = Given(c.Report(I.TOO_FEW_CARDS), ANYBODY)
    assert refused(in_round(empty, set_aside=(None, None)), report_it).clause == "tiger 5.3"
    assert isinstance(decide_given(empty, report_it)[1], e.RoundVoided)


VALUES = {rank: min(value, 10) % 10 for value, rank in enumerate("A23456789TJQK", 1)}
