"""The transfers of an account with its balance after each, page by page in either direction."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa

from punto.journal.read_transaction import ReadTransaction, one_of
from punto.journal.schema import entries, transfers
from punto.journal.transfer_rows import STORED_COLUMNS, read_transfer
from punto.ledger.accounts import Account
from punto.ledger.transfers import Transfer

PAGE = 500  # rows read at once
AROUND_MS = 600_000  # well above the difference between the clocks of several nodes


class Place(NamedTuple):
    """Where a transfer stands: the position of its entry, and its place there."""

    position: int
    place: int = 0


class AccountLine(NamedTuple):
    """A transfer of an account, and the balance after it."""

    at: Place
    at_ms: int
    stream: str
    number: int
    transfer: Transfer
    change_cents: int
    balance_cents: int


def lines_before(
    transaction: ReadTransaction, account: Account, before: Place | None = None, page: int = PAGE
) -> Iterator[AccountLine]:
    """An account's transfers before a place, latest first; a page is read when it is needed."""
    while True:
        found = _page(transaction, account, before, page, is_latest_first=True)
        yield from found
        if len(found) < page:
            return
        before = found[-1].at


def lines_after(
    transaction: ReadTransaction, account: Account, after: Place, until: int | None = None
) -> Iterator[AccountLine]:
    """An account's transfers after a place in order, up to a position."""
    while True:
        found = _page(transaction, account, after, PAGE, is_latest_first=False)
        for line in found:
            if until is not None and line.at.position > until:
                return
            yield line
        if len(found) < PAGE:
            return
        after = found[-1].at


def last_transfer(
    transaction: ReadTransaction, account: Account, position: int
) -> AccountLine | None:
    """An account's last transfer before a position."""
    return next(lines_before(transaction, account, Place(position), page=1), None)


def _page(
    transaction: ReadTransaction,
    account: Account,
    bound: Place | None,
    limit: int,
    *,
    is_latest_first: bool,
) -> list[AccountLine]:
    """Up to `limit` lines, by the two indexes of transfers: as source and as target."""
    rows: list[Any] = []
    for side in (transfers.c.source, transfers.c.target):
        query = _query(side, account.name, bound, is_latest_first=is_latest_first).limit(limit)
        rows += transaction.connection.execute(query).all()
    rows.sort(key=lambda row: row[:2], reverse=is_latest_first)
    envelopes = _envelopes(transaction, {row.position for row in rows[:limit]})
    return [_line(account.name, row, envelopes[row.position]) for row in rows[:limit]]


def _query(
    side: sa.Column[Any], name: str, bound: Place | None, *, is_latest_first: bool
) -> sa.Select[Any]:
    place = transfers.c.position, transfers.c.place
    query = sa.select(*STORED_COLUMNS).where(side == name)
    if bound is not None:
        key, value = sa.tuple_(*place), sa.tuple_(bound.position, bound.place)
        query = query.where(key < value if is_latest_first else key > value)
    return query.order_by(*(each.desc() if is_latest_first else each for each in place))


def _envelopes(transaction: ReadTransaction, positions: set[int]) -> dict[int, Any]:
    """The time, stream and number of entries, by position."""
    columns = (entries.c.position, entries.c.at_ms, entries.c.stream, entries.c.number)
    these = one_of(entries.c.position, sorted(positions), transaction.dialect)
    return {row[0]: row for row in transaction.connection.execute(sa.select(*columns).where(these))}


def _line(name: str, row: Any, envelope: Any) -> AccountLine:
    is_received = row.target == name
    return AccountLine(
        Place(row.position, row.place),
        envelope.at_ms,
        envelope.stream,
        envelope.number,
        read_transfer(row),
        row.cents if is_received else -row.cents,
        row.target_cents if is_received else row.source_cents,
    )


def position_at(transaction: ReadTransaction, at_ms: int) -> int:
    """The last position before a time; positions follow time, give or take clock differences."""
    execute = transaction.connection.execute
    low, high = 0, execute(sa.select(sa.func.max(entries.c.position))).scalar() or 0
    if at_ms <= 0:
        return 0
    while low < high:
        middle = (low + high + 1) // 2
        found = execute(
            sa.select(entries.c.at_ms)
            .where(entries.c.position <= middle)
            .order_by(entries.c.position.desc())
            .limit(1)
        ).scalar()
        if found is None or found < at_ms:
            low = middle
        else:
            high = middle - 1
    return low
