"""Large journals for reports: a day that was really played, copied day after day.

Copies have the times, positions, numbers and totals of later days, but no chain of their own:
reports read none. Verify would say so, and is measured by `proofs.py`.
"""

from functools import cache
from time import time
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace

from bench.journals import write_journal
from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.floor.stream import recover
from punto.journal.codec import Head, encode_state
from punto.journal.engine import sqlite_module
from punto.journal.packing import pack
from punto.journal.projections.fold import decode_bank, decode_totals, encode_totals, plain_totals
from punto.journal.schema import (
    entries,
    entry_index,
    quarter_totals,
    round_tags,
    totals,
    transfers,
)
from punto.journal.snapshots import write_snapshot
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.ledger.shifts import Shift
from punto.ledger.totals import QUARTER_MS, LawTotals, PlayTotals, sum_play
from tests.envelope import Given
from tests.ledger.sequences import BOSS
from tests.submission import ask

DAY_EVENTS = 5_000
TABLES = 6
DAY_MS = 86_400_000
HOUR_MS = 3_600_000  # in which a day's rounds are played
OPENER_CENTS = 100_000_000
COPIED = (entries, entry_index, round_tags, transfers)
INDEXED = (*COPIED, totals, quarter_totals)
BANK = "supervisor"  # who witnesses the opener


class SteppingClock(Clock):
    """A clock that goes on by the same step at each look, so that a day is a day."""

    def __init__(self, start_ms: int, step_ms: int) -> None:
        super().__init__()
        self._at_ms, self._step_ms = start_ms, step_ms

    def now_ms(self) -> int:
        self._at_ms += self._step_ms
        return self._at_ms


def write_large(store: Store, events: int, day_events: int = DAY_EVENTS) -> int:
    """Play a day and copy it until there are about `events` events; return how many."""
    days = max(1, round(events / day_events))
    start_ms = (int(time() * 1000) // DAY_MS - days) * DAY_MS
    store.create()
    clock = SteppingClock(start_ms, HOUR_MS // max(1, day_events // 400))
    host = Host(store, clock)
    for number in range(TABLES):
        opener = Given(cage.OpenBank(f"t{number}", OPENER_CENTS, BANK), BOSS)
        ask(host, CAGE, f"open-bank-{number}", opener)
    host.stop()
    done = write_journal(store, day_events, TABLES, clock=clock)
    _copy(store, days)
    return done * days


def _copy(store: Store, days: int) -> None:
    with store.begin_read() as transaction:
        streams = [recover(transaction, stream) for stream in transaction.streams()]
    engine = _bulk_engine(store)
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
            connection.exec_driver_sql("SET LOCAL maintenance_work_mem = '512MB'")
        first = _FirstDay(connection)
        indexes = [index for table in INDEXED for index in sorted(table.indexes, key=str)]
        for index in indexes:  # sorted once in the end, not kept up row by row
            index.drop(connection)
        for table in COPIED:
            base = _base(table)
            base.create(connection)
            names = [column.name for column in table.columns]
            connection.execute(sa.insert(base).from_select(names, sa.select(table)))
        for day in range(1, days):
            first.copy(connection, day)
        for table in COPIED:
            _base(table).drop(connection)
        for index in indexes:
            index.create(connection)
        for each in streams:  # so that a host goes on from here without reading the copies
            head = Head(each.head.number * days, each.head.seq * days, each.head.hash)
            write_snapshot(connection, each.stream, head, encode_state(each.state))
        if connection.dialect.name == "postgresql":
            last = connection.execute(sa.select(sa.func.max(entries.c.position))).scalar_one()
            connection.exec_driver_sql(f"SELECT setval('entry_positions', {last})")
    engine.dispose()
    analyse = "ANALYZE" if store.on_sqlite else "VACUUM ANALYZE"  # as autovacuum would have by then
    with store.engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(analyse)


def _bulk_engine(store: Store) -> sa.Engine:
    """An engine that writes without a log or syncs: a copy that is cut short is made again."""
    if store.engine.dialect.name != "sqlite":
        return store.engine
    store.fold()
    store.engine.dispose()
    engine = sa.create_engine(store.engine.url, module=sqlite_module())

    def configure(connection: Any, _: object) -> None:
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-1000000"):
            connection.execute(f"PRAGMA {pragma}")

    sa.event.listen(engine, "connect", configure)
    return engine


class _FirstDay:
    """The day that was played: what is copied, and where it ended."""

    def __init__(self, connection: sa.Connection) -> None:
        self.position: int = connection.execute(
            sa.select(sa.func.max(entries.c.position))
        ).scalar_one()
        self.stakes: int = connection.execute(
            sa.select(sa.func.max(transfers.c.stake))
        ).scalar_one()
        numbers = sa.select(
            entries.c.stream, sa.func.max(entries.c.number), sa.func.max(entries.c.seq)
        )
        self.ends = {row[0]: row[1:] for row in connection.execute(numbers.group_by("stream"))}
        rounds = sa.select(entry_index.c.stream, sa.func.max(entry_index.c.round))
        self.rounds = dict(map(tuple, connection.execute(rounds.group_by("stream"))))
        self.totals = connection.execute(sa.select(totals).order_by(totals.c.position)).all()
        self.quarters = connection.execute(
            sa.select(quarter_totals).order_by(quarter_totals.c.quarter)
        ).all()
        self.plays = {(row.stream, row.subject): row.content for row in self.totals}
        self.people = {(row.stream, row.subject): row.content for row in self.quarters}

    def copy(self, connection: sa.Connection, day: int) -> None:
        for stream, (number, seq) in self.ends.items():
            here = {
                "position": day * self.position,
                "number": day * number,
                "seq": day * seq,
                "at_ms": day * DAY_MS,
                "round": day * self.rounds.get(stream, 0),
            }
            for table in COPIED[:3]:
                _copy_rows(connection, table, here, stream, day)
        more = {"position": day * self.position, "stake": day * self.stakes}
        _copy_rows(connection, transfers, more, "", day)
        connection.execute(
            sa.insert(totals),
            [
                {
                    "stream": row.stream,
                    "subject": row.subject,
                    "position": row.position + day * self.position,
                    "at_ms": row.at_ms + day * DAY_MS,
                    "content": _later(row, self.plays[row.stream, row.subject], day),
                }
                for row in self.totals
            ],
        )
        connection.execute(
            sa.insert(quarter_totals),
            [
                {
                    "stream": row.stream,
                    "subject": row.subject,
                    "quarter": row.quarter + day * DAY_MS // QUARTER_MS,
                    "position": row.position + day * self.position,
                    "content": _later(row, self.people[row.stream, row.subject], day),
                }
                for row in self.quarters
            ],
        )


def _copy_rows(
    connection: sa.Connection, table: sa.Table, more: dict[str, int], stream: str, day: int
) -> None:
    """Copy a table's rows of the first day, with more added to some of their columns."""
    base = _base(table)
    columns: list[Any] = []
    for column in base.columns:
        if column.name == "id":
            columns.append(column + f".{day}")
        else:
            columns.append(column + more[column.name] if column.name in more else column)
    query = sa.select(*columns)
    if stream:
        query = query.where(base.c.stream == stream)
    connection.execute(sa.insert(table).from_select([each.name for each in table.columns], query))


@cache
def _base(table: sa.Table) -> sa.Table:
    """The rows of the first day, set aside: to find them again would take longer every day."""
    columns = (sa.Column(column.name, column.type) for column in table.columns)
    return sa.Table(f"first_{table.name}", sa.MetaData(), *columns)


def _later(row: Any, end: bytes, day: int) -> bytes:
    """The totals of a row, after as many whole days as were before."""
    if not row.content:
        return b""
    if row.subject.startswith("bank:"):
        bank, whole = decode_bank(row.content), decode_bank(end)
        amounts = {
            name: getattr(bank, name) + day * getattr(whole, name)
            for name in Shift.__struct_fields__
            if name.endswith("_cents")
        }
        moved = {"number": bank.number + day, "opened_ms": bank.opened_ms + day * DAY_MS}
        return pack(plain_totals(replace(bank, **amounts, **moved)))
    before = _decoded(row.content)
    found = sum_play([before, times(_decoded(end), day)])
    found.first_ms = before.first_ms
    return encode_totals(found)


@cache
def _decoded(content: bytes) -> PlayTotals:
    return decode_totals(content)


def times(whole: PlayTotals, days: int) -> PlayTotals:
    """Totals as many times over."""
    laws = {
        key: LawTotals(
            {wager: days * cents for wager, cents in law.handle.items()},
            {wager: days * cents for wager, cents in law.win.items()},
            {pair: days * product for pair, product in law.products.items()},
            days * law.fourth,
        )
        for key, law in whole.laws.items()
    }
    return PlayTotals(days * whole.rounds, days * whole.voided, days * whole.stakes, 0, laws)
