"""Handling: who receives a hand, who may look at it, and by which clause."""

import pytest

from punto.refusals import Reason
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.decide import ORDER_OF_WORK, decide
from punto.table.people import Patron, Staff
from punto.table.prompt import Step, next_step
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    DEALT,
    METHOD_A,
    METHOD_C,
    OLDER,
    READER,
    Act,
    after,
    cited,
    draw,
    opened,
    refused,
    report,
    stake,
)

DEALER = Staff("dealer", Position.DEALER)
SEAT1 = Patron("seat1")
PLAYER, BANKER = Side.PLAYER, Side.BANKER
CARDS = ("2C", "2D", "3H", "AS")
NOBODY_STAKED = after(METHOD_A, c.CloseBetting, *draw(*CARDS))
STAKED = after(METHOD_A, stake(), c.CloseBetting, *draw(*CARDS))
HELD = after(STAKED, c.PassCards(PLAYER, "seat1"))
WITH_DEVICE = after(METHOD_C, stake(), c.GiveDevice("seat1"), c.CloseBetting)
DRAWN = after(WITH_DEVICE, *(Given(c.DrawCard(card), READER) for card in CARDS))
IN_OLDER_GAME = after(opened(OLDER), c.OpenBetting, c.CloseBetting, *draw(*CARDS))
SQUEEZING: Act = c.AllowSqueezing(PLAYER, "seat5")
KEPT = after(STAKED, report(Irregularity.EXPOSED_OR_NOT_PASSED, side=PLAYER))


def passed(state: State, side: Side, patron: str) -> tuple[e.Event, ...]:
    return decide(state, c.PassCards(side, patron), DEALER)


def test_cards_go_to_whom_they_are_due_and_to_nobody_else() -> None:
    assert passed(STAKED, PLAYER, "seat1") == (e.HandPassed(PLAYER, "seat1", clause="3.10.2"),)
    for state, side, clause in (
        (STAKED, PLAYER, "tiger 3.10.2"),
        (STAKED, BANKER, "tiger 3.10.4.1"),
        (NOBODY_STAKED, PLAYER, "tiger 3.10.4.1"),
    ):
        wrong = Given(c.PassCards(side, "seat2"), DEALER)
        assert cited(state, wrong) == (Reason.NOT_THE_HANDLER, clause)
    wrong = Given(c.PassCards(BANKER, "seat2"), DEALER)
    assert refused(STAKED, wrong).sentence == (
        "The Banker cards do not go to seat2: nobody is due them."
    )
    by_leave = after(STAKED, SQUEEZING)
    assert passed(by_leave, PLAYER, "seat5") == (e.HandPassed(PLAYER, "seat5", clause="3.21"),)
    wrong = Given(c.PassCards(PLAYER, "seat1"), DEALER)
    assert cited(by_leave, wrong) == (Reason.NOT_THE_HANDLER, "tiger 3.21")


def test_in_method_c_cards_go_through_the_dealer_to_anybody_else() -> None:
    for side in Side:
        assert passed(DRAWN, side, "seat4") == (
            e.HandRetrieved(side, clause="3.12.3"),
            e.HandPassed(side, "seat4", clause="3.12.3"),
        )
    own = Given(c.PassCards(PLAYER, "seat1"), DEALER)
    assert cited(DRAWN, own) == (Reason.NOT_THE_HANDLER, "tiger 3.12.3")
    away = after(DRAWN, c.PassCards(PLAYER, "seat4"))
    assert passed(away, PLAYER, "seat1")[1] == e.HandPassed(PLAYER, "seat1", clause="3.12.3")
    by_leave = after(DRAWN, SQUEEZING)
    assert cited(by_leave, Given(c.PassCards(PLAYER, "seat4"), DEALER)) == (
        Reason.NOT_THE_HANDLER,
        "tiger 3.21",
    )
    assert passed(by_leave, PLAYER, "seat5")[1].clause == "3.21"


def test_cards_are_passed_when_all_are_dealt_and_lie_face_down() -> None:
    three = after(METHOD_A, stake(), c.CloseBetting, *draw(*CARDS[:3]))
    not_yet = cited(three, Given(c.PassCards(PLAYER, "seat1"), DEALER))
    assert not_yet == (Reason.ROUND_NOT_COMPLETE, "tiger 3.10.2")
    drawing = after(WITH_DEVICE, *(Given(c.DrawCard(card), READER) for card in CARDS[:3]))
    not_yet = cited(drawing, Given(c.PassCards(PLAYER, "seat4"), DEALER))
    assert not_yet == (Reason.ROUND_NOT_COMPLETE, "tiger 3.12.3")
    up = after(KEPT, c.ExposeCards(PLAYER), SQUEEZING)
    assert cited(up, Given(c.PassCards(PLAYER, "seat5"), DEALER))[0] is Reason.ROUND_NOT_COMPLETE


@pytest.mark.parametrize(
    ("command", "clause"),
    [
        (Given(c.PassCards(PLAYER, "seat1"), DEALER), "tiger 3.11.2"),
        (Given(c.RefuseCards(PLAYER, "seat1"), DEALER), "tiger 3.11.2"),
        (Given(c.AllowSqueezing(PLAYER, "seat1"), ANYBODY), "tiger 3.11.2"),
        (Given(c.ChooseHandler(PLAYER, "seat1"), ANYBODY), "tiger 3.10.4.1"),
        (Given(c.ChooseFirstRevealed(PLAYER), DEALER), "tiger 3.10.6"),
    ],
)
def test_in_method_b_no_patron_handles_cards(command: Given, clause: str) -> None:
    assert cited(DEALT, command) == (Reason.METHOD_NOT_ALLOWED, clause)
    assert cited(IN_OLDER_GAME, command) == (Reason.METHOD_NOT_ALLOWED, ORDER_OF_WORK)


@pytest.mark.parametrize(
    ("command", "clause"),
    [
        (Given(c.ChooseHandler(PLAYER, "seat1"), ANYBODY), "tiger 3.10.4.1"),
        (Given(c.ChooseFirstRevealed(PLAYER), DEALER), "tiger 3.10.6"),
    ],
)
def test_in_method_c_nobody_is_chosen(command: Given, clause: str) -> None:
    assert cited(DRAWN, command) == (Reason.METHOD_NOT_ALLOWED, clause)


def refusal_of(state: State, patron: str) -> e.Event:
    (event,) = decide(state, c.RefuseCards(PLAYER, patron), DEALER)
    return event


def test_cards_are_refused_by_the_clause_on_whoever_is_next() -> None:
    equals = after(METHOD_A, stake(), stake("seat2"), c.CloseBetting, *draw(*CARDS))
    lower = after(METHOD_A, stake(cents=20_00), stake("seat2"), stake("seat3"), c.CloseBetting)
    lower = after(lower, *draw(*CARDS))
    for state, patron, clause in (
        (STAKED, "seat1", "3.10.3"),
        (HELD, "seat1", "3.10.3"),
        (equals, "seat1", "3.10.5"),
        (after(equals, c.RefuseCards(PLAYER, "seat1")), "seat2", "3.10.3"),
        (after(lower, c.RefuseCards(PLAYER, "seat1")), "seat2", "3.10.5"),
        (after(STAKED, SQUEEZING), "seat5", "3.21"),
        (after(DRAWN, c.PassCards(PLAYER, "seat4")), "seat4", "3.12.3"),
    ):
        assert refusal_of(state, patron) == e.HandRefused(PLAYER, patron, clause=clause)


def test_whoever_was_not_offered_cards_does_not_refuse_them() -> None:
    for state, clause in ((STAKED, "tiger 3.10.3"), (DRAWN, "tiger 3.12.3")):
        other = Given(c.RefuseCards(PLAYER, "seat2"), DEALER)
        assert cited(state, other) == (Reason.NOT_THE_HANDLER, clause)
    leave = after(HELD, SQUEEZING)
    assert refusal_of(leave, "seat1"), "who has them may give them back"
    assert refusal_of(leave, "seat5"), "who is due them need not take them"


def test_whoever_has_the_cards_keeps_them_when_another_declines() -> None:
    has_them = after(STAKED, SQUEEZING, c.PassCards(PLAYER, "seat5"))
    asked = after(has_them, c.AllowSqueezing(PLAYER, "seat6"))
    assert next_step(asked).patrons == ("seat6",)
    declined = after(asked, c.RefuseCards(PLAYER, "seat6"))
    assert next_step(declined).step is Step.CHOOSE_FIRST


def test_a_handler_is_chosen_where_the_order_names_nobody() -> None:
    chosen = Given(c.ChooseHandler(BANKER, "seat7", "asked"), ANYBODY)
    assert decide_given(STAKED, chosen) == (
        e.HandlerChosen(BANKER, "seat7", clause="3.10.4.1", why="asked"),
    )
    named = Given(c.ChooseHandler(PLAYER, "seat7"), ANYBODY)
    assert cited(STAKED, named) == (Reason.NOT_THE_HANDLER, "tiger 3.10.2")
    assert cited(KEPT, named) == (Reason.NOT_THE_HANDLER, "tiger 5.10")


def test_squeezing_is_allowed_to_whom_a_patron_names() -> None:
    allowed = Given(c.AllowSqueezing(PLAYER, "friend", "seat1", "asked"), ANYBODY)
    assert decide_given(STAKED, allowed) == (
        e.HandlerChosen(PLAYER, "friend", "seat1", clause="3.21", why="asked"),
    )


def test_the_hand_revealed_first_may_be_chosen_anew_until_it_is_revealed() -> None:
    first = after(NOBODY_STAKED, c.ChooseFirstRevealed(PLAYER))
    other = Given(c.ChooseFirstRevealed(BANKER), DEALER)
    assert decide_given(first, other) == (e.FirstRevealedChosen(BANKER, clause="3.10.6"),)
    shown = after(first, c.ExposeCards(PLAYER))
    assert cited(shown, other) == (Reason.ROUND_NOT_COMPLETE, "tiger 3.10.6")
    three = after(METHOD_A, c.CloseBetting, *draw(*CARDS[:3]))
    assert cited(three, other) == (Reason.ROUND_NOT_COMPLETE, "tiger 3.10.6")


@pytest.mark.parametrize(
    ("state", "patron", "clause"),
    [
        (HELD, "seat1", "3.10.2"),
        (DRAWN, "seat1", "3.12.3"),
        (
            after(STAKED, SQUEEZING, c.PassCards(PLAYER, "seat5")),
            "seat5",
            "3.21",
        ),
    ],
)
def test_whoever_holds_a_hand_looks_at_it(state: State, patron: str, clause: str) -> None:
    squeeze = Given(c.SqueezeCards(PLAYER), Patron(patron))
    assert decide_given(state, squeeze) == (e.CardsSqueezed(PLAYER, patron, clause=clause),)
    assert refused(state, Given(c.SqueezeCards(PLAYER), Patron("seat8"))).reason is Reason.NOT_YOURS


def test_a_hand_the_dealer_keeps_is_looked_at_by_nobody() -> None:
    kept = after(DRAWN, report(Irregularity.EXPOSED_OR_NOT_PASSED, side=PLAYER))
    squeeze = Given(c.SqueezeCards(PLAYER), SEAT1)
    assert refused(kept, squeeze).reason is Reason.NOT_AUTHORISED


def test_a_hand_that_lies_open_is_not_looked_at() -> None:
    up = after(DRAWN, Given(c.ExposeCards(PLAYER), SEAT1))
    squeeze = Given(c.SqueezeCards(PLAYER), SEAT1)
    assert cited(up, squeeze) == (Reason.ROUND_NOT_COMPLETE, ORDER_OF_WORK)
