"""The cage through the host, on SQLite and on PostgreSQL: one journal for money and play."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor.host import Host
from punto.journal.codec import chain
from punto.journal.schema import accounts, entries
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.accounts import CAGE as CAGE_ACCOUNT
from punto.ledger.accounts import VOUCHERS, patron
from punto.ledger.cage import commands as cage
from punto.ledger.cage.voucher_codes import read_code, write_code
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.evolve import Corrupt
from punto.table.people import Patron, Staff
from tests.envelope import Given
from tests.floor.tables import (
    CASHIER,
    CREDITS,
    DEALER,
    bet,
    fund,
    ids,
    opened,
    play_round,
    shuffled,
)
from tests.sample import SQLITE_FIRST
from tests.submission import ask, submit

BOSS = Staff("boss", Position.GAMING_SHIFT_MANAGER)
SEAT1 = Patron("seat1")


@pytest.fixture
def host(store: Store) -> Iterator[Host]:
    made = Host(store)
    yield made
    made.stop()


def faults(store: Store) -> list[str]:
    with store.begin_read() as transaction:
        return [str(fault) for fault in verify(transaction)]


def seal(number: int) -> str:
    return read_code(write_code(number.to_bytes(16, "big")))


def test_money_comes_in_is_played_and_goes_out(store: Store, host: Host) -> None:
    ask(host, CAGE, "o1", Given(cage.OpenBank("t1", 500_000, "supervisor"), BOSS))
    fund(host, "seat1", cents=50_000)
    opened(host, "t1", CREDITS)
    cards = iter(shuffled(3))
    for _ in range(5):
        play_round(host, "t1", cards, [bet(1, 2000, "player"), bet(1, 1000, "tie")])
    with store.begin_read() as transaction:
        left = transaction.balances()[patron("seat1")]
    ask(host, CAGE, "v1", Given(cage.CashOut("seat1", left, seal(1)), SEAT1))
    ask(host, CAGE, "p1", Given(cage.PayVoucher(seal(1)), CASHIER))
    ask(host, CAGE, "c1", Given(cage.CloseBank("t1", "supervisor"), BOSS))
    with store.begin_read() as transaction:
        assert set(transaction.balances().values()) == {0}, (
            "all of it went back to where it came from"
        )
    assert faults(store) == []


def test_a_voucher_works_once_whoever_brings_it_first(store: Store) -> None:
    hosts = [Host(store) for _ in range(3)]
    fund(hosts[0], "seat1", cents=50_000)
    ask(hosts[0], CAGE, "v1", Given(cage.CashOut("seat1", 20_000, seal(1)), SEAT1))

    def bring(number: int) -> Reason | None:
        try:
            redeem = Given(cage.RedeemVoucher(f"seat{number}", seal(1)), Patron(f"seat{number}"))
            ask(hosts[number % 3], CAGE, f"r{number}", redeem)
        except Refused as refused:
            return refused.reason
        return None

    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(bring, range(12)))
    for each in hosts:
        each.stop()
    assert answers.count(None) == 1
    assert answers.count(Reason.UNKNOWN_VOUCHER) == 11
    assert faults(store) == []


@SQLITE_FIRST
def test_the_same_id_has_one_effect_at_the_cage_too(store: Store, host: Host) -> None:
    buys = Given(cage.BuyCredits("seat1", 1000), CASHIER)
    assert ask(host, CAGE, "b1", buys) == ask(host, CAGE, "b1", buys)
    with pytest.raises(Refused) as other:
        ask(host, CAGE, "b1", Given(cage.BuyCredits("seat1", 2000), CASHIER))
    assert other.value.reason is Reason.ID_USED_BEFORE
    with store.begin_read() as transaction:
        assert transaction.balances() == {CAGE_ACCOUNT: -1000, patron("seat1"): 1000}


def test_a_bank_is_not_closed_over_stakes_that_another_host_takes(store: Store) -> None:
    first, second = Host(store), Host(store)
    fund(first, "seat1")
    opened(second, "t1", CREDITS)
    ask(second, "t1", "b1", Given(c.OpenBetting(), DEALER))
    for turn in range(20):
        ask(first, CAGE, f"o{turn}", Given(cage.OpenBank("t1", 1000, "supervisor"), BOSS))
        placed = submit(second, "t1", f"s{turn}", bet(1, 1000, "tie"))
        closing = Given(cage.CloseBank("t1", "supervisor"), BOSS)
        closed = submit(first, CAGE, f"c{turn}", closing).result()
        assert placed.result().refused is None
        held = host_holds(store)
        if closed.refused is None:
            assert held == 1000, "it was closed before the stake was there"
        else:
            assert closed.refused.reason is Reason.ROUND_IN_PLAY
        (record,) = placed.result().records
        stake = record.event.stake  # type: ignore[union-attr]
        ask(second, "t1", f"w{turn}", Given(c.WithdrawStake(stake), SEAT1))
        if closed.refused is not None:
            ask(first, CAGE, f"again{turn}", closing)
    first.stop()
    second.stop()
    assert faults(store) == []


def host_holds(store: Store) -> int:
    with store.begin_read() as transaction:
        return next(cents for each, cents in transaction.balances().items() if each.kind == "held")


@SQLITE_FIRST
def test_the_cage_comes_back_from_its_snapshot(
    store: Store, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.journal.snapshots.SNAPSHOT_EVERY", 3)
    ask(host, CAGE, "o1", Given(cage.OpenBank("t1", 1000, "supervisor"), BOSS))
    fund(host, "seat1", cents=50_000)
    for number in range(7):
        ask(host, CAGE, f"v{number}", Given(cage.CashOut("seat1", 1000, seal(number)), SEAT1))
        again = Host(store)
        assert again.cage() == host.cage()
        again.stop()
    assert len(host.cage().vouchers) == 7
    assert faults(store) == []


@SQLITE_FIRST
def test_vouchers_that_the_books_do_not_owe_keep_the_cage_closed_and_tables_run(
    store: Store, host: Host
) -> None:
    fund(host, "seat1", cents=50_000)
    ask(host, CAGE, "v1", Given(cage.CashOut("seat1", 1000, seal(1)), SEAT1))
    opened(host, "t1")
    with store.begin_write([]) as transaction:
        transaction.connection.execute(
            sa.update(accounts).where(accounts.c.name == VOUCHERS.name).values(cents=900)
        )
    again = Host(store)
    assert str(again.halted[CAGE]) == "cage holds 1000, but the books say 900 (vouchers)"
    with pytest.raises(Corrupt):
        ask(again, CAGE, "v2", Given(cage.CashOut("seat1", 1000, seal(2)), SEAT1))
    ask(again, "t1", "b1", Given(c.OpenBetting(), DEALER))
    again.stop()


@SQLITE_FIRST
def test_an_entry_of_the_cage_that_it_would_not_have_made_is_found(
    store: Store, host: Host
) -> None:
    """Rewritten with a fresh chain: only deciding it again tells."""
    fund(host, "seat1", cents=500)
    with pytest.raises(Refused):
        ask(host, CAGE, "v1", Given(cage.CashOut("seat1", 1000, seal(1)), SEAT1))
    with store.begin_write([]) as transaction:
        rows = list(transaction.entries(CAGE))
        bad = replace(rows[1], refusal=rows[1].refusal.replace(b'"cents":500', b'"cents":600'))
        bad = replace(bad, hash=chain(rows[0].hash, bad))
        transaction.connection.execute(
            sa.update(entries)
            .where(entries.c.stream == CAGE, entries.c.number == 2)
            .values(refusal=bad.refusal, hash=bad.hash)
        )
    assert [each for each in faults(store) if "it would have been refused" in each]


@SQLITE_FIRST
def test_no_table_is_called_cage_or_has_a_colon_in_its_name(host: Host) -> None:
    for name in ("cage", "a:b", "", "T1", "x" * 65):
        with pytest.raises(Refused) as refused:
            ask(host, name, f"c{next(ids)}", Given(c.OpenBetting(), DEALER))
        assert refused.value.reason is Reason.UNREADABLE_REQUEST
    assert host.tables() == []


@SQLITE_FIRST
def test_the_feed_of_the_cage_tells_every_event(host: Host) -> None:
    fund(host, "seat1", "seat2")
    records = host.follow(CAGE).take()
    assert [(each.seq, each.event.__struct_config__.tag) for each in records] == [
        (1, "credits-bought"),
        (2, "credits-bought"),
    ]
