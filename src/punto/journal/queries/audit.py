"""Queries for the audit log: significant entries and notices, found by the entry index."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import read_entry
from punto.journal.entry_index import IndexEntry, IndexKind
from punto.journal.notices import Noticed, NoticeKind, read_notice
from punto.journal.queries.account_lines import last_transfer
from punto.journal.read_transaction import COLUMNS, ReadTransaction
from punto.journal.schema import entries, entry_index, notices
from punto.ledger.accounts import Account

LARGE_WIN = "large-win"  # an outcome with a large win of one patron
NOT_SIGNIFICANT = tuple(
    kind.value for kind in (IndexKind.ROUND, IndexKind.SHOE, IndexKind.REVEAL, IndexKind.OUTCOME)
)

_MARK = [entry_index.c[name] for name in IndexEntry.__struct_fields__]


class AuditFilter(Struct, frozen=True, kw_only=True):
    """A filter of significant events; None matches all."""

    kinds: frozenset[str] | None = None
    streams: tuple[str, ...] | None = None
    actor: str | None = None
    since_ms: int | None = None
    until_ms: int | None = None
    large_win_cents: int = 0


def significant_entries(
    transaction: ReadTransaction, wanted: AuditFilter, before: int | None, limit: int
) -> list[IndexEntry]:
    """Index entries of significant entries before a position, latest first."""
    query = sa.select(*_MARK).where(is_significant(wanted)).where(*bounds(entry_index, wanted))
    if before is not None:
        query = query.where(entry_index.c.position < before)
    # All index entries of an entry are returned together, so that no page ends inside one.
    ordered = query.order_by(entry_index.c.position.desc(), entry_index.c.kind)
    found = [IndexEntry(*row) for row in transaction.connection.execute(ordered.limit(limit))]
    if len(found) == limit:
        rest = query.where(entry_index.c.position == found[-1].position)
        whole = [IndexEntry(*row) for row in transaction.connection.execute(rest)]
        found = [each for each in found if each.position != found[-1].position] + whole
    return found


def is_significant(wanted: AuditFilter) -> sa.ColumnElement[bool]:
    """Whether an index entry is of a significant event of the kinds wanted."""
    large = sa.and_(
        entry_index.c.kind == IndexKind.OUTCOME.value, entry_index.c.cents >= wanted.large_win_cents
    )
    others = entry_index.c.kind.not_in(NOT_SIGNIFICANT)
    if wanted.kinds is None:
        return sa.or_(others, large)
    named = entry_index.c.kind.in_(sorted(wanted.kinds - {*NOT_SIGNIFICANT, LARGE_WIN}))
    return sa.or_(named, large) if LARGE_WIN in wanted.kinds else named


def significant_notices(
    transaction: ReadTransaction, wanted: AuditFilter, before: int | None, limit: int
) -> list[Noticed]:
    """Notices before a number, latest first."""
    query = sa.select(notices).where(*bounds(notices, wanted))
    if wanted.kinds is not None:
        query = query.where(notices.c.kind.in_(sorted(wanted.kinds)))
    if before is not None:
        query = query.where(notices.c.number < before)
    rows = transaction.connection.execute(query.order_by(notices.c.number.desc()).limit(limit))
    return [read_notice(row) for row in rows]


def notice_numbered(transaction: ReadTransaction, number: int) -> Noticed | None:
    """The notice with this number."""
    query = sa.select(notices).where(notices.c.number == number)
    row = transaction.connection.execute(query).first()
    return None if row is None else read_notice(row)


def acknowledged_after(connection: sa.Connection, number: int) -> list[Noticed]:
    """The acknowledgements after the notice of this number, in order."""
    query = (
        sa.select(notices)
        .where(notices.c.kind == NoticeKind.ACKNOWLEDGED.value, notices.c.number > number)
        .order_by(notices.c.number)
    )
    return [read_notice(row) for row in connection.execute(query)]


def index_entry_at(transaction: ReadTransaction, position: int, kind: str) -> IndexEntry | None:
    """The index entry of this kind at a position."""
    query = sa.select(*_MARK).where(entry_index.c.position == position, entry_index.c.kind == kind)
    row = transaction.connection.execute(query).first()
    return None if row is None else IndexEntry(*row)


def last_staff(transaction: ReadTransaction, stream: str) -> tuple[str, int]:
    """The last member of staff to give a command in a stream, and their position (0 if none)."""
    query = (
        sa.select(entries.c.actor, entries.c.rank)
        .where(entries.c.stream == stream, entries.c.rank > 0)
        .order_by(entries.c.number.desc())
        .limit(1)
    )
    row = transaction.connection.execute(query).first()
    return ("", 0) if row is None else (row.actor, row.rank)


def bounds(table: sa.Table, wanted: AuditFilter) -> Iterator[sa.ColumnElement[bool]]:
    """What else the filter wants of index entries or notices."""
    if wanted.streams is not None:
        yield table.c.stream.in_(wanted.streams)
    if wanted.actor is not None:
        yield table.c.actor == wanted.actor
    if wanted.since_ms is not None:
        yield table.c.at_ms >= wanted.since_ms
    if wanted.until_ms is not None:
        yield table.c.at_ms < wanted.until_ms


def earlier(
    transaction: ReadTransaction, mark: IndexEntry, kind: IndexKind, number: int | None = None
) -> Any:
    """The entries of the same stream with an index entry of this kind before, latest first."""
    query = (
        sa.select(*COLUMNS)
        .join_from(entry_index, entries, entry_index.c.position == entries.c.position)
        .where(entry_index.c.stream == mark.stream, entry_index.c.kind == kind.value)
        .where(entry_index.c.position < mark.position)
    )
    if number is not None:
        query = query.where(entry_index.c.round == number)
    ordered = query.order_by(entry_index.c.position.desc())
    return (read_entry(row) for row in transaction.connection.execute(ordered))


def balance_before(transaction: ReadTransaction, account: Account, position: int) -> int:
    """An account's balance before a position, as the last transfer before it left it."""
    last = last_transfer(transaction, account, position)
    if last is not None:
        return last.balance_cents
    return transaction.openings().books.cents.get(account.name, 0)
