"""Chips that came late or were taken off late: what is recorded, by which clause, and when not."""

import pytest
from msgspec.structs import replace

from punto.money import AMOUNT_CENTS_MAX
from punto.refusals import Reason
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Funding, Range
from punto.table.decide import ORDER_OF_WORK
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    LOADED,
    OLDER,
    TIGER,
    after,
    cited,
    opened,
    refused,
    stake,
)

OLDER_BETTING = after(opened(OLDER), c.OpenBetting, stake())
OLDER_CLOSED = after(OLDER_BETTING, c.CloseBetting)
YEN = replace(
    TIGER, currency="JPY", unit_cents=20, limits=dict.fromkeys(TIGER.limits, Range(20, 1000))
)
IN_YEN = after(opened(YEN), c.OpenBetting, stake(cents=40), c.CloseBetting)
AT_TERMINALS = after(opened(replace(TIGER, funding=Funding.CREDITS)), c.OpenBetting, c.CloseBetting)


def late_stake(cents: int = 10_00, wager: str = "tie", position: int = 2) -> Given:
    return Given(c.RecordLateStake("seat3", wager, position, cents, "on the video"), ANYBODY)


def late_withdrawal(cents: int = 10_00, number: int = 1) -> Given:
    return Given(c.RecordLateWithdrawal(number, cents, "on the video"), ANYBODY)


@pytest.mark.parametrize(
    ("state", "on_stakes", "on_withdrawals"),
    [(DEALING, "5.4", "5.5"), (OLDER_CLOSED, "5.6", "5.7")],
)
def test_what_came_late_is_recorded_by_the_clause_on_it(
    state: State, on_stakes: str, on_withdrawals: str
) -> None:
    for cents in (1, 10_00, AMOUNT_CENTS_MAX):
        found = e.LateStakeFound("seat3", "tie", 2, cents, clause=on_stakes, why="on the video")
        assert decide_given(state, late_stake(cents)) == (found,)
    for cents in (1, 10_00):
        assert decide_given(state, late_withdrawal(cents)) == (
            e.LateWithdrawalFound(
                1, "seat1", "player", cents, 10_00, clause=on_withdrawals, why="on the video"
            ),
        )


@pytest.mark.parametrize(
    ("state", "given", "reason", "clause"),
    [
        (BETTING, late_stake(), Reason.BETTING_OPEN, "tiger 5.4"),
        (BETTING, late_withdrawal(), Reason.BETTING_OPEN, "tiger 5.5"),
        (OLDER_BETTING, late_stake(), Reason.BETTING_OPEN, "no-commission 5.6"),
        (OLDER_BETTING, late_withdrawal(), Reason.BETTING_OPEN, "no-commission 5.7"),
        (AT_TERMINALS, late_stake(), Reason.NO_SUCH_CASE, "tiger 5.4"),
        (AT_TERMINALS, late_withdrawal(), Reason.NO_SUCH_CASE, "tiger 5.5"),
        (LOADED, late_stake(), Reason.NO_ROUND, "tiger 3.1"),
        (LOADED, late_withdrawal(), Reason.NO_ROUND, "tiger 3.1"),
        (DEALING, late_stake(wager="faro"), Reason.UNKNOWN_WAGER, "tiger 3.5"),
        (DEALING, late_stake(position=9), Reason.UNKNOWN_POSITION, "tiger 2.2"),
        (DEALING, late_withdrawal(number=9), Reason.UNKNOWN_STAKE, ORDER_OF_WORK),
        *(
            (DEALING, given, Reason.AMOUNT_NOT_POSITIVE, ORDER_OF_WORK)
            for given in (late_stake(0), late_stake(-1), late_withdrawal(0), late_withdrawal(-1))
        ),
    ],
)
def test_what_cannot_have_come_late_is_refused(
    state: State, given: Given, reason: Reason, clause: str | None
) -> None:
    assert cited(state, given) == (reason, clause)


@pytest.mark.parametrize(
    ("state", "given", "most"),
    [
        (DEALING, late_withdrawal(10_01), "10.00"),
        (DEALING, late_stake(AMOUNT_CENTS_MAX + 1), "1000000000000.00"),
        (IN_YEN, late_withdrawal(41), "40"),
    ],
)
def test_no_more_is_recorded_than_there_can_be(state: State, given: Given, most: str) -> None:
    refusal = refused(state, given)
    assert (refusal.reason, refusal.clause) == (Reason.AMOUNT_TOO_LARGE, ORDER_OF_WORK)
    assert refusal.sentence == f"It was {most} at most."
