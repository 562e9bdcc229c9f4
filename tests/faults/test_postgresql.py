"""PostgreSQL killed or stopped under busy tables: nothing is lost, and the host recovers."""

import gc
from collections.abc import Iterator
from random import Random
from time import sleep

import pytest

from punto.journal import engine
from punto.journal.errors import Unavailable
from punto.journal.store import Store
from tests.faults.outages import Busy, busy
from tests.faults.servers import Server, own_server
from tests.floor.busy_process import HastyHost

# A cursor whose server was killed cannot be closed in good order, and psycopg says so.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

KILLS = 3  # `make crash` makes many more
RESET, RELOAD = "ALTER SYSTEM RESET ALL", "SELECT pg_reload_conf()"
AWAY_SAID = "The database does not answer: see that its server runs, then go on."
LOCKED_SAID = "Another program holds the journal locked: close it, then go on."
READ_ONLY_SAID = "The journal is read-only here: give this process leave to write it."


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with own_server() as server:
        yield server
        gc.collect()


def survive(server: Server, floor: Busy, kills: int, chance: Random) -> None:
    """Kill the server in the middle of it all, again and again, and look each time."""
    for _ in range(kills):
        floor.wait_for(20)
        sleep(chance.random() * 0.1)
        server.kill()
        sleep(chance.random() * 0.1)
        server.start()
        floor.wait_for(20)
        assert floor.faults() == []


def test_a_killed_server_loses_nothing(server: Server) -> None:
    with busy(server.journal()) as floor:
        survive(server, floor, KILLS, Random(1))
    assert set(floor.sentences) == {AWAY_SAID}
    assert floor.asked_again >= KILLS
    assert floor.followed > 20 * KILLS


def test_a_server_stopped_and_started(server: Server) -> None:
    with busy(server.journal()) as floor:
        floor.wait_for(20)
        server.stop()
        sleep(0.3)
        server.start()
        floor.wait_for(20)
        assert floor.faults() == []
    assert set(floor.sentences) == {AWAY_SAID}


def test_a_server_that_only_reads(server: Server) -> None:
    """As one that stands by for another."""
    with busy(server.journal()) as floor:
        floor.wait_for(20)
        server.tell("ALTER SYSTEM SET default_transaction_read_only = on", RELOAD)
        floor.wait_to_hear(READ_ONLY_SAID)
        server.tell("SET default_transaction_read_only = off", RESET, RELOAD)
        floor.wait_for(20)
        assert floor.faults() == []
    assert set(floor.sentences) == {READ_ONLY_SAID}


def stand_still(floor: Busy) -> None:
    """Hold a table's lock with something half written, until the others have gone on."""
    store = Store(floor.journal)
    try:
        with store.begin_write(["t1"]) as transaction:
            head = transaction.head("t1")
            transaction.save_snapshot("t1", head, b"nothing")
            while floor.head("t1") == head:
                floor.wait_for(1)
    finally:
        store.close()


def test_a_process_that_stands_still_loses_its_locks_and_writes_nothing(server: Server) -> None:
    """It was stopped in the middle of a commit; the others wait for seconds, and go on."""
    with busy(server.journal()) as floor:
        floor.wait_for(20)
        with pytest.raises(Unavailable):
            stand_still(floor)
        assert floor.faults() == []
    assert set(floor.sentences) <= {LOCKED_SAID}


@pytest.mark.sweep
def test_a_server_that_is_set_to_forget_is_told_not_to(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own setting acknowledges before it writes; ours is stronger. Without ours, it loses."""
    forget = (
        "ALTER SYSTEM SET synchronous_commit = off",
        "ALTER SYSTEM SET wal_writer_delay = '10s'",
    )
    server.tell(*forget, RELOAD)
    with busy(server.journal()) as floor:
        survive(server, floor, 2, Random(2))
    monkeypatch.setattr(engine, "_POSTGRESQL", "SELECT 1")
    with busy(server.journal()) as careless:
        careless.wait_for(20)
        server.tell("CHECKPOINT")
        careless.wait_for(60)
        server.kill()
        careless.end()
        server.start()
        lost = careless.faults()
    server.tell(RESET, RELOAD)
    assert any("was answered, but is not there" in fault for fault in lost)


def test_a_build_that_tells_before_it_commits_is_found_out(server: Server) -> None:
    lost: list[str] = []
    with busy(server.journal(), HastyHost) as hasty:
        for _ in range(10):
            hasty.wait_for(5)
            server.kill()
            server.start()
            lost = hasty.faults()
            if lost:
                break
    assert any("was answered, but is not there" in fault for fault in lost)
