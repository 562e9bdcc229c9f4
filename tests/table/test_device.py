"""The dealing device of method C: who has it, and who draws from it."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Method
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.decide import ORDER_OF_WORK, decide
from punto.table.people import Patron, Staff
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    LOADED,
    METHOD_A,
    METHOD_C,
    OLDER,
    READER,
    after,
    cited,
    draw,
    opened,
    report,
    stake,
)

DEALER = Staff("dealer", Position.DEALER)
WITHOUT_HOLDER = "reading device-without-holder"
WITH_DEVICE = after(METHOD_C, stake(), c.GiveDevice("seat1"))


def test_a_method_is_chosen_between_rounds_where_the_game_knows_it() -> None:
    chosen = Given(c.ChooseMethod(Method.A, "asked"), ANYBODY)
    assert decide_given(LOADED, chosen) == (e.MethodChosen(Method.A, clause="3.9.2", why="asked"),)
    assert cited(BETTING, chosen) == (Reason.ROUND_IN_PLAY, "tiger 3.9.2")
    assert cited(opened(OLDER), chosen) == (Reason.METHOD_NOT_ALLOWED, ORDER_OF_WORK)
    in_round = after(opened(OLDER), c.OpenBetting)
    assert cited(in_round, chosen) == (Reason.ROUND_IN_PLAY, ORDER_OF_WORK)


def test_the_device_goes_to_a_patron_with_a_stake_or_by_leave() -> None:
    staked = after(METHOD_C, stake())
    assert decide(staked, c.GiveDevice("seat1", why="asked"), DEALER) == (
        e.DeviceGiven("seat1", False, clause="3.12.1", why="asked"),
    )
    by_leave = Given(c.GiveDevice("seat2", without_stake=True, why="asked"), ANYBODY)
    assert decide_given(staked, by_leave) == (
        e.DeviceGiven("seat2", True, clause="3.12.2", why="asked"),
    )
    without = Given(c.GiveDevice("seat2"), ANYBODY)
    assert cited(staked, without) == (Reason.NOT_AUTHORISED, "tiger 3.12.2")


def test_the_device_stays_where_it_is() -> None:
    give = Given(c.GiveDevice("seat2", without_stake=True), ANYBODY)
    assert cited(WITH_DEVICE, give) == (Reason.NOT_THE_HANDLER, "tiger 3.12.8")
    again = Given(c.GiveDevice("seat1"), DEALER)
    assert decide_given(WITH_DEVICE, again), "it may be given again to the patron who has it"
    asked = after(WITH_DEVICE, report(Irregularity.POWER_FAILURE))
    assert cited(asked, again)[0] is Reason.CASE_PENDING
    dealt = after(METHOD_C, stake(), c.CloseBetting, *draw("9S"))
    assert cited(dealt, again) == (Reason.ROUND_IN_PLAY, WITHOUT_HOLDER)


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        (BETTING, "tiger 3.9.1"),
        (METHOD_A, "tiger 3.9.1"),
        (after(opened(OLDER), c.OpenBetting), ORDER_OF_WORK),
    ],
)
def test_outside_method_c_the_dealer_keeps_the_device(state: State, clause: str) -> None:
    for without_stake in (True, False):
        give = Given(c.GiveDevice("seat1", without_stake), ANYBODY)
        assert cited(state, give) == (Reason.METHOD_NOT_ALLOWED, clause)


def test_the_device_is_given_up_by_the_patron_who_has_it() -> None:
    for by in (Patron("seat1"), DEALER):
        assert decide(WITH_DEVICE, c.GiveUpDevice(), by) == (
            e.DeviceReturned("seat1", clause="3.12.8.1"),
        )
    given_up = Given(c.GiveUpDevice(), DEALER)
    assert cited(METHOD_C, given_up) == (Reason.NOT_THE_HANDLER, WITHOUT_HOLDER)
    assert cited(opened(OLDER), given_up) == (Reason.NOT_THE_HANDLER, ORDER_OF_WORK)


def test_a_patron_draws_in_view_and_with_a_stake() -> None:
    closed = after(WITH_DEVICE, c.CloseBetting)
    hidden = Given(c.DrawCard("9S", in_view=False), READER)
    assert cited(closed, hidden) == (Reason.NOT_AUTHORISED, "tiger 3.12.4")
    left = after(WITH_DEVICE, c.WithdrawStake(1), c.CloseBetting)
    assert cited(left, hidden.changed(in_view=True)) == (Reason.NOT_AUTHORISED, "tiger 3.12.2")
    begun = after(closed, Given(c.DrawCard("9S"), READER))
    failed = after(
        begun,
        report(Irregularity.POWER_FAILURE),
        c.AnswerOption("seat1", (1,)),
    )
    assert failed.round is not None
    assert not failed.round.stakes
    assert decide_given(failed, hidden.changed(in_view=True)), "who has begun goes on"
    by_dealer = after(METHOD_C, c.CloseBetting)
    assert decide_given(by_dealer, replace(hidden, by=DEALER)), "the dealer's own drawing is seen"
