"""Closed shoes go into a file and out of the journal; both are proved, and play goes on."""

import gzip
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor.host import Host
from punto.journal.archive import (
    Archived,
    Damaged,
    last_position,
    remove_archived,
    unpacked,
    write_archive,
)
from punto.journal.failures import Conflict
from punto.journal.openings import Openings, read_openings, write_openings
from punto.journal.schema import entries
from punto.journal.store import Store
from punto.journal.verify import Verification, verify
from punto.ledger.cage import commands as cage
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from tests.cli.run import punto
from tests.floor.tables import (
    CREDITS,
    DEALER,
    MANAGER,
    bet,
    configuration,
    fund,
    ids,
    opened,
    play_round,
    play_sealed_shoe,
    shuffled,
    stake,
)

FAR = 10**15  # milliseconds: later than anything here
BOSS = Staff("boss", Position.GAMING_SHIFT_MANAGER)
shoes = count(1)


@pytest.fixture
def host(store: Store) -> Iterator[Host]:
    made = Host(store)
    yield made
    made.stop()


def play(host: Host) -> None:
    """Two shoes of t1 that are over, credits played at t2, and then a shoe of t1 in use."""
    if host.state("t1").configuration is None:
        host.ask("t1", "open", c.OpenTable(configuration(), by=MANAGER))
        host.ask_cage("bank", cage.OpenBank("t1", 500_000, "supervisor", by=BOSS))
        fund(host, "seat1")
        opened(host, "t2", CREDITS)
        play_round(host, "t2", iter(shuffled(9)), [bet(1, 2000, "tie")])
        host.ask("t2", f"retire{next(ids)}", c.RetireShoe(by=DEALER))
    if host.state("t1").shoe is not None:
        host.ask("t1", f"retire{next(ids)}", c.RetireShoe(by=DEALER))
    for _ in range(2):
        play_sealed_shoe(host, "t1", next(shoes), rounds=3)
    host.ask("t1", f"load{next(ids)}", c.LoadShoe(f"shoe{next(shoes)}", by=DEALER))
    play_round(host, "t1", iter(shuffled(5)), [stake("seat2", 3000)])


def archive(store: Store, path: Path) -> Archived:
    with store.reading() as reading:
        return write_archive(reading, last_position(reading, FAR), path)


def faults(store: Store, archived: Openings | None = None) -> list[str]:
    with store.reading() as reading:
        return [str(fault) for fault in Verification(reading, archived=archived).faults()]


def proved(path: Path, archived: Openings) -> Openings:
    """An archive without a fault; where it ends."""
    with unpacked(path) as plain:
        store = Store(str(plain))
        with store.reading() as reading:
            proof = Verification(reading, archived=archived)
            assert [str(fault) for fault in proof.faults()] == []
            ends = proof.ends()
        store.close()
    return ends


def test_an_archive_ends_before_every_shoe_in_use(store: Store, host: Host) -> None:
    play(host)
    with store.reading() as reading:
        until = last_position(reading, FAR)
        left = [entry for entry in reading.everything() if entry.position > until]
        in_use = [entry for entry in left if entry.stream == "t1"]
        assert b'"load-shoe"' in in_use[0].asked
        assert len(in_use) == len(left) > 5
        assert last_position(reading, 0) == 0
        times = [entry.at_ms for entry in reading.everything()]
        earlier = last_position(reading, times[4])
        assert all(entry.at_ms < times[4] for entry in reading.everything(earlier))


def test_shoes_go_out_and_everything_is_proved_and_goes_on(
    store: Store, host: Host, tmp_path: Path
) -> None:
    play(host)
    with store.reading() as reading:
        before = reading.balances()
        whole = [entry.hash for entry in reading.everything()]
    archived = archive(store, tmp_path / "one.gz")
    remove_archived(store, archived)
    with store.reading() as reading:
        assert reading.balances() == before
        assert [entry.hash for entry in reading.everything()] == whole[archived.entries :]
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


def test_archives_follow_each_other(store: Store, host: Host, tmp_path: Path) -> None:
    ends = Openings()
    for turn in range(3):
        play(host)
        path = tmp_path / f"{turn}.gz"
        remove_archived(store, archive(store, path))
        ends = proved(path, ends)
        assert faults(store, ends) == []
    with store.reading() as reading:
        assert reading.openings().books.position > 50


def test_a_journal_that_was_archived_whole_goes_on(
    store: Store, host: Host, tmp_path: Path
) -> None:
    play(host)
    host.ask("t1", "over", c.RetireShoe(by=DEALER))
    archived = archive(store, tmp_path / "all.gz")
    remove_archived(store, archived)
    with store.reading() as reading:
        assert list(reading.everything()) == []
        assert reading.head("t1") == archived.ends.streams["t1"].head
    host.ask("t1", f"load{next(ids)}", c.LoadShoe("next", by=DEALER))
    fund(host, "seat3")
    assert faults(store, proved(tmp_path / "all.gz", Openings())) == []
    with store.reading() as reading:
        assert next(reading.everything()).position > archived.until


def test_another_beginning_than_the_archives_end_is_found(
    store: Store, host: Host, tmp_path: Path
) -> None:
    play(host)
    archived = archive(store, tmp_path / "one.gz")
    remove_archived(store, archived)
    richer = {**archived.ends.books.cents, "patron:seat1": 10**9}
    with store.writing([]) as writing:
        assert read_openings(writing.connection) == archived.ends
        books = replace(archived.ends.books, cents=richer)
        write_openings(writing.connection, replace(archived.ends, books=books))
    assert "journal: it does not begin where its archive ends" in faults(store, archived.ends)


def test_what_is_not_sound_is_not_archived(store: Store, host: Host, tmp_path: Path) -> None:
    play(host)
    with store.writing([]) as writing:
        writing.connection.execute(
            sa.update(entries)
            .where(entries.c.stream == "t1", entries.c.number == 2)
            .values(actor="x")
        )
    with pytest.raises(Damaged, match="nothing was archived"):
        archive(store, tmp_path / "one.gz")
    assert list(tmp_path.glob("*.gz")) == []
    assert list(tmp_path.glob(".archive*")) == []


def test_a_follower_of_what_is_archived_is_told(store: Store, host: Host, tmp_path: Path) -> None:
    play(host)
    remove_archived(store, archive(store, tmp_path / "one.gz"))
    late = Host(store)
    with pytest.raises(Conflict, match="archived"):
        late.follow("t1", 2).take()
    with store.reading() as reading:
        opening = reading.openings().streams["t1"].head.seq
    assert late.follow("t1", opening).take()[0].seq == opening + 1
    late.stop()


@pytest.fixture
def journal_file(tmp_path: Path) -> str:
    path = str(tmp_path / "casino.journal")
    store = Store(path)
    store.create()
    host = Host(store)
    play(host)
    host.stop()
    store.close()
    return path


def test_the_command_writes_removes_and_verifies(journal_file: str, tmp_path: Path) -> None:
    out = str(tmp_path / "old.journal.gz")
    nothing = punto("archive", journal_file, "--out", out)
    assert (nothing.code, "name a later day" in nothing.err) == (2, True)
    done = punto("archive", journal_file, "--out", out, "--before", "2100-01-01", "--remove")
    assert (done.code, "taken out of the journal" in done.out) == (0, True)
    again = punto("archive", journal_file, "--out", out, "--before", "2100-01-01")
    assert (again.code, "is there already" in again.err) == (2, True)
    alone = punto("verify", journal_file)
    assert (alone.code, "older entries are archived" in alone.out) == (0, True)
    both = punto("verify", journal_file, "--archive", out, "--json")
    assert both.code == 0
    assert both.json["faults"] == []
    assert both.json["entries"] > punto("verify", out, "--json").json["entries"] > 20
    assert punto("ledger", out, "trial").code == 0
    assert punto("replay", out, "--round", "t1/1").code == 0


def test_an_archive_that_was_touched_is_found(journal_file: str, tmp_path: Path) -> None:
    out = tmp_path / "old.journal.gz"
    punto("archive", journal_file, "--out", str(out), "--before", "2100-01-01")
    whole = out.read_bytes()
    out.write_bytes(whole[: len(whole) // 2])
    cut = punto("verify", str(out))
    assert (cut.code, cut.err.count("\n")) == (2, 1)
    with gzip.open(out, "wb") as file:
        file.write(gzip.decompress(whole).replace(b"seat1", b"seat9"))
    touched = punto("verify", str(out))
    assert touched.code == 1
    assert "does not follow from what it says" in touched.out


def test_verify_of_everything_needs_no_archive_where_nothing_was_taken_out(
    journal_file: str,
) -> None:
    store = Store(journal_file)
    with store.reading() as reading:
        assert list(verify(reading)) == []
        assert reading.openings() == Openings()
    store.close()
