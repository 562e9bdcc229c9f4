"""Closed shoes move from the journal to a file; both verify, and play continues."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor.host import Host
from punto.journal.archive.archive import (
    last_position,
    remove_archived,
    unpacked,
)
from punto.journal.archive.marks import is_archive_mark
from punto.journal.archive.openings import Openings, read_openings, write_openings
from punto.journal.errors import Conflict, Damaged
from punto.journal.queries.account_history import account_statement
from punto.journal.schema import entries
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.stream import Proof
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.configuration import CardSource
from tests.envelope import Given
from tests.floor.tables import (
    CASHIER,
    CREDITS,
    DEALER,
    MANAGER,
    configuration,
    fund,
    ids,
    opened,
    play_round,
    play_sealed_shoe,
    retire_sealed_shoe,
    set_source,
    shuffled,
    stake,
)
from tests.journal.archives import FAR, archive, faults, play, proved, shoes
from tests.sample import SQLITE_FIRST
from tests.submission import ask


@pytest.fixture
def host(store: Store) -> Iterator[Host]:
    made = Host(store)
    yield made
    made.stop()


def test_an_archive_ends_before_every_shoe_in_use(store: Store, host: Host) -> None:
    play(host)
    with store.begin_read() as transaction:
        until = last_position(transaction, FAR)
        left = [entry for entry in transaction.everything() if entry.position > until]
        in_use = [entry for entry in left if entry.stream == "t1"]
        assert b'"load-shoe"' in in_use[0].command
        assert len(in_use) == len(left) > 5
        assert last_position(transaction, 0) == 0
        times = [entry.at_ms for entry in transaction.everything()]
        earlier = last_position(transaction, times[4])
        assert all(entry.at_ms < times[4] for entry in transaction.everything(earlier))


@SQLITE_FIRST
def test_an_archive_by_time_splits_no_shoe_that_was_retired_later(store: Store, host: Host) -> None:
    """Its first rounds would be gone, and reports on people look for them."""
    play(host)
    with store.begin_read() as transaction:
        kinds = [(each.position, each.kind) for each in transaction.entries("t1")]
        times = {each.position: each.at_ms for each in transaction.entries("t1")}
        loads = [position for position, kind in kinds if kind == "load-shoe"]
        for position in (each for each, _ in kinds if each <= loads[-1]):
            until = last_position(transaction, times[position])
            begun = [each for each in loads if each <= until]
            ended = [each for each, kind in kinds if kind == "retire-shoe" and each <= until]
            assert len(begun) == len(ended), position


def test_shoes_go_out_and_everything_is_proved_and_goes_on(
    store: Store, host: Host, tmp_path: Path
) -> None:
    play(host)
    with store.begin_read() as transaction:
        before = transaction.balances()
        whole = [entry.hash for entry in transaction.everything()]
    archived = archive(store, tmp_path / "one.gz")
    remove_archived(store, archived)
    with store.begin_read() as transaction:
        assert transaction.balances() == before
        rest = [entry for entry in transaction.everything() if not is_archive_mark(entry)]
        assert [entry.hash for entry in rest] == whole[archived.entries :]
    assert faults(store) == []
    ends = proved(tmp_path / "one.gz", Openings())
    assert faults(store, ends) == []
    again = Host(store)
    assert again.halted == {}
    assert again.state("t1") == host.state("t1")
    assert again.state("t2") == host.state("t2")
    assert again.cage() == host.cage()
    again.stop()
    play_round(host, "t1", iter(shuffled(6)), [stake("seat2", 3000)])  # the host that was there
    fund(host, "seat3")
    assert faults(store, ends) == []


def test_a_statement_goes_on_from_what_was_archived(
    store: Store, host: Host, tmp_path: Path
) -> None:
    play(host)
    with store.begin_read() as transaction:
        before = {each: account_statement(transaction, each) for each in transaction.balances()}
    remove_archived(store, archive(store, tmp_path / "one.gz"))
    shorter = 0
    with store.begin_read() as transaction:
        for account, whole in before.items():
            rest = account_statement(transaction, account)
            assert rest.lines == whole.lines[len(whole.lines) - len(rest.lines) :]
            assert rest.after_cents == whole.after_cents
            moved = sum(line.change_cents for line in rest.lines)
            assert rest.before_cents == rest.after_cents - moved
            shorter += len(rest.lines) < len(whole.lines) and rest.before_cents != 0
    assert shorter


@SQLITE_FIRST
def test_archives_follow_each_other(store: Store, host: Host, tmp_path: Path) -> None:
    ends = Openings()
    for turn in range(3):
        play(host)
        path = tmp_path / f"{turn}.gz"
        remove_archived(store, archive(store, path))
        ends = proved(path, ends)
        assert faults(store, ends) == []
    with store.begin_read() as transaction:
        assert transaction.openings().books.position > 50


@SQLITE_FIRST
def test_a_journal_that_was_archived_whole_goes_on(
    store: Store, host: Host, tmp_path: Path
) -> None:
    play(host)
    ask(host, "t1", "over", Given(c.RetireShoe(), DEALER))
    archived = archive(store, tmp_path / "all.gz")
    remove_archived(store, archived)
    with store.begin_read() as transaction:
        left = list(transaction.everything())
        assert sorted(entry.stream for entry in left) == sorted(archived.ends.streams)
        assert all(map(is_archive_mark, left))
        opens = archived.ends.streams["t1"].head
        assert transaction.head("t1").number == opens.number + 1
    ask(host, "t1", f"load{next(ids)}", Given(c.LoadShoe("next"), DEALER))
    fund(host, "seat3")
    assert faults(store, proved(tmp_path / "all.gz", Openings())) == []
    with store.begin_read() as transaction:
        assert next(transaction.everything()).position > archived.until


@SQLITE_FIRST
def test_a_shoe_whose_seal_is_closed_is_archived_and_opened_later(
    store: Store, host: Host, tmp_path: Path
) -> None:
    ask(host, "t1", "open", Given(c.OpenTable(configuration()), MANAGER))
    fund(host, "seat1")
    reveal = retire_sealed_shoe(host, "t1", next(shoes), rounds=2)
    archived = archive(store, tmp_path / "closed.gz")
    remove_archived(store, archived)
    ask(host, "t1", f"reveal{next(ids)}", reveal)
    assert faults(store, proved(tmp_path / "closed.gz", Openings())) == []
    with store.begin_read() as transaction:
        assert transaction.openings().streams["t1"].shoes == archived.ends.streams["t1"].shoes


@SQLITE_FIRST
def test_another_beginning_than_the_archives_end_is_found(
    store: Store, host: Host, tmp_path: Path
) -> None:
    play(host)
    archived = archive(store, tmp_path / "one.gz")
    remove_archived(store, archived)
    richer = {**archived.ends.books.cents, "patron:seat1": 10**9}
    with store.begin_write([]) as transaction:
        assert read_openings(transaction.connection) == archived.ends
        books = replace(archived.ends.books, cents=richer)
        write_openings(transaction.connection, replace(archived.ends, books=books))
    assert "journal: it does not begin where its archive ends" in faults(store, archived.ends)


@SQLITE_FIRST
def test_tables_opened_after_the_last_closed_shoe_are_proved_with_the_archive(
    store: Store, host: Host, tmp_path: Path
) -> None:
    """A stream without an entry in the archive begins at nothing in both."""
    ask(host, "t1", "open", Given(c.OpenTable(configuration()), MANAGER))
    play_sealed_shoe(host, "t1", next(shoes), rounds=1)
    set_source(host, "t1", CardSource.PHYSICAL)
    ask(host, "t1", "load", Given(c.LoadShoe("in use"), DEALER))
    opened(host, "t2", CREDITS)  # after it, as is the first entry of the cage
    fund(host, "seat1")
    archived = archive(store, tmp_path / "one.gz")
    assert set(archived.ends.streams) == {"t1"}
    remove_archived(store, archived)
    first = proved(tmp_path / "one.gz", Openings())
    assert faults(store, first) == []
    ask(host, "t1", "retire", Given(c.RetireShoe(), DEALER))
    ask(host, "t2", "retire", Given(c.RetireShoe(), DEALER))
    ask(host, "t2", "load", Given(c.LoadShoe("in use"), DEALER))
    opened(host, "t3", CREDITS)
    again = archive(store, tmp_path / "two.gz")
    remove_archived(store, again)
    second = proved(tmp_path / "two.gz", first)
    assert set(second.streams) == {"cage", "t1", "t2"}
    assert faults(store, second) == []
    assert faults(store) == []


@SQLITE_FIRST
def test_only_an_empty_opening_may_be_without_an_entry_in_the_archive(
    store: Store, host: Host, tmp_path: Path
) -> None:
    """Journals of earlier versions open late tables with an empty state: that says nothing."""
    play(host)
    archived = archive(store, tmp_path / "one.gz")
    remove_archived(store, archived)
    ends = proved(tmp_path / "one.gz", Openings())
    used = archived.ends.streams["t1"]
    for other, is_same in (
        (Proof("t9", None, {}).end, True),
        (replace(Proof("t9", None, {}).end, at_ms=1), False),
        (replace(Proof("t9", None, {}).end, state=used.state), False),
        (replace(Proof("t9", None, {}).end, state=b"none"), False),
        (replace(Proof("t9", None, {}).end, shoes=used.shoes), False),
        (used, False),
    ):
        streams = {**archived.ends.streams, "t9": other}
        with store.begin_write([]) as transaction:
            write_openings(transaction.connection, replace(archived.ends, streams=streams))
        said = "journal: it does not begin where its archive ends" in faults(store, ends)
        assert said is not is_same, other


def test_archives_are_their_owners_alone(store: Store, host: Host, tmp_path: Path) -> None:
    play(host)
    before = os.umask(0o022)
    try:
        archive(store, tmp_path / "one.gz")
        with unpacked(tmp_path / "one.gz") as plain:
            assert plain.stat().st_mode & 0o777 == 0o600
            assert plain.parent.stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(before)
    assert (tmp_path / "one.gz").stat().st_mode & 0o777 == 0o600


@SQLITE_FIRST
def test_what_is_not_sound_is_not_archived(store: Store, host: Host, tmp_path: Path) -> None:
    play(host)
    with store.begin_write([]) as transaction:
        transaction.connection.execute(
            sa.update(entries)
            .where(entries.c.stream == "t1", entries.c.number == 2)
            .values(actor="x")
        )
    with pytest.raises(Damaged, match="nothing was archived"):
        archive(store, tmp_path / "one.gz")
    assert list(tmp_path.glob("*.gz")) == []
    assert list(tmp_path.glob(".archive*")) == []


@SQLITE_FIRST
def test_a_follower_of_archived_events_gets_a_conflict(
    store: Store, host: Host, tmp_path: Path
) -> None:
    play(host)
    remove_archived(store, archive(store, tmp_path / "one.gz"))
    late = Host(store)
    with pytest.raises(Conflict, match="archived"):
        late.follow("t1", 2).take()
    with store.begin_read() as transaction:
        opening = transaction.openings().streams["t1"].head.seq
    assert late.follow("t1", opening).take()[0].seq == opening + 1
    late.stop()


@SQLITE_FIRST
def test_a_used_voucher_is_never_issued_again(store: Store, host: Host, tmp_path: Path) -> None:
    """Not after its entries were archived either, and not by a host that starts there."""
    play(host)
    seals = {"paid": cage.PayVoucher("paid"), "redeemed": cage.RedeemVoucher("seat1", "redeemed")}
    for seal, takes in seals.items():
        ask(host, CAGE, f"out-{seal}", Given(cage.CashOut("seat1", 100, seal), CASHIER))
        ask(host, CAGE, f"in-{seal}", Given(takes, CASHIER))
    ask(host, CAGE, "open", Given(cage.CashOut("seat1", 100, "open"), CASHIER))
    play(host)
    remove_archived(store, archive(store, tmp_path / "first.archive"))
    with store.begin_read() as transaction:
        assert not any(b'"paid"' in entry.command for entry in transaction.entries(CAGE))
    later = Host(store)
    try:
        for at in (host, later):
            for seal in (*seals, "open"):
                again = Given(cage.CashOut("seat1", 100, seal), CASHIER)
                with pytest.raises(Refused) as refused:
                    ask(at, CAGE, f"again{next(ids)}", again)
                assert refused.value.reason is Reason.VOUCHER_TAKEN
            with pytest.raises(Refused) as refused:
                ask(at, CAGE, f"twice{next(ids)}", Given(cage.PayVoucher("paid"), CASHIER))
            assert refused.value.reason is Reason.UNKNOWN_VOUCHER
    finally:
        later.stop()
    assert faults(store) == []
