"""Refusals for too little or too much money: verify checks the balances of that entry."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from punto.floor.host import Host
from punto.journal.codec import NO_EVENTS, encode_refusal
from punto.journal.schema import accounts, transfers
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Approval, Staff
from tests.envelope import Given
from tests.floor.tables import CASHIER, CREDITS, DEALER, bet, fund, opened
from tests.journal.forgery import transfers_of
from tests.journal.test_each_check import entry_of, faults_of, rewrite
from tests.submission import ask, submit

BOSS = Staff("boss", Position.GAMING_SHIFT_MANAGER)
REFUSED, LAST = 5, 6  # entries of t1: a stake above the credits left, and one more stake
OPPOSED = "it would not have been refused: the books allowed it"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Credits of 120.00: a stake of 50.00, one of 90.00 refused, one of 50.00."""
    made = Store(str(tmp_path / "casino.journal"))
    made.create()
    host = Host(made)
    fund(host, "seat1", cents=12_000)
    opened(host, "t1", CREDITS)
    ask(host, "t1", "betting", Given(c.OpenBetting(), DEALER))
    ask(host, "t1", "taken", bet(1, 5_000))
    receipt = submit(host, "t1", "refused", bet(1, 9_000)).result()
    assert receipt.refused is not None
    assert receipt.refused.reason is Reason.NOT_ENOUGH_CREDITS
    ask(host, "t1", "last", bet(1, 5_000))
    host.stop()
    yield made
    made.close()


def forge(store: Store, refused: Refused) -> None:
    """The last stake as if it had been refused, and its money as if it had never moved."""
    seq = entry_of(store, "t1", LAST).seq - 1
    said: dict[str, Any] = {"refusal": encode_refusal(refused), "events": NO_EVENTS, "seq": seq}
    rewrite(store, "t1", {LAST: said})
    with store.engine.begin() as connection:
        its = transfers_of("t1", number=LAST)
        connection.execute(sa.delete(transfers).where(its))
        for name, cents in (("patron:seat1", 5_000), ("held:t1", -5_000)):
            now = sa.update(accounts).where(accounts.c.name == name)
            connection.execute(now.values(cents=accounts.c.cents + cents))


@pytest.mark.parametrize("workers", [0, 2])
def test_a_stake_refused_rightly_is_sound(store: Store, workers: int) -> None:
    rewrite(store, "t1", {})
    assert faults_of(store, workers) == []


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize(
    "refused",
    [
        Refused(Reason.NOT_ENOUGH_CREDITS, "seat1 has 0.00, and this takes 50.00."),
        Refused(Reason.NOT_ENOUGH_CREDITS, "seat1 has 70.00, and this takes 50.00."),
        Refused(Reason.AMOUNT_TOO_LARGE, "patron:seat1 would pass 1.00."),
    ],
    ids=str,
)
def test_a_forged_refusal_is_found(store: Store, workers: int, refused: Refused) -> None:
    forge(store, refused)
    assert faults_of(store, workers) == [f"t1 entry {LAST}: {OPPOSED}"]


@pytest.mark.parametrize("workers", [0, 2])
def test_a_refusal_that_says_something_else_is_found(store: Store, workers: int) -> None:
    other = Refused(Reason.NOT_ENOUGH_CREDITS, "seat1 has 0.01, and this takes 90.00.")
    rewrite(store, "t1", {REFUSED: {"refusal": encode_refusal(other)}})
    found = faults_of(store, workers)
    assert len(found) == 1
    assert f"t1 entry {REFUSED}: it would have been refused otherwise: seat1 has 70.00" in found[0]


def test_a_forged_refusal_of_the_cage_is_found(store: Store) -> None:
    host = Host(store)
    ask(host, CAGE, "adjusted", Given(cage.Adjust("bank:t1", 700, "a slip"), BOSS))
    host.stop()
    refused = encode_refusal(Refused(Reason.AMOUNT_TOO_LARGE, "bank:t1 would pass 1.00."))
    number = 2
    seq = entry_of(store, CAGE, number).seq - 1
    rewrite(store, CAGE, {number: {"refusal": refused, "events": NO_EVENTS, "seq": seq}})
    with store.engine.begin() as connection:
        its = transfers_of(CAGE, number=number)
        connection.execute(sa.delete(transfers).where(its))
        moved = accounts.c.name.in_(("bank:t1", "adjustments"))
        connection.execute(sa.delete(accounts).where(moved))
    assert faults_of(store) == [f"cage entry {number}: {OPPOSED}"]


def test_a_build_that_believes_refusals_is_caught(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What verify did before: it is the question to the books that finds a forged refusal."""
    forge(store, Refused(Reason.NOT_ENOUGH_CREDITS, "seat1 has 0.00, and this takes 50.00."))
    monkeypatch.setattr("punto.journal.verify.stream.refused_wrongly", lambda *_: "")
    assert faults_of(store) == []


def test_refusals_at_the_bound_of_an_account_are_proved(store: Store) -> None:
    host = Host(store)
    for turn in range(11):
        approval = Approval(Staff("second", Position.ASSISTANT_CASINO_MANAGER))
        command = Given(cage.Adjust("bank:t1", 10**14, "a slip"), BOSS, approval=approval)
        submit(host, CAGE, f"adjust{turn}", command).result()
    told_now = submit(host, CAGE, "more", Given(cage.BuyCredits("seat1", 100), CASHIER)).result()
    assert told_now.refused is None
    host.stop()
    with store.begin_read() as transaction:
        assert max(transaction.balances().values()) == 10**15
    assert faults_of(store) == []
