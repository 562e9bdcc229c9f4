"""Transfers have two sides, and only the house's own accounts may be negative."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.ledger.accounts import (
    ADJUSTMENTS,
    CAGE,
    VOUCHERS,
    Account,
    Kind,
    account_named,
    bank,
    chips,
    claims,
    drop,
    held,
    patron,
)
from punto.ledger.transfers import (
    REVERSED,
    Purpose,
    Transfer,
    applied,
    changes,
    reverse,
    trial_balance,
)
from punto.refusals import Reason, Refused

ACCOUNTS = (
    CAGE,
    VOUCHERS,
    ADJUSTMENTS,
    patron("seat1"),
    patron("seat2"),
    held("t1"),
    bank("t1"),
    chips("t1"),
    drop("t1"),
    claims("t1", "seat1"),
)
TRANSFERS = st.lists(
    st.builds(
        Transfer,
        st.sampled_from(ACCOUNTS),
        st.sampled_from(ACCOUNTS),
        st.integers(1, 10**14),
        st.sampled_from(tuple(REVERSED)),
        st.integers(0, 5),
    )
)


@settings(deadline=None)
@given(TRANSFERS)
def test_whatever_moves_all_accounts_come_to_zero(transfers: list[Transfer]) -> None:
    assert sum(changes(transfers).values()) == 0
    try:
        after = applied({}, transfers)
    except Refused as refusal:
        reason = refusal.reason
    else:
        assert trial_balance(after) == 0
        assert min((after[each] for each in after if not each.house), default=0) >= 0
        return
    assert reason is Reason.NOT_ENOUGH_CREDITS
    assert any(cents < 0 and not each.house for each, cents in changes(transfers).items())


@settings(deadline=None)
@given(TRANSFERS)
def test_a_reversal_undoes_its_transfer_to_the_cent(transfers: list[Transfer]) -> None:
    undone = [*transfers, *(reverse(each) for each in reversed(transfers))]
    assert not any(changes(undone).values())
    for each in transfers:
        opposite = reverse(each)
        assert (opposite.stake, opposite.wager) == (each.stake, each.wager)
        assert opposite.purpose.value == f"{each.purpose.value}-reversed"


def test_transfers_are_refused_as_a_whole_and_change_nothing() -> None:
    before = {patron("seat1"): 100, CAGE: -100}
    both = [
        Transfer(CAGE, patron("seat2"), 10, Purpose.CREDITS),
        Transfer(patron("seat1"), held("t1"), 101, Purpose.STAKE, 1, "tie"),
    ]
    with pytest.raises(Refused, match=r"seat1 has 1\.00, and this takes 1\.01"):
        applied(before, both)
    assert before == {patron("seat1"): 100, CAGE: -100}


def test_only_the_end_of_several_transfers_counts() -> None:
    """A command's transfers happen as one: what comes in with them can go out with them."""
    passing = [
        Transfer(patron("seat1"), held("t1"), 50, Purpose.STAKE, 1, "tie"),
        Transfer(CAGE, patron("seat1"), 50, Purpose.CREDITS),
    ]
    assert applied({}, passing)[patron("seat1")] == 0


@pytest.mark.parametrize("cents", [0, -5])
def test_nothing_and_less_than_nothing_do_not_move(cents: int) -> None:
    with pytest.raises(Refused) as refusal:
        applied({}, [Transfer(CAGE, bank("t1"), cents, Purpose.FILL)])
    assert refusal.value.reason is Reason.AMOUNT_NOT_POSITIVE


def test_an_account_is_found_by_its_name() -> None:
    for account in ACCOUNTS:
        assert account_named(account.name) == account
    assert len({account.name for account in ACCOUNTS}) == len(ACCOUNTS)
    with pytest.raises(ValueError, match="pocket"):
        account_named("pocket:seat1")


def test_patrons_stakes_and_vouchers_are_not_the_houses_own() -> None:
    others = {kind for kind in Kind if not kind.house}
    assert others == {Kind.PATRON, Kind.HELD, Kind.VOUCHERS}
    assert Account("drop", "t1").house
