"""The cage through the host, on SQLite and on PostgreSQL: one journal for money and play."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor import batch
from punto.floor.host import Host
from punto.journal.codec import chain
from punto.journal.schema import accounts, entries
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify import verify
from punto.ledger.accounts import CAGE as CAGE_ACCOUNT
from punto.ledger.accounts import VOUCHERS, patron
from punto.ledger.cage import commands as cage
from punto.ledger.cage.vouchers import read_code, write_code
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.evolve import Corrupt
from punto.table.people import Patron, Staff
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

BOSS = Staff("boss", Position.GAMING_SHIFT_MANAGER)
SEAT1 = Patron("seat1")


@pytest.fixture
def host(store: Store) -> Iterator[Host]:
    made = Host(store)
    yield made
    made.stop()


def faults(store: Store) -> list[str]:
    with store.reading() as reading:
        return [str(fault) for fault in verify(reading)]


def seal(number: int) -> str:
    return read_code(write_code(number.to_bytes(16, "big")))


def test_money_comes_in_is_played_and_goes_out(store: Store, host: Host) -> None:
    host.ask_cage("o1", cage.OpenBank("t1", 500_000, "supervisor", by=BOSS))
    fund(host, "seat1", cents=50_000)
    opened(host, "t1", CREDITS)
    cards = iter(shuffled(3))
    for _ in range(5):
        play_round(host, "t1", cards, [bet(1, 2000, "player"), bet(1, 1000, "tie")])
    with store.reading() as reading:
        left = reading.balances()[patron("seat1")]
    host.ask_cage("v1", cage.CashOut("seat1", left, seal(1), by=SEAT1))
    host.ask_cage("p1", cage.PayVoucher(seal(1), by=CASHIER))
    host.ask_cage("c1", cage.CloseBank("t1", "supervisor", by=BOSS))
    with store.reading() as reading:
        assert set(reading.balances().values()) == {0}, "all of it went back to where it came from"
    assert faults(store) == []


def test_a_voucher_works_once_whoever_brings_it_first(store: Store) -> None:
    hosts = [Host(store) for _ in range(3)]
    fund(hosts[0], "seat1", cents=50_000)
    hosts[0].ask_cage("v1", cage.CashOut("seat1", 20_000, seal(1), by=SEAT1))

    def bring(number: int) -> Reason | None:
        try:
            asked = cage.RedeemVoucher(f"seat{number}", seal(1), by=Patron(f"seat{number}"))
            hosts[number % 3].ask_cage(f"r{number}", asked)
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


def test_the_same_id_has_one_effect_at_the_cage_too(store: Store, host: Host) -> None:
    buys = cage.BuyCredits("seat1", 1000, by=CASHIER)
    assert host.ask_cage("b1", buys) == host.ask_cage("b1", buys)
    with pytest.raises(Refused) as other:
        host.ask_cage("b1", cage.BuyCredits("seat1", 2000, by=CASHIER))
    assert other.value.reason is Reason.ID_USED_BEFORE
    with store.reading() as reading:
        assert reading.balances() == {CAGE_ACCOUNT: -1000, patron("seat1"): 1000}


def test_a_bank_is_not_closed_over_stakes_that_another_host_takes(store: Store) -> None:
    first, second = Host(store), Host(store)
    fund(first, "seat1")
    opened(second, "t1", CREDITS)
    second.ask("t1", "b1", c.OpenBetting(by=DEALER))
    for turn in range(20):
        first.ask_cage(f"o{turn}", cage.OpenBank("t1", 1000, "supervisor", by=BOSS))
        placed = second.submit("t1", f"s{turn}", bet(1, 1000, "tie"))
        closing = cage.CloseBank("t1", "supervisor", by=BOSS)
        closed = first.submit_to_cage(f"c{turn}", closing).result()
        assert placed.result().refused is None
        held = host_holds(store)
        if closed.refused is None:
            assert held == 1000, "it was closed before the stake was there"
        else:
            assert closed.refused.reason is Reason.ROUND_IN_PLAY
        (record,) = placed.result().records
        stake = record.event.stake  # type: ignore[union-attr]
        second.ask("t1", f"w{turn}", c.WithdrawStake(stake, by=SEAT1))
        if closed.refused is not None:
            first.ask_cage(f"again{turn}", closing)
    first.stop()
    second.stop()
    assert faults(store) == []


def host_holds(store: Store) -> int:
    with store.reading() as reading:
        return next(cents for each, cents in reading.balances().items() if each.kind == "held")


def test_the_cage_comes_back_from_its_snapshot(
    store: Store, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "SNAPSHOT_EVERY", 3)
    host.ask_cage("o1", cage.OpenBank("t1", 1000, "supervisor", by=BOSS))
    fund(host, "seat1", cents=50_000)
    for number in range(7):
        host.ask_cage(f"v{number}", cage.CashOut("seat1", 1000, seal(number), by=SEAT1))
        again = Host(store)
        assert again.cage() == host.cage()
        again.stop()
    assert len(host.cage().vouchers) == 7
    assert faults(store) == []


def test_vouchers_that_the_books_do_not_owe_keep_the_cage_closed_and_tables_run(
    store: Store, host: Host
) -> None:
    fund(host, "seat1", cents=50_000)
    host.ask_cage("v1", cage.CashOut("seat1", 1000, seal(1), by=SEAT1))
    opened(host, "t1")
    with store.writing([]) as writing:
        writing.connection.execute(
            sa.update(accounts).where(accounts.c.name == VOUCHERS.name).values(cents=900)
        )
    again = Host(store)
    assert str(again.halted[CAGE]) == "cage holds 1000, but the books say 900 (vouchers)"
    with pytest.raises(Corrupt):
        again.ask_cage("v2", cage.CashOut("seat1", 1000, seal(2), by=SEAT1))
    again.ask("t1", "b1", c.OpenBetting(by=DEALER))
    again.stop()


def test_an_entry_of_the_cage_that_it_would_not_have_made_is_found(
    store: Store, host: Host
) -> None:
    """Rewritten with a fresh chain: only deciding it again tells."""
    fund(host, "seat1", cents=500)
    with pytest.raises(Refused):
        host.ask_cage("v1", cage.CashOut("seat1", 1000, seal(1), by=SEAT1))
    with store.writing([]) as writing:
        rows = list(writing.entries(CAGE))
        bad = replace(rows[1], refusal=rows[1].refusal.replace(b"5.00", b"6.00"))
        bad = replace(bad, hash=chain(rows[0].hash, bad))
        writing.connection.execute(
            sa.update(entries)
            .where(entries.c.stream == CAGE, entries.c.number == 2)
            .values(refusal=bad.refusal, hash=bad.hash)
        )
    assert [each for each in faults(store) if "it would have been refused" in each]


def test_no_table_is_called_cage_or_has_a_colon_in_its_name(host: Host) -> None:
    for name in ("cage", "a:b", "", "T1", "x" * 65):
        with pytest.raises(Refused) as refused:
            host.ask(name, f"c{next(ids)}", c.OpenBetting(by=DEALER))
        assert refused.value.reason is Reason.UNREADABLE_REQUEST
    assert host.tables() == []


def test_the_feed_of_the_cage_tells_every_event(host: Host) -> None:
    fund(host, "seat1", "seat2")
    told = host.follow(CAGE).take()
    assert [(each.seq, each.event.__struct_config__.tag) for each in told] == [
        (1, "credits-bought"),
        (2, "credits-bought"),
    ]
