"""What can be written, all in one transaction."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from msgspec.structs import astuple

from punto.journal import steps
from punto.journal.announcing import announce
from punto.journal.codec import Entry, Head
from punto.journal.copying import copy_into
from punto.journal.landmarks import landmarks_of
from punto.journal.reading import Reading, snapshot_digest, transfer_rows
from punto.journal.schema import accounts, entries, landmarks, positions, snapshots, transfers
from punto.ledger.accounts import Account
from punto.ledger.transfers import Transfer


class Writing(Reading):
    """A transaction that holds its streams' locks; what it read to write stays so until it does."""

    def positions(self, count: int) -> list[int]:
        """That many global positions that nobody else has, in rising order."""
        if self.dialect == "sqlite":
            last = self.connection.execute(sa.select(sa.func.max(entries.c.position))).scalar()
            if last is None:
                last = self.openings().books.position
            return list(range(last + 1, last + 1 + count))
        query = sa.select(positions.next_value()).select_from(sa.func.generate_series(1, count))
        return sorted(self.connection.execute(query).scalars())

    def append(self, new: Iterable[Entry]) -> None:
        """Add entries to the ends of their streams; a number or id used before is a Conflict."""
        added = list(new)
        self._insert(entries, map(astuple, added))
        self._insert(landmarks, (astuple(mark) for each in added for mark in landmarks_of(each)))

    def add_transfers(self, stream: str, number: int, new: Iterable[Transfer]) -> None:
        """Record the transfers of an entry; balances are set beside them."""
        self.add_all_transfers([(stream, number, tuple(new))])

    def add_all_transfers(self, new: Iterable[tuple[str, int, tuple[Transfer, ...]]]) -> None:
        """Record the transfers of several entries at once."""
        rows = (
            (stream, *row) for stream, number, moved in new for row in transfer_rows(number, moved)
        )
        self._insert(transfers, rows)

    def set_balances(self, changed: Mapping[Account, int], known: Iterable[Account]) -> None:
        """Set balances: accounts that were known before, and new ones, each in order of name."""
        before = set(known)
        ordered = sorted(changed.items(), key=lambda each: each[0].name)
        new = [
            {"name": account.name, "house": account.house, "cents": cents}
            for account, cents in ordered
            if account not in before
        ]
        old = {account.name: cents for account, cents in ordered if account in before}
        if old and self.dialect == "sqlite":
            steps.set_balances(self.connection, old)
        elif old:
            values = {"names": list(old), "cents": list(old.values())}
            self.connection.exec_driver_sql(_SET_BALANCES, values)
        if new:
            self.connection.execute(sa.insert(accounts), new)

    def announce(self, by: str, ends: Mapping[str, int]) -> None:
        """Tell other processes where these streams end, if and when this commits."""
        announce(self.connection, by, ends)

    def save_snapshot(self, stream: str, head: Head, state: bytes) -> None:
        """Keep a stream's state; only ever a shortcut, so the last one replaces the one before."""
        self.connection.execute(sa.delete(snapshots).where(snapshots.c.stream == stream))
        self.connection.execute(
            sa.insert(snapshots).values(
                stream=stream,
                number=head.number,
                seq=head.seq,
                hash=head.hash,
                state=state,
                digest=snapshot_digest(head, state),
            )
        )

    def _insert(self, table: sa.Table, rows: Iterable[tuple[Any, ...]]) -> None:
        """Add rows, all columns in their order, by each database's quickest way: there are many."""
        given = list(rows)
        if given and self.dialect == "sqlite":
            steps.insert_rows(self.connection, table, given)
        elif given:
            copy_into(self.connection, table, given)

    def _balances(
        self, query: sa.Select[Any], account_of: Callable[[str], Account]
    ) -> dict[Account, int]:
        # Two tables may move one patron's money: rows are locked, in order of name.
        return super()._balances(query.with_for_update(), account_of)


_SET_BALANCES = """
UPDATE accounts SET cents = now.cents
FROM unnest(%(names)s::text[], %(cents)s::bigint[]) AS now (name, cents)
WHERE accounts.name = now.name
"""
