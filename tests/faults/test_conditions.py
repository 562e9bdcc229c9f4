"""Full, missing, locked or broken disks: a clear sentence, nothing lost, and recovery."""

import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from time import monotonic

import pytest
import sqlalchemy as sa

from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.journal import engine
from punto.journal.codec import Recorded
from punto.journal.errors import Unavailable
from punto.journal.journal_copy import copy_journal
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.table import commands as c
from tests.envelope import Given
from tests.faults.shim import CANTOPEN, FULL, IOERR_FSYNC, OK, READONLY, Obstacle, Shim, between
from tests.floor.tables import DEALER, opened, play_round, shuffled, stake
from tests.submission import ask, submit

FULL_SAID = "The disk is full: make room, then go on."
READ_ONLY_SAID = "The journal is read-only here: give this process leave to write it."
HELD_S = 12.0  # what a person may wait at most where the journal is locked
LOCKED_SAID = "Another program holds the journal locked: close it, then go on."
GONE_SAID = "The journal cannot be opened: check that its folder is there and can be written."
BROKEN_SAID = "The disk does not answer properly: check it before anything else."


class Floor:
    """A table that plays, on a journal of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = Store(str(path))
        self.store.create()
        self.host = Host(self.store)
        self.cards = iter(shuffled(1))
        self.told: list[Recorded] = []
        opened(self.host, "t1")
        play_round(self.host, "t1", self.cards, [stake("seat1")])
        self.told += ask(self.host, "t1", "bets", Given(c.OpenBetting(), DEALER))

    def close(self) -> None:
        self.host.stop()
        self.store.close()

    def fails(self, said: str, times: int = 3) -> None:
        """Stakes are answered with that sentence, and the table stands as it stood."""
        feed = self.host.follow("t1", self.told[-1].seq)
        for number in range(times):
            before = self.host.state("t1")
            with pytest.raises(Unavailable) as failure:
                submit(self.host, "t1", f"in vain {number}", stake("seat1", 2000, "tie")).result(60)
            assert str(failure.value) == said
            assert self.host.state("t1") == before
        with suppress(Unavailable):
            assert feed.take() == ()

    def goes_on(self) -> None:
        """The same host takes what it could not take, once; what was told before is all there."""
        for number in range(3):
            twice = [
                submit(self.host, "t1", f"in vain {number}", stake("seat1", 2000, "tie"))
                for _ in range(2)
            ]
            first, second = (each.result(60) for each in twice)
            assert first.refused is None
            assert first.records == second.records
            self.told += first.records
        assert self.told == [
            record for record in self.host.follow("t1").take() if record.seq >= self.told[0].seq
        ]
        with self.store.begin_read() as transaction:
            assert [str(fault) for fault in verify(transaction)] == []
        self.close()


@pytest.fixture
def shim() -> Iterator[Shim]:
    with between() as shim:
        yield shim


def always(operation: str, code: int) -> Obstacle:
    return lambda asked, _: code if asked == operation else OK


@pytest.mark.parametrize(
    ("operation", "code", "said"),
    [
        ("write", FULL, FULL_SAID),
        ("write", READONLY, READ_ONLY_SAID),
        ("sync", IOERR_FSYNC, BROKEN_SAID),
        ("write", IOERR_FSYNC, BROKEN_SAID),
    ],
)
def test_a_disk_that_refuses(
    tmp_path: Path, shim: Shim, operation: str, code: int, said: str
) -> None:
    floor = Floor(tmp_path / "casino.journal")
    shim.obstacle = always(operation, code)
    floor.fails(said)
    shim.obstacle = None
    floor.goes_on()


@pytest.mark.parametrize(("operation", "at_most"), [("write", 20), ("sync", 3)])
def test_a_disk_that_refuses_at_any_moment(
    tmp_path: Path, shim: Shim, operation: str, at_most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of a commit or a checkpoint: refused or taken, never half of it."""
    monkeypatch.setattr(engine, "_SQLITE", (*engine._SQLITE, "wal_autocheckpoint=10"))
    floor = Floor(tmp_path / "casino.journal")
    said: list[str] = []
    for moment in range(40):
        left = iter(range(moment % at_most))

        def at_last(asked: str, _: str, left: Iterator[int] = left) -> int:
            if asked != operation or next(left, None) is not None:
                return OK
            return FULL if operation == "write" else IOERR_FSYNC

        shim.obstacle = at_last
        command = stake(f"seat{moment}", position=1 + moment % 8)
        for _ in range(3):
            try:
                floor.told += submit(floor.host, "t1", f"at{moment}", command).result(60).records
                break
            except Unavailable as failure:
                said.append(str(failure))
                shim.obstacle = None
    shim.obstacle = None
    assert len(said) > 10
    assert set(said) == {FULL_SAID if operation == "write" else BROKEN_SAID}
    assert len(floor.told) > 20
    assert len({record.seq for record in floor.told}) == len(floor.told)
    floor.goes_on()


def test_a_file_that_cannot_be_opened(tmp_path: Path, shim: Shim) -> None:
    floor = Floor(tmp_path / "casino.journal")
    floor.store.engine.dispose()  # as after a long quiet: every connection is to be made anew
    shim.obstacle = always("open", CANTOPEN)
    floor.fails(GONE_SAID)
    shim.obstacle = None
    floor.goes_on()


@contextmanager
def mounted(*arguments: str, at: Path) -> Iterator[bool]:
    """Something mounted there; False where this machine does not let us."""
    at.mkdir(exist_ok=True)
    done = subprocess.run(["mount", *arguments, str(at)], capture_output=True, check=False)
    try:
        yield done.returncode == 0
    finally:
        if done.returncode == 0:
            subprocess.run(["umount", "--lazy", str(at)], check=True)


def test_a_real_disk_that_is_full(tmp_path: Path) -> None:
    """On a disk of a megabyte; where none can be mounted, on the shim's, which is always tested."""
    with mounted("-t", "tmpfs", "-o", "size=1m", "tmpfs", at=tmp_path / "small") as is_mounted:
        if not is_mounted:
            with between() as shim:
                test_a_disk_that_refuses(tmp_path, shim, "write", FULL, FULL_SAID)
            return
        floor = Floor(tmp_path / "small" / "casino.journal")
        filler = tmp_path / "small" / "filler"
        with filler.open("wb", buffering=0) as out, suppress(OSError):
            while True:
                out.write(bytes(4096))
        for number in range(500):  # what SQLite has reserved already is used up first
            try:
                ask = submit(floor.host, "t1", f"more{number}", stake(f"seat{number % 9}"))
                floor.told += ask.result(60).records
            except Unavailable:
                break
        floor.fails(FULL_SAID)
        filler.unlink()
        floor.goes_on()


def test_a_read_only_disk(tmp_path: Path) -> None:
    """A folder mounted read-only; where that is not allowed, files that SQLite may not write."""
    folder = tmp_path / "disk"
    with mounted("-t", "tmpfs", "tmpfs", at=folder) as is_mounted:
        said = GONE_SAID if is_mounted else READ_ONLY_SAID
        floor = Floor(folder / "casino.journal")
        floor.close()
        if is_mounted:
            subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        else:
            (folder / "casino.journal").chmod(0o444)
        store = Store(str(folder / "casino.journal"))
        allowed = not is_mounted and os.geteuid() == 0  # a mode of a file is nothing to root
        with nullcontext() if allowed else pytest.raises(Unavailable, match=re.escape(said)):
            with store.begin_write(["t1"]) as transaction:
                transaction.positions(1)
            assert allowed
        store.close()
        if is_mounted:
            subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
        (folder / "casino.journal").chmod(0o644)
        floor.store = Store(str(folder / "casino.journal"))
        floor.host = Host(floor.store)
        floor.goes_on()


def test_a_file_that_was_read_only_when_it_was_opened(tmp_path: Path) -> None:
    """SQLite opens such a file for reading, and the connection never writes again."""
    floor = Floor(tmp_path / "casino.journal")
    is_read_only = True

    def open_read_only(_: object, __: object, arguments: list[str], ___: object) -> None:
        if is_read_only:
            arguments[0] = arguments[0].replace("mode=rw", "mode=ro")

    sa.event.listen(floor.store.engine, "do_connect", open_read_only)
    floor.store.engine.dispose()
    floor.fails(READ_ONLY_SAID)
    is_read_only = False
    with suppress(Unavailable):  # by a connection that was opened to read meanwhile
        submit(floor.host, "t1", "in vain 0", stake("seat1", 2000, "tie")).result(60)
    floor.goes_on()


def test_a_disk_that_is_full_when_the_journal_is_closed_or_copied(
    tmp_path: Path, shim: Shim
) -> None:
    floor = Floor(tmp_path / "casino.journal")
    shim.obstacle = always("write", FULL)
    floor.store.fold()  # what is in the log stays there
    with pytest.raises(Unavailable, match=re.escape(FULL_SAID)):
        copy_journal(floor.store, str(tmp_path / "copy.journal"))
    shim.obstacle = None
    floor.goes_on()


LOCKING = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("busy_ms", [50, engine.BUSY_MS])
def test_a_journal_that_another_process_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, busy_ms: int
) -> None:
    pragmas = (f"busy_timeout={busy_ms}", *engine._SQLITE[1:])
    monkeypatch.setattr(engine, "_SQLITE", pragmas)
    floor = Floor(tmp_path / "casino.journal")
    with subprocess.Popen(
        [sys.executable, "-c", LOCKING, str(floor.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"
        began = monotonic()
        floor.fails(LOCKED_SAID, times=1 if busy_ms == engine.BUSY_MS else 3)
        assert monotonic() - began < HELD_S
        other.kill()
    floor.goes_on()


def test_too_many_who_ask_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor(tmp_path / "casino.journal")
    monkeypatch.setattr(floor.store.engine.pool, "_timeout", 0.05)
    with ExitStack() as readers:
        for _ in range(15):
            readers.enter_context(floor.store.begin_read()).head("t1")
        floor.fails("The database has too many requests: wait a moment, then try again.")
    floor.goes_on()


def test_a_server_that_takes_the_call_and_says_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://127.0.0.1:{silent.getsockname()[1]}/casino?connect_timeout=2"
        with pytest.raises(Unavailable) as failure, Store(address).begin_read() as transaction:
            transaction.streams()
    said = "The database does not answer: see that its server runs, then go on."
    assert str(failure.value) == said


def test_a_folder_that_is_moved_away_and_back(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    floor = Floor(tmp_path / "here" / "casino.journal")
    (tmp_path / "here").rename(tmp_path / "there")
    floor.fails(GONE_SAID)
    (tmp_path / "there").rename(tmp_path / "here")
    floor.goes_on()


def test_a_file_that_is_deleted_is_not_written_on_nor_begun_anew(tmp_path: Path) -> None:
    floor = Floor(tmp_path / "casino.journal")
    with sqlite3.connect(tmp_path / "copy") as copy, sqlite3.connect(floor.path) as whole:
        whole.backup(copy)
    copy.close()
    whole.close()
    for path in tmp_path.glob("casino.journal*"):
        path.unlink()
    floor.fails(GONE_SAID)
    assert list(tmp_path.glob("casino.journal*")) == []
    (tmp_path / "copy").rename(floor.path)
    floor.goes_on()


def test_a_clock_that_is_set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor(tmp_path / "casino.journal")
    now = Clock().now_ms() * 1_000_000
    hours = iter([5, 1, 3, -2, 4, 2] * 50)
    monkeypatch.setattr("punto.floor.clock.time_ns", lambda: now + next(hours) * 3_600_000_000_000)
    floor.goes_on()
    with Store(str(floor.path)).begin_read() as transaction:
        times = [entry.at_ms for entry in transaction.everything()]
    assert times == sorted(times)
    assert times[-1] - times[0] >= 5 * 3_600_000
