"""Queries for alerts: significant events of the last time, by kind, person, table and money.

One person can cause any number of some events. So each person's are counted by themselves, and
those of one never keep another's out of the list. Nor do many about nothing, or about little, keep
out one that is about money: those with an amount are a group of their own, read from the largest
down as well as from the latest back.
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
    """Significant events of one kind by one person at one table, all with an amount or all without.

    Latest first; of many, the latest and the largest.
    """

    kind: str
    events: list[IndexEntry | Noticed]
    total: int  # with those that are not read
    has_money: bool = False


def alert_groups(transaction: ReadTransaction, wanted: AuditFilter) -> list[AlertGroup]:
    """All significant events that match the filter, which must say since when, in groups."""
    names = IndexEntry.__struct_fields__
    position, number = entry_index.c.position, notices.c.number
    marks = _latest(transaction, position, is_significant(wanted), wanted)
    noted = _latest(transaction, number, notices.c.kind.in_(sorted(wanted.kinds or ())), wanted)
    found: dict[tuple[str, str, str, str, bool], AlertGroup] = {}
    for source, rows in (("entries", marks), ("notices", noted)):
        for row in rows:
            has_money = bool(row.has_money)
            group = found.setdefault(
                (source, row.kind, row.actor, row.stream, has_money),
                AlertGroup(row.kind, [], row.total, has_money),
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
    """The latest and the largest rows of each group, and how many there are of each."""
    table, since_ms = order.table, wanted.since_ms
    assert isinstance(table, sa.Table), "a column of a table"
    assert since_ms is not None, "alerts are of the last time"
    first = _first_since(transaction, order, table.c.at_ms, since_ms)
    cents = table.c.cents if "cents" in table.c else sa.literal(0)
    has_money = (cents != 0).label("has_money")
    group = (table.c.kind, table.c.actor, table.c.stream, has_money)
    number = sa.func.row_number()
    place = number.over(partition_by=group, order_by=order.desc())
    size = number.over(partition_by=group, order_by=(cents.desc(), order.desc()))
    total = sa.func.count().over(partition_by=group)
    rows = (
        sa.select(table, has_money, place.label("place"), size.label("size"), total.label("total"))
        .where(order >= first, matches, *bounds(table, wanted))
        .subquery()
    )
    read = sa.select(rows).where(sa.or_(rows.c.place <= READ_MAX, rows.c.size <= READ_MAX))
    return transaction.connection.execute(read.order_by(rows.c[order.name].desc()))


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
