"""Queries for alerts: significant events of the last time, by kind, person and table.

One person can cause any number of some events. So each person's are counted by themselves, and
those of one never keep another's out of the list.
"""

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.entry_index import IndexEntry
from punto.journal.notices import Noticed, read_notice
from punto.journal.queries.audit import AuditFilter, bounds, is_significant
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import entry_index, notices

READ_MAX = 200  # of one group; earlier ones are found among the significant events


class AlertGroup(Struct):
    """The significant events of one kind by one person at one table, latest first."""

    kind: str
    events: list[IndexEntry | Noticed]
    total: int  # with those that are not read


def alert_groups(transaction: ReadTransaction, wanted: AuditFilter) -> list[AlertGroup]:
    """All significant events that match the filter, which must say since when, in groups."""
    names = IndexEntry.__struct_fields__
    position, number = entry_index.c.position, notices.c.number
    marks = _latest(transaction, position, is_significant(wanted), wanted)
    noted = _latest(transaction, number, notices.c.kind.in_(sorted(wanted.kinds or ())), wanted)
    found: dict[tuple[str, str, str, str], AlertGroup] = {}
    for source, rows in (("entries", marks), ("notices", noted)):
        for row in rows:
            group = found.setdefault(
                (source, row.kind, row.actor, row.stream), AlertGroup(row.kind, [], row.total)
            )
            is_entry = source == "entries"
            event = IndexEntry(*(getattr(row, name) for name in names)) if is_entry else None
            group.events.append(event or read_notice(row))
    return list(found.values())


def _latest(
    transaction: ReadTransaction,
    order: sa.Column[Any],
    matches: sa.ColumnElement[bool],
    wanted: AuditFilter,
) -> Iterable[Any]:
    """The latest rows of each kind, person and table, and how many there are of each."""
    table, since_ms = order.table, wanted.since_ms
    assert isinstance(table, sa.Table), "a column of a table"
    assert since_ms is not None, "alerts are of the last time"
    first = _first_since(transaction, order, table.c.at_ms, since_ms)
    group = (table.c.kind, table.c.actor, table.c.stream)
    place = sa.func.row_number().over(partition_by=group, order_by=order.desc())
    total = sa.func.count().over(partition_by=group)
    rows = (
        sa.select(table, place.label("place"), total.label("total"))
        .where(order >= first, matches, *bounds(table, wanted))
        .subquery()
    )
    latest = sa.select(rows).where(rows.c.place <= READ_MAX)
    return transaction.connection.execute(latest.order_by(rows.c[order.name].desc()))


def _first_since(
    transaction: ReadTransaction, order: sa.Column[Any], at_ms: sa.Column[Any], since_ms: int
) -> int:
    """Where in a table, written in the order of time, to begin; found by halving."""
    low, high = 0, transaction.connection.execute(sa.select(sa.func.max(order))).scalar() or 0
    while low < high:
        middle = (low + high) // 2
        query = sa.select(at_ms).where(order > middle).order_by(order).limit(1)
        found = transaction.connection.execute(query).scalar()
        if found is not None and found < since_ms:
            low = middle + 1
        else:
            high = middle
    return low
