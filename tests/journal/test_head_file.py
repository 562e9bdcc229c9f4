"""A journal that lost the end of its write-ahead log reports it at start, with what is missing."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from punto.floor.host import Host
from punto.journal.errors import Unavailable
from punto.journal.head_file import SIZE, HeadFile, SavedHead
from punto.journal.notices import Notice, NoticeKind, write_notices
from punto.journal.people.people import Kind, People, Person
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.rules.staff import Position
from tests.cli.run import punto
from tests.floor.tables import fund

FUNDED = 20


@contextmanager
def running(path: Path) -> Iterator[tuple[Store, Host]]:
    store = Store(str(path))
    store.create()
    host = Host(store)
    try:
        yield store, host
    finally:
        host.stop()
        store.close()


def copied(source: Path, folder: Path, *without: str) -> Path:
    """What is on disk while a house runs, as a copy that leaves out some of the files."""
    folder.mkdir()
    for each in source.parent.glob(f"{source.name}*"):
        if not each.name.endswith(without):
            shutil.copy(each, folder / each.name)
    return folder / source.name


def missing(path: Path) -> str:
    store = Store(str(path))
    with store.begin_read() as transaction:
        found = store.missing(transaction)
    store.close()
    return found


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Path]:
    """A house that runs, with commits in its log that no checkpoint has taken over."""
    path = tmp_path / "house" / "casino.journal"
    path.parent.mkdir()
    with running(path) as (_, host):
        fund(host, "seat1")
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(FUNDED):
            fund(host, f"seat{number}")
        yield path


def test_nothing_is_missing_from_a_whole_copy(journal: Path, tmp_path: Path) -> None:
    whole = copied(journal, tmp_path / "copy", "-shm")
    assert missing(whole) == ""
    with running(whole) as (_, host):
        fund(host, "seat1")
    assert missing(whole) == ""


def test_a_lost_log_is_noticed_and_named(journal: Path, tmp_path: Path) -> None:
    lost = copied(journal, tmp_path / "copy", "-wal", "-shm")
    said = missing(lost)
    assert f"ends at position 1, but {FUNDED + 1} was committed" in said
    assert f"{FUNDED} entries are missing, the last of them entry {FUNDED + 1} of cage" in said
    assert "remove casino.journal-head" in said
    store = Store(str(lost))
    with pytest.raises(Unavailable, match="entries are missing"):
        Host(store)
    with store.begin_read() as transaction:
        assert any("entries are missing" in str(fault) for fault in verify(transaction))
    store.close()
    found = punto("verify", str(lost))
    assert (found.code, "entries are missing" in found.out) == (1, True)


@pytest.mark.parametrize("share", [0.25, 0.5, 0.75, 0.99])
def test_a_log_that_lost_its_tail_is_noticed(journal: Path, tmp_path: Path, share: float) -> None:
    cut = copied(journal, tmp_path / "copy", "-shm")
    log = cut.with_name(f"{cut.name}-wal")
    os.truncate(log, int(log.stat().st_size * share))
    assert "missing" in missing(cut)


def test_without_the_file_the_house_goes_on(journal: Path, tmp_path: Path) -> None:
    lost = copied(journal, tmp_path / "copy", "-wal", "-shm")
    lost.with_name(f"{lost.name}-head").unlink()
    with running(lost) as (store, host):
        fund(host, "seat7")
        with store.begin_read() as transaction:
            assert list(verify(transaction)) == []
    assert missing(lost) == ""


def test_another_journal_in_its_place_is_noticed(journal: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.journal"
    with running(other) as (_, host):
        for number in range(FUNDED + 5):
            fund(host, f"seat{number}")
    shutil.copy(HeadFile(str(journal)).path, HeadFile(str(other)).path)
    assert "holds another entry at position" in missing(other)


def test_a_damaged_file_is_a_fault(journal: Path, tmp_path: Path) -> None:
    whole_journal = copied(journal, tmp_path / "copy", "-shm")
    head = whole_journal.with_name(f"{whole_journal.name}-head")
    whole = head.read_bytes()
    assert len(whole) == SIZE
    for place in range(1, len(whole.rstrip()), 7):
        for damaged in (
            bytes([*whole[:place], whole[place] ^ 1, *whole[place + 1 :]]),
            whole[:place],
        ):
            head.write_bytes(damaged)
            assert "is damaged" in missing(whole_journal)
    with pytest.raises(Unavailable, match="is damaged"):
        Host(Store(str(whole_journal)))
    for empty in (b"", bytes(SIZE)):  # nobody leaves one like that: it is complete once it is there
        head.write_bytes(empty)
        assert "is damaged" in missing(whole_journal)


def test_what_is_no_file_in_its_place_is_a_fault(journal: Path, tmp_path: Path) -> None:
    whole_journal = copied(journal, tmp_path / "copy", "-shm")
    head = whole_journal.with_name(f"{whole_journal.name}-head")
    for put in (Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")):
        head.unlink(missing_ok=True)
        put(head)
        assert "is damaged" in missing(whole_journal)
        if head.is_dir():
            head.rmdir()


def test_an_account_enabled_again_by_a_cut_log_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "house" / "casino.journal"
    path.parent.mkdir()
    with running(path) as (store, host):
        fund(host, "seat1")
        accounts = People(store)
        accounts.add(Person("dealer", Kind.STAFF, Position.DEALER, ("t1",), "a hash"))
        write_notices(store, [Notice(NoticeKind.DENIED, 1)])
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        before = copied(path, tmp_path / "before", "-shm", "-head")
        accounts.change("dealer", lambda who: replace(who, disabled=True))
        whole = copied(path, tmp_path / "whole", "-shm")
        lost = copied(path, tmp_path / "lost", "-wal", "-shm")
        write_notices(store, [Notice(NoticeKind.DENIED, 2)])
        shutil.copy(HeadFile(str(path)).path, HeadFile(str(before)).path)
        unnoticed = copied(whole, tmp_path / "unnoticed")
        shutil.copy(HeadFile(str(path)).path, HeadFile(str(unnoticed)).path)
    assert missing(whole) == ""
    assert "The journal's notices end at 1, but 2 were committed" in missing(before)
    assert "The journal's notices end at 1, but 2 were committed" in missing(unnoticed)
    assert "The journal's changes end at 1, but 2 were committed" in missing(lost)
    store = Store(str(lost))
    People(store).add(Person("another", Kind.STAFF, Position.DEALER))  # leaves the file as it is
    people_only = missing(lost)
    store.close()
    assert "changes" in people_only
    found = punto("verify", str(lost))
    assert (found.code, "The journal's changes" in found.out) == (1, True)


def test_a_head_of_an_earlier_version_is_read(journal: Path) -> None:
    saved = HeadFile(str(journal)).read()
    assert saved is not None
    old = {name: getattr(saved, name) for name in ("position", "stream", "number", "at_ms", "hash")}
    assert msgspec.convert(old, SavedHead) == replace(saved, notices=(0, ""), changes=(0, ""))


def test_every_file_of_a_journal_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with running(tmp_path / "casino.journal") as (_, host):
            fund(host, "seat1")
            modes = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(
        ("casino.journal", "casino.journal-head", "casino.journal-shm", "casino.journal-wal"), 0o600
    )


def test_a_file_that_is_removed_is_written_again(tmp_path: Path) -> None:
    with running(tmp_path / "casino.journal") as (store, host):
        fund(host, "seat1")
        head = tmp_path / "casino.journal-head"
        head.unlink()
        fund(host, "seat2")
        saved = HeadFile(str(tmp_path / "casino.journal")).read()
        with store.begin_read() as transaction:
            assert saved is not None
            assert saved.position == transaction.position()


KILLED = """
import os, signal, sys
from punto.floor.host import Host
from punto.journal.store import Store
from tests.floor.tables import fund
store = Store(sys.argv[1]); store.create(); host = Host(store)
for number in range(int(sys.argv[2])): fund(host, f"seat{number}")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("commits", [1, 7])
def test_a_process_that_is_killed_leaves_a_file_that_neither_leads_nor_lags(
    tmp_path: Path, commits: int
) -> None:
    path = tmp_path / "casino.journal"
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path), str(commits)], check=False)
    assert ended.returncode == -signal.SIGKILL
    saved = HeadFile(str(path)).read()
    assert saved is not None
    assert saved.position == commits
    assert missing(path) == ""


def test_a_build_that_writes_no_head_misses_the_loss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HeadFile, "write", lambda *_: None)
    path = tmp_path / "casino.journal"
    with running(path) as (_, host):
        fund(host, "seat1")
        lost = copied(path, tmp_path / "copy", "-wal", "-shm")
        assert not lost.with_name(f"{lost.name}-head").exists()
