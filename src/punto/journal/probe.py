"""A probe of whether the journal can be written now, by writing to it."""

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from punto.journal.errors import translate_errors
from punto.journal.schema import accounts, entries, entry_index, secrets, transfers
from punto.journal.store import Store, lock_key

ROOM_BYTES = 16_384  # what a commit of many stakes may need on disk
WAIT_MS = 1_000  # how long to wait for another writer

_TIMEOUTS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
_WRITTEN = (entries, entry_index, transfers, accounts)
_HELD = sa.text(
    """
    SELECT (classid::bigint << 32) | objid::bigint
    FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND objsubid = 1 AND granted
      AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND COALESCE(xact_start, state_change) < clock_timestamp() - make_interval(secs => :held_s)
    """
)


def try_commit(store: Store, name: str) -> None:
    """Commit a row as large as several stakes and delete it again; Unavailable if that fails.

    `name` must be unique. The insert and delete share a transaction, which is written to disk like
    any other and leaves nothing behind.
    """
    with translate_errors(), store.engine.connect() as connection:
        if store.on_sqlite:
            _try_sqlite(connection, name)
        else:
            _try_postgresql(connection, name)


def locked_streams(store: Store, streams: Iterable[str], held_s: float) -> list[str]:
    """The streams that a process has locked for longer than this; none on SQLite."""
    if store.on_sqlite:
        return []
    with store.begin_read() as transaction:
        held = set(transaction.connection.execute(_HELD, {"held_s": held_s}).scalars())
    return [stream for stream in streams if lock_key(stream) in held]


def _try_sqlite(connection: sa.Connection, name: str) -> None:
    """Write with a shorter timeout, and restore the connection's own afterwards."""
    raw: Any = connection.connection.driver_connection
    before = raw.execute("PRAGMA busy_timeout").fetchone()[0]
    raw.execute(f"PRAGMA busy_timeout={WAIT_MS}")
    try:
        with connection.begin():
            _write(connection, name)
    finally:
        raw.execute(f"PRAGMA busy_timeout={int(before)}")


def _try_postgresql(connection: sa.Connection, name: str) -> None:
    with connection.begin():
        limits = ", ".join(f"set_config('{each}', '{WAIT_MS}', true)" for each in _TIMEOUTS)
        connection.exec_driver_sql(f"SELECT {limits}")
        tables = ", ".join(each.name for each in _WRITTEN)
        connection.exec_driver_sql(f"LOCK TABLE {tables} IN ROW EXCLUSIVE MODE NOWAIT")
        _write(connection, name)


def _write(connection: sa.Connection, name: str) -> None:
    connection.execute(sa.insert(secrets), {"name": name, "secret": "x" * ROOM_BYTES})
    connection.execute(sa.delete(secrets).where(secrets.c.name == name))
