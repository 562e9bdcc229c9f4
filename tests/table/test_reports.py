"""When an irregularity can be reported, and what the report must say: else its clause is cited."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.table import commands as c
from punto.table.decide import decide
from punto.table.people import Patron
from punto.table.state import State
from tests.table.given import (
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

PLAYER, BANKER = Side.PLAYER, Side.BANKER
ONE_CARD = after(DEALING, *draw("9S"))
THREE = after(DEALING, *draw("2C", "2D", "3H"))
OLDER_CLOSED = after(opened(OLDER), c.OpenBetting, c.CloseBetting)
FACE_DOWN = after(METHOD_A, stake(), c.CloseBetting, *draw("2C", "2D", "3H", "AS"))
HELD = after(FACE_DOWN, lambda by: c.PassCards(PLAYER, "seat1", by=by))
SQUEEZED = after(HELD, lambda by: c.SqueezeCards(PLAYER, by=Patron("seat1")))


def held(*cards: str | None) -> State:
    """These cards, and Player's two in the hands of seat1."""
    dealt = after(METHOD_A, stake(), c.CloseBetting, *draw(*cards))
    return after(dealt, lambda by: c.PassCards(PLAYER, "seat1", by=by))


UNREAD = after(
    METHOD_A,
    stake(),
    stake("seat2", "banker"),
    c.CloseBetting,
    *draw(None, None, None, None),
    lambda by: c.PassCards(PLAYER, "seat1", by=by),
)
READ_BANKER = after(
    UNREAD,
    lambda by: c.PassCards(BANKER, "seat2", by=by),
    lambda by: c.ChooseFirstRevealed(BANKER, by=by),
    lambda by: c.ExposeCards(BANKER, ("2D", "AS"), by=Patron("seat2")),
)
KEPT = after(FACE_DOWN, report(I.EXPOSED_OR_NOT_PASSED, side=PLAYER))
UP = after(KEPT, lambda by: c.ExposeCards(PLAYER, by=by))
IN_C = after(METHOD_C, c.CloseBetting)

NOT_NOW: list[tuple[State, c.Report, str, str]] = [
    (DEALING, c.Report(I.FACE_UP_IN_DEVICE, by=ANYBODY), "5.6", "No card"),
    (DEALING, c.Report(I.DEALT_IN_WRONG_ORDER, by=ANYBODY), "5.7", "No card"),
    (OLDER_CLOSED, c.Report(I.WRONG_NUMBER_OF_CARDS, by=ANYBODY), "5.2", "No card"),
    (BETTING, c.Report(I.DRAWN_TOGETHER_ORDER_KNOWN, by=ANYBODY), "5.8", "Betting is still open"),
    (DEALT, c.Report(I.DRAWN_TOGETHER_IN_INITIAL_DEAL, by=ANYBODY), "5.8.2.1", "deal is over"),
    (THREE, c.Report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, by=ANYBODY), "5.8.2.2", "is not over"),
    (BETTING, c.Report(I.DEVICE_RESET, by=ANYBODY), "5.9", "Betting is still open"),
    (ONE_CARD, c.Report(I.DEVICE_RESET, by=ANYBODY), "5.9", "has been seen"),
    (SQUEEZED, c.Report(I.DEVICE_RESET, by=ANYBODY), "5.9", "has been seen"),
    (DEALING, c.Report(I.EXPOSED_BY_MOVING_DEVICE, by=ANYBODY), "5.12.1", "in method C only"),
    (DEALING, c.Report(I.ALTERED_BY_MOVING_DEVICE, by=ANYBODY), "5.12.2", "in method C only"),
    (FACE_DOWN, c.Report(I.HANDLER_ABSENT, side=PLAYER, by=ANYBODY), "5.10", "Nobody holds"),
    (HELD, c.Report(I.HANDLER_ABSENT, side=BANKER, by=ANYBODY), "5.10", "Nobody holds"),
    (HELD, c.Report(I.HANDLER_ABSENT, by=ANYBODY), "5.10", "Nobody holds"),
    (HELD, c.Report(I.PASSED_TO_WRONG_PATRON, by=ANYBODY), "5.7", "Say which hand"),
    (HELD, c.Report(I.EXPOSED_OR_NOT_PASSED, by=ANYBODY), "5.7.1", "Say which hand"),
    (
        after(METHOD_A, c.CloseBetting, *draw("2C", "2D", "3H")),
        c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, patron="seat2", by=ANYBODY),
        "5.7",
        "Player has no cards",
    ),
    (
        UP,
        c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, patron="seat2", by=ANYBODY),
        "5.7",
        "Player has no cards",
    ),
    (
        FACE_DOWN,
        c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, by=ANYBODY),
        "5.7",
        "Say who has the cards",
    ),
    (
        FACE_DOWN,
        c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, patron="seat1", by=ANYBODY),
        "5.7",
        "seat1 is due these cards",
    ),
    (
        HELD,
        c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, by=ANYBODY),
        "5.7",
        "seat1 is due these cards",
    ),
    (UNREAD, c.Report(I.PATRON_LEFT_WITH_CARDS, by=ANYBODY), "5.11", "holds no cards"),
    (
        UNREAD,
        c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat9", by=ANYBODY),
        "5.11",
        "holds no cards",
    ),
    (
        HELD,
        c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat1", by=ANYBODY),
        "5.11",
        "The device has read",
    ),
    (
        UNREAD,
        c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat1", by=ANYBODY),
        "5.11",
        "First the Banker cards",
    ),
    (
        held(None, "2D", None, None),
        c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat1", by=ANYBODY),
        "5.11",
        "First the Banker cards",
    ),
    (
        READ_BANKER,
        c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat2", by=ANYBODY),
        "5.11",
        "holds no cards",
    ),
]

NOW: list[tuple[State, c.Report]] = [
    (ONE_CARD, c.Report(I.FACE_UP_IN_DEVICE, by=ANYBODY)),
    (ONE_CARD, c.Report(I.DEALT_IN_WRONG_ORDER, by=ANYBODY)),
    (after(OLDER_CLOSED, *draw("9S")), c.Report(I.WRONG_NUMBER_OF_CARDS, by=ANYBODY)),
    (DEALING, c.Report(I.DRAWN_TOGETHER_ORDER_KNOWN, by=ANYBODY)),
    (THREE, c.Report(I.DRAWN_TOGETHER_IN_INITIAL_DEAL, by=ANYBODY)),
    (DEALT, c.Report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, by=ANYBODY)),
    (DEALING, c.Report(I.DEVICE_RESET, by=ANYBODY)),
    (HELD, c.Report(I.DEVICE_RESET, by=ANYBODY)),
    (IN_C, c.Report(I.EXPOSED_BY_MOVING_DEVICE, by=ANYBODY)),
    (IN_C, c.Report(I.ALTERED_BY_MOVING_DEVICE, by=ANYBODY)),
    (HELD, c.Report(I.HANDLER_ABSENT, side=PLAYER, by=ANYBODY)),
    (HELD, c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, patron="seat2", by=ANYBODY)),
    (FACE_DOWN, c.Report(I.PASSED_TO_WRONG_PATRON, side=BANKER, patron="seat1", by=ANYBODY)),
    (FACE_DOWN, c.Report(I.EXPOSED_OR_NOT_PASSED, side=BANKER, by=ANYBODY)),
    (READ_BANKER, c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat1", by=ANYBODY)),
    (
        held("2C", "2D", None, "AS"),
        c.Report(I.PATRON_LEFT_WITH_CARDS, patron="seat1", by=ANYBODY),
    ),
    (
        after(FACE_DOWN, report(I.EXPOSED_OR_NOT_PASSED, side=PLAYER, card="2C")),
        c.Report(I.PASSED_TO_WRONG_PATRON, side=PLAYER, patron="seat2", by=ANYBODY),
    ),
]


@pytest.mark.parametrize(("state", "told", "clause", "words"), NOT_NOW)
def test_what_cannot_be_now_is_refused_by_its_clause(
    state: State, told: c.Report, clause: str, words: str
) -> None:
    refusal = refused(state, told)
    config = state.configuration
    assert config is not None
    assert (refusal.reason, refusal.clause) == (Reason.NO_SUCH_CASE, f"{config.game} {clause}")
    assert words in refusal.sentence


@pytest.mark.parametrize(("state", "told"), NOW)
def test_what_can_be_now_is_taken_up(state: State, told: c.Report) -> None:
    assert decide(state, told)
    refusal = refused(state, replace(told, card="1X"))
    assert refusal.reason is Reason.UNREADABLE_CARD


def test_a_device_reset_finds_cards_unseen_where_nobody_looked() -> None:
    assert HELD.round is not None
    assert not any(dealt.seen_by for dealt in HELD.round.cards)
    assert after(HELD, report(I.DEVICE_RESET)).case is not None
