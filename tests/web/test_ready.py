"""`/ready` is true while a stake would be accepted, and false within seconds otherwise."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from time import monotonic, sleep

import httpx
import psycopg
import pytest
import sqlalchemy as sa

from punto.floor import readiness
from punto.journal.errors import Unavailable
from punto.journal.store import Store
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.app import make_app
from punto.web.casino import Casino
from punto.web.server import in_thread, opened
from tests.envelope import Given
from tests.faults.servers import Server, own_server
from tests.submission import ask as ask_host
from tests.web.served import credits_table

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
SOON_S = 60.0
PROMPTLY_S = 5.0  # of a busy machine; it is a second and a half


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "FRESH_S", 0.0)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with own_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def place(
    request: pytest.FixtureRequest, tmp_path: Path, server: Server
) -> Iterator[tuple[Casino, str, str]]:
    on_sqlite = request.param == "sqlite"
    journal = str(tmp_path / "house.journal") if on_sqlite else server.journal()
    with opened(journal) as (casino, _), in_thread(make_app(casino)) as address:
        ask_host(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        yield casino, address, journal


def ask(address: str) -> tuple[int, str]:
    began = monotonic()
    answer = httpx.get(f"{address}/ready", timeout=60)
    assert monotonic() - began < PROMPTLY_S
    assert answer.json()["ready"] is (answer.status_code == 200)
    return answer.status_code, answer.json()["why"]


def wait_for(address: str, status: int) -> str:
    deadline = monotonic() + SOON_S
    while monotonic() < deadline:
        found, why = ask(address)
        if found == status:
            return why
        sleep(0.1)
    raise AssertionError(f"it is {found}: {why}")


def test_it_is_ready_and_leaves_nothing_behind(place: tuple[Casino, str, str]) -> None:
    casino, address, _ = place
    for _ in range(5):
        assert ask(address) == (200, "")
    with casino.store.begin_read() as transaction:
        found = transaction.connection.exec_driver_sql("SELECT name FROM secrets").scalars().all()
    assert list(found) == ["csrf"]


def test_one_look_serves_all_who_ask(
    place: tuple[Casino, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    monkeypatch.setattr(readiness, "FRESH_S", 60.0)
    monkeypatch.setattr(readiness, "try_commit", lambda _, name: looks.append(name))
    for _ in range(20):
        assert ask(place[1])[0] == 200
    assert len(looks) == 1


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_a_file_that_somebody_has_locked(place: tuple[Casino, str, str]) -> None:
    _, address, journal = place
    with closing(sqlite3.connect(journal, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in wait_for(address, 503)
        other.execute("ROLLBACK")
    wait_for(address, 200)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_a_disk_without_room(place: tuple[Casino, str, str]) -> None:
    casino, address, journal = place
    with closing(sqlite3.connect(journal)) as other:
        used = other.execute("PRAGMA page_count").fetchone()[0]

    def limit(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count={used}")

    sa.event.listen(casino.store.engine, "checkout", limit)
    assert "full" in wait_for(address, 503)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_a_file_that_is_gone(place: tuple[Casino, str, str]) -> None:
    _, address, journal = place
    Path(journal).rename(f"{journal}.moved")
    assert "cannot be opened" in wait_for(address, 503)
    Path(f"{journal}.moved").rename(journal)
    wait_for(address, 200)


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("disk is full", "The disk is full: make room, then go on."),
        ("attempt to write a readonly database", "The journal is read-only here"),
        ("disk I/O error", "The disk does not answer properly"),
    ],
)
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_whatever_a_commit_fails_by(
    place: tuple[Casino, str, str], monkeypatch: pytest.MonkeyPatch, trouble: str, said: str
) -> None:
    from punto.journal.errors import words_for

    def fails(_: Store, __: str) -> None:
        raise Unavailable(words_for(trouble))

    monkeypatch.setattr(readiness, "try_commit", fails)
    assert said in wait_for(place[1], 503)


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    "lock",
    [
        "SELECT pg_advisory_xact_lock({key})",
        "SELECT pg_advisory_lock({key})",
        "LOCK TABLE entries IN EXCLUSIVE MODE",
        "LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE",
    ],
)
def test_a_table_that_somebody_has_locked(place: tuple[Casino, str, str], lock: str) -> None:
    from punto.journal.store import lock_key

    _, address, journal = place
    with psycopg.connect(journal) as other:
        other.execute(lock.format(key=lock_key("t1")).encode())
        wait_for(address, 503)
    wait_for(address, 200)


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_a_server_that_is_read_only_stopped_or_away(
    place: tuple[Casino, str, str], server: Server
) -> None:
    casino, address, _ = place
    server.tell("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
    assert "read-only" in wait_for(address, 503)
    with psycopg.connect(server._address, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
        connection.execute("SELECT pg_reload_conf()")
    wait_for(address, 200)
    first = int(server._server.get_pid())
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    for process in (first, *map(int, children)):
        os.kill(process, SIGSTOP)
    try:
        assert "does not answer" in wait_for(address, 503)
    finally:
        for process in (first, *map(int, children)):
            os.kill(process, SIGCONT)
    wait_for(address, 200)
    server.kill()
    wait_for(address, 503)
    server.start()
    wait_for(address, 200)
    assert casino.host.is_running


def test_a_floor_that_has_closed(place: tuple[Casino, str, str]) -> None:
    casino, address, _ = place
    casino.host.stop()
    assert "closing" in wait_for(address, 503)
