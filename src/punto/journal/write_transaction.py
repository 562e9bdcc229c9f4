"""Write transactions: everything that is written to the journal and the books."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

import sqlalchemy as sa
from msgspec.structs import astuple

from punto.journal import sqlite_bulk
from punto.journal.codec import Entry, Head, stored_row
from punto.journal.commit_notices import announce
from punto.journal.entry_index import index_entries_of
from punto.journal.errors import Busy
from punto.journal.postgres_bulk import insert_rows
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import (
    accounts,
    entries,
    entry_index,
    positions,
    quarter_totals,
    round_tags,
    totals,
    transfers,
)
from punto.journal.snapshots import write_snapshot
from punto.journal.store import lock_key
from punto.journal.transfer_rows import Stands, transfer_rows
from punto.ledger.accounts import Account
from punto.ledger.transfers import Transfer
from punto.messages import Message


class WriteTransaction(ReadTransaction):
    """A transaction that holds its streams' locks, so that what it read does not change."""

    last: Entry | None = None  # the last entry appended
    busy: Set[str] = frozenset()  # requested streams that another process has locked

    def positions(self, count: int) -> list[int]:
        """Allocate this many global positions, in ascending order."""
        if self.dialect == "sqlite":
            last = self.connection.execute(sa.select(sa.func.max(entries.c.position))).scalar()
            if last is None:
                last = self.openings().books.position
            return list(range(last + 1, last + 1 + count))
        query = sa.select(positions.next_value()).select_from(sa.func.generate_series(1, count))
        return sorted(self.connection.execute(query).scalars())

    def lock_now(self, name: str) -> None:
        """Lock a name until the transaction ends; Busy if another process has it.

        SQLite has one writer at a time, so there is nothing to lock.
        """
        if self.dialect == "sqlite":
            return
        query = sa.select(sa.func.pg_try_advisory_xact_lock(lock_key(name)))
        if not self.connection.execute(query).scalar():
            raise Busy(Message.of("Another process is changing rounds: try again in a moment."))

    def append(self, new: Iterable[Entry]) -> None:
        """Append entries to their streams; a number or id used before is a Conflict."""
        added = list(new)
        self.last = added[-1] if added else self.last
        self._insert(entries, map(stored_row, added))
        self._insert(
            entry_index, (astuple(mark) for each in added for mark in index_entries_of(each))
        )

    def add_transfers(self, new: Iterable[tuple[int, Sequence[Transfer], Stands]]) -> None:
        """Record the transfers of several entries at once, each with the balances after it."""
        rows = (
            (*row, *stands)
            for position, moved, after in new
            for row, stands in zip(transfer_rows(position, moved), after, strict=True)
        )
        self._insert(transfers, rows)

    def add_totals(self, new: Iterable[tuple[str, str, int, int, bytes]]) -> None:
        """Add rows of running totals."""
        self._insert(totals, new)

    def add_tags(self, new: Iterable[tuple[str, str, int, int]]) -> None:
        """Add tags of rounds."""
        self._insert(round_tags, new)

    def set_quarters(self, changed: Iterable[tuple[str, str, int, int, bytes]]) -> None:
        """Set the totals of people at the end of a quarter of an hour."""
        rows = list(changed)
        if rows and self.dialect == "sqlite":
            sqlite_bulk.insert_rows(self.connection, quarter_totals, rows, replaces=True)
        elif rows:
            insert_rows(self.connection, quarter_totals, rows, replaces=True)

    def set_balances(self, changed: Mapping[Account, int], known: Iterable[Account]) -> None:
        """Set balances, ordered by name; accounts not in `known` are created."""
        before = set(known)
        ordered = sorted(changed.items(), key=lambda each: each[0].name)
        new = [
            {"name": account.name, "house": account.house, "cents": cents}
            for account, cents in ordered
            if account not in before
        ]
        old = {account.name: cents for account, cents in ordered if account in before}
        if old and self.dialect == "sqlite":
            sqlite_bulk.set_balances(self.connection, old)
        elif old:
            values = {"names": list(old), "cents": list(old.values())}
            self.connection.exec_driver_sql(_SET_BALANCES, values)
        if new:
            self.connection.execute(sa.insert(accounts), new)

    def announce(self, by: str, ends: Mapping[str, int]) -> None:
        """Notify other processes of these streams' ends, if and when this commits."""
        announce(self.connection, by, ends)

    def save_snapshot(self, stream: str, head: Head, state: bytes) -> None:
        """Save a stream's state, replacing the snapshot before."""
        write_snapshot(self.connection, stream, head, state)

    def _insert(self, table: sa.Table, rows: Iterable[tuple[Any, ...]]) -> None:
        """Insert rows in bulk, with all columns in order."""
        given = list(rows)
        if given and self.dialect == "sqlite":
            sqlite_bulk.insert_rows(self.connection, table, given)
        elif given:
            insert_rows(self.connection, table, given)

    def _balances(
        self, query: sa.Select[Any], account_of: Callable[[str], Account]
    ) -> dict[Account, int]:
        # Two tables may move one patron's money, so rows are locked, in order of name.
        return super()._balances(query.with_for_update(), account_of)


_SET_BALANCES = """
UPDATE accounts SET cents = now.cents
FROM unnest(%(names)s::text[], %(cents)s::bigint[]) AS now (name, cents)
WHERE accounts.name = now.name
"""
