"""The journal and the books on disk: read by anyone, written inside one transaction that locks."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.pool import NullPool

from punto.journal.codec import GENESIS, Record
from punto.journal.schema import accounts, answers, metadata, records, snapshots, transfers
from punto.ledger.accounts import Account, account_named
from punto.ledger.transfers import Transfer


class Answer(Struct, frozen=True):
    """What was answered to a command: the records it made, or the refusal."""

    command: str
    asked: bytes
    first_seq: int = 0
    last_seq: int = 0
    refusal: bytes | None = None


class Head(Struct, frozen=True):
    """The end of a stream."""

    seq: int = 0
    hash: bytes = GENESIS


class Store:
    """One database, SQLite or PostgreSQL, that holds every stream and all accounts."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.on_sqlite = self.engine.dialect.name == "sqlite"

    def create(self) -> None:
        """Make the tables where there are none."""
        metadata.create_all(self.engine)

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator["Reading"]:
        """A consistent look at what has been committed."""
        with self.engine.connect().execution_options(reading=True) as connection:
            yield Reading(connection)

    @contextmanager
    def writing(self, streams: Iterable[str]) -> Iterator["Writing"]:
        """A transaction that nobody else can write these streams in; all of it happens, or none.

        SQLite has one writer at a time, from the first statement on. PostgreSQL locks each stream
        until the transaction ends, always in the same order, so that two never wait for each other.
        """
        with self.engine.begin() as connection:
            if not self.on_sqlite:
                for stream in sorted(set(streams)):
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_lock_key(stream))))
            yield Writing(connection)


class Reading:
    """What can be asked of the journal and the books."""

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection

    def head(self, stream: str) -> Head:
        """The last record's number and hash."""
        row = self.connection.execute(
            sa.select(records.c.seq, records.c.hash)
            .where(records.c.stream == stream)
            .order_by(records.c.seq.desc())
            .limit(1)
        ).first()
        return Head() if row is None else Head(row.seq, row.hash)

    def records(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        """A stream's records after a number, in order."""
        rows = self.connection.execute(
            sa.select(*_RECORD)
            .where(records.c.stream == stream, records.c.seq > after)
            .order_by(records.c.seq)
            .limit(limit),
            execution_options={"yield_per": 1000},
        )
        for row in rows:
            yield Record(*row)

    def streams(self) -> list[str]:
        """Every stream there is."""
        found = self.connection.execute(sa.select(records.c.stream).distinct())
        return sorted(found.scalars())

    def balances(self, wanted: Iterable[Account] | None = None) -> dict[Account, int]:
        """The balances of these accounts, or of all there are."""
        query = sa.select(accounts.c.name, accounts.c.cents).order_by(accounts.c.name)
        if wanted is not None:
            names = [account.name for account in wanted]
            query = query.where(accounts.c.name.in_(names))
        return self._balances(query)

    def _balances(self, query: sa.Select[tuple[str, int]]) -> dict[Account, int]:
        return {account_named(row.name): row.cents for row in self.connection.execute(query)}

    def answered(self, stream: str, commands: Iterable[str]) -> dict[str, Answer]:
        """What was answered before to those of these commands that were given before."""
        rows = self.connection.execute(
            sa.select(
                answers.c.command,
                answers.c.asked,
                answers.c.first_seq,
                answers.c.last_seq,
                answers.c.refusal,
            ).where(answers.c.stream == stream, answers.c.command.in_(list(commands)))
        )
        return {row.command: Answer(*row) for row in rows}

    def snapshot(self, stream: str) -> tuple[Head, bytes] | None:
        """The saved state of a stream and where it was saved."""
        row = self.connection.execute(
            sa.select(snapshots.c.seq, snapshots.c.hash, snapshots.c.state).where(
                snapshots.c.stream == stream
            )
        ).first()
        return None if row is None else (Head(row.seq, row.hash), row.state)


class Writing(Reading):
    """What can be written, all in one transaction."""

    def _balances(self, query: sa.Select[tuple[str, int]]) -> dict[Account, int]:
        # Two tables may move one patron's money: what we read to write stays as read until we do.
        return super()._balances(query.with_for_update())

    def append(self, new: Iterable[Record]) -> None:
        """Add records to the ends of their streams; a number used before is an error."""
        rows = [dict(zip(_NAMES, _values(record), strict=True)) for record in new]
        if rows:
            self.connection.execute(sa.insert(records), rows)

    def add_answers(self, stream: str, new: Iterable[Answer]) -> None:
        rows = [
            {
                "stream": stream,
                "command": answer.command,
                "asked": answer.asked,
                "first_seq": answer.first_seq,
                "last_seq": answer.last_seq,
                "refusal": answer.refusal,
            }
            for answer in new
        ]
        if rows:
            self.connection.execute(sa.insert(answers), rows)

    def add_transfers(self, stream: str, seq: int, new: Iterable[Transfer]) -> None:
        """Record transfers; balances are set beside them, in the same transaction."""
        rows = [
            {
                "stream": stream,
                "seq": seq,
                "source": each.source.name,
                "target": each.target.name,
                "cents": each.cents,
                "purpose": each.purpose.value,
                "stake": each.stake,
                "wager": each.wager,
            }
            for each in new
        ]
        if rows:
            self.connection.execute(sa.insert(transfers), rows)

    def set_balances(self, changed: Mapping[Account, int], known: Iterable[Account]) -> None:
        """Set balances: accounts that were known before, and new ones."""
        before = set(known)
        new = [
            {"name": account.name, "house": account.house, "cents": cents}
            for account, cents in changed.items()
            if account not in before
        ]
        old = [
            {"which": account.name, "now": cents}
            for account, cents in changed.items()
            if account in before
        ]
        if new:
            self.connection.execute(sa.insert(accounts), new)
        if old:
            self.connection.execute(
                sa.update(accounts)
                .where(accounts.c.name == sa.bindparam("which"))
                .values(cents=sa.bindparam("now")),
                old,
            )

    def save_snapshot(self, stream: str, head: Head, state: bytes) -> None:
        """Keep a stream's state; only ever a shortcut, so the last one replaces the one before."""
        self.connection.execute(sa.delete(snapshots).where(snapshots.c.stream == stream))
        self.connection.execute(
            sa.insert(snapshots).values(stream=stream, seq=head.seq, hash=head.hash, state=state)
        )


_RECORD = [column for column in records.c if column.name != "position"]
_NAMES = [column.name for column in _RECORD]


def _values(record: Record) -> tuple[object, ...]:
    return (
        record.stream,
        record.seq,
        record.at_ms,
        record.actor,
        record.rank,
        record.command,
        record.schema,
        record.event,
        record.hash,
    )


def _lock_key(stream: str) -> int:
    return int.from_bytes(sha256(stream.encode()).digest()[:8], "big", signed=True)


def _engine(url: str) -> sa.Engine:
    if not url.startswith("sqlite"):
        return sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    engine = sa.create_engine(url, poolclass=NullPool if ":memory:" not in url else None)

    @sa.event.listens_for(engine, "connect")
    def _configure(connection: object, _: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]  # we begin ourselves
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "busy_timeout=10000",
        ):
            connection.execute(f"PRAGMA {pragma}")  # type: ignore[attr-defined]

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if _writes(connection) else "BEGIN")

    return engine


def _writes(connection: sa.Connection) -> bool:
    return not connection.get_execution_options().get("reading", False)
