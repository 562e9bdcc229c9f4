"""The store: opens read and write transactions on the journal and the books."""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa

from punto.journal.engine import (
    IDLE_MS,
    ROW_LOCK_MS,
    STATEMENT_MS,
    fold_write_ahead_log,
    make_engine,
    make_file,
    sqlite_warning,
)
from punto.journal.errors import Conflict, Unavailable, translate_errors
from punto.journal.head_file import HeadFile, read_ends
from punto.journal.read_transaction import ReadTransaction

if TYPE_CHECKING:
    from punto.journal.write_transaction import WriteTransaction


class Pool(NamedTuple):
    """How many connections to the database are in use, and how many there may be."""

    used: int
    most: int


class Disk(NamedTuple):
    """How much of the journal's file system is free, in bytes."""

    free: int
    size: int


class Store:
    """One SQLite or PostgreSQL database that holds every stream and all accounts."""

    def __init__(self, journal: str) -> None:
        self._journal = journal
        self.engine = make_engine(journal)
        self.on_sqlite = self.engine.dialect.name == "sqlite"
        database = self.engine.url.database
        self._head_file = HeadFile(database) if self.on_sqlite and database else None

    @property
    def journal(self) -> str:
        """What it was opened by, for another process to open the same."""
        return self._journal

    def create(self) -> None:
        """Create the tables, or migrate them to the newest schema."""
        from punto.journal.migrations import migrate  # late: readers do not need Alembic

        with suppress(OSError):  # opening it gives the better error
            make_file(self._journal)
        with translate_errors():
            migrate(self.engine)

    def fold(self) -> None:
        """Make a SQLite file complete by itself, for those who copy the file alone."""
        if self.on_sqlite:
            with suppress(Unavailable, Conflict), translate_errors():
                fold_write_ahead_log(self.engine)

    def close(self) -> None:
        self.engine.dispose()
        if self._head_file is not None:
            self._head_file.close()

    def pool(self) -> Pool:
        """The connections of this process."""
        pool = self.engine.pool
        if not isinstance(pool, sa.QueuePool):
            return Pool(0, 0)
        return Pool(pool.checkedout(), pool.size() + pool._max_overflow)

    def disk(self) -> Disk | None:
        """The space beside a SQLite file; None for a database on another machine."""
        if not self.on_sqlite or not self.engine.url.database:
            return None
        try:
            found = disk_usage(Path(self.engine.url.database).parent)
        except OSError:
            return None
        return Disk(found.free, found.total)

    def warning(self) -> str:
        """A warning for the operator of this database; empty if there is none."""
        return sqlite_warning() if self.on_sqlite else ""

    def missing(self, transaction: ReadTransaction) -> str:
        """What was committed and is missing now, in a sentence; empty if nothing."""
        return "" if self._head_file is None else self._head_file.missing(transaction)

    @contextmanager
    def begin_read(self) -> Iterator[ReadTransaction]:
        """Begin a read transaction: a consistent view of what has been committed."""
        with (
            translate_errors(),
            self.engine.connect() as connection,
            closing(ReadTransaction(connection.execution_options(is_read=True))) as transaction,
        ):
            yield transaction

    @contextmanager
    def begin_write(
        self, streams: Iterable[str], *, waits: bool = True
    ) -> Iterator["WriteTransaction"]:
        """Begin a write transaction that locks these streams.

        SQLite has one writer at a time, from the first statement on. PostgreSQL locks each stream
        until the transaction ends, always in the same order, to avoid deadlocks. Without `waits`
        it locks only the free ones, and `WriteTransaction.busy` names the others.
        """
        from punto.journal.write_transaction import (
            WriteTransaction,  # late: verify starts faster without it
        )

        with translate_errors(), self.engine.begin() as connection:
            busy = set() if self.on_sqlite else _lock(connection, set(streams), waits=waits)
            with closing(WriteTransaction(connection)) as transaction:
                transaction.busy = busy
                if self._head_file is not None:
                    self._head_file.check(transaction)
                yield transaction
            ends = read_ends(connection) if self._head_file is not None else None
        if self._head_file is not None and ends is not None:
            self._head_file.write(ends)


def lock_key(stream: str) -> int:
    """The key of a stream's advisory lock in PostgreSQL."""
    return int.from_bytes(sha256(stream.encode()).digest()[:8], "big", signed=True)


def _lock(connection: sa.Connection, streams: set[str], *, waits: bool) -> set[str]:
    """Lock streams until the transaction ends; return those that another process has locked.

    The server ends a transaction that stalls, so a process stopped in the middle of one blocks the
    others no longer than these timeouts.
    """
    connection.execute(_PATIENT if waits else _IMPATIENT)
    keys = {lock_key(stream): stream for stream in streams}
    if waits:
        for key in sorted(keys):
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(key)))
        return set()
    if not keys:
        return set()
    found = connection.execute(_TRY_LOCKS, {"keys": sorted(keys)})
    return {keys[key] for key, locked in found if not locked}


_PATIENT = sa.text(f"SELECT set_config('idle_in_transaction_session_timeout', '{IDLE_MS}', true)")
_IMPATIENT = sa.text(
    f"""SELECT set_config('idle_in_transaction_session_timeout', '{IDLE_MS}', true),
               set_config('statement_timeout', '{STATEMENT_MS}', true),
               set_config('lock_timeout', '{ROW_LOCK_MS}', true)"""
)
_TRY_LOCKS = sa.text(
    """SELECT key, pg_try_advisory_xact_lock(key)
       FROM unnest(CAST(:keys AS bigint[])) AS wanted (key)"""
)
