"""Looks totals up as they stood before a time or a position, many at once."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec
import sqlalchemy as sa

from punto.journal.distinct import distinct
from punto.journal.projections.fold import BANK, PLAY, SHIFT, Key, decode_bank, decode_totals
from punto.journal.schema import quarter_totals, totals
from punto.journal.streams import CAGE
from punto.ledger.shifts import Shift
from punto.ledger.totals import QUARTER_MS, PlayTotals, subtract_play

NEVER = (1 << 62) - 1  # a time or position after every other
Bounded: TypeAlias = tuple[str, str, int]  # stream, subject, and before what


class Marked(NamedTuple):
    """Where totals changed."""

    position: int
    at_ms: int


def last_before_time(connection: sa.Connection, keys: Sequence[Bounded]) -> list[bytes | None]:
    """The totals of each stream and subject before a time; None if there are none."""
    return _look_up(connection, totals, totals.c.at_ms, keys)


def positions_before_time(connection: sa.Connection, keys: Sequence[Bounded]) -> list[int]:
    """Where the totals of each stream and subject last changed before a time; 0 if they had not."""
    found = _look_up(connection, totals, totals.c.at_ms, keys, totals.c.position)
    return [each or 0 for each in found]


def last_before_position(connection: sa.Connection, keys: Sequence[Bounded]) -> list[bytes | None]:
    """The totals of each stream and subject before a position; None if there are none."""
    return _look_up(connection, totals, totals.c.position, keys)


def last_before_quarter(connection: sa.Connection, keys: Sequence[Bounded]) -> list[bytes | None]:
    """The totals of each person at a stream before a quarter of an hour."""
    return _look_up(connection, quarter_totals, quarter_totals.c.quarter, keys)


def play_between(
    connection: sa.Connection, tables: Sequence[str], since_ms: int, until_ms: int | None
) -> list[PlayTotals]:
    """What was played at each of these tables within a period."""
    bounds = (since_ms, NEVER if until_ms is None else until_ms)
    found = last_before_time(
        connection, [(table, PLAY, bound) for table in tables for bound in bounds]
    )
    return [
        subtract_play(read_play(after), read_play(before))
        for before, after in zip(found[::2], found[1::2], strict=True)
    ]


def person_between(
    connection: sa.Connection,
    subject: str,
    tables: Sequence[str],
    since_ms: int,
    until_ms: int | None,
) -> list[PlayTotals]:
    """A person's part in the play at each of these tables; times are whole quarters of an hour."""
    bounds = (since_ms // QUARTER_MS, NEVER if until_ms is None else until_ms // QUARTER_MS)
    found = last_before_quarter(
        connection, [(table, subject, bound) for table in tables for bound in bounds]
    )
    return [
        subtract_play(read_play(after), read_play(before))
        for before, after in zip(found[::2], found[1::2], strict=True)
    ]


def read_play(content: bytes | None) -> PlayTotals:
    return PlayTotals() if content is None else decode_totals(content)


def read_bank(table: str, content: bytes | None) -> Shift:
    return Shift(table, 0, 0) if content is None else decode_bank(content)


def shift_starts(
    connection: sa.Connection, table: str, limit: int | None, until: int = NEVER
) -> list[Marked]:
    """Where the last shifts of a table began, up to a position, in order."""
    query = sa.select(totals.c.position, totals.c.at_ms).where(
        totals.c.stream == CAGE, totals.c.subject == SHIFT + table, totals.c.position <= until
    )
    rows = connection.execute(query.order_by(totals.c.position.desc()).limit(limit)).all()
    return [Marked(*row) for row in reversed(rows)]


def first_times(connection: sa.Connection, keys: Sequence[Key]) -> list[int | None]:
    """When the totals of each stream and subject first changed."""
    found: list[int | None] = []
    for stream, subject in keys:
        query = sa.select(sa.func.min(totals.c.at_ms)).where(
            totals.c.stream == stream, totals.c.subject == subject
        )
        found.append(connection.execute(query).scalar())
    return found


def subjects(connection: sa.Connection, stream: str, prefix: str) -> list[str]:
    """The people with totals at a stream."""
    end = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    column = quarter_totals.c.subject
    return distinct(
        connection, column, quarter_totals.c.stream == stream, column > prefix, column < end
    )


def bank_key(table: str) -> Key:
    """Where the totals of a table's bank are."""
    return CAGE, BANK + table


def _look_up(
    connection: sa.Connection,
    table: sa.Table,
    bound: sa.Column[Any],
    keys: Sequence[Bounded],
    wanted: sa.Column[Any] | None = None,
) -> list[Any]:
    """What a column holds before a bound, for each key; the content if no other is wanted."""
    if not keys:
        return []
    dialect = connection.dialect.name
    query = _query(table, bound, table.c.content if wanted is None else wanted, dialect)
    if dialect == "sqlite":
        values: dict[str, Any] = {"keys": msgspec.json.encode(keys).decode()}
    else:
        streams, names, bounds = (list(column) for column in zip(*keys, strict=True))
        values = {"streams": streams, "subjects": names, "bounds": bounds}
    rows = connection.execute(query, values).all()
    found = {int(place): content for place, content in rows}
    first = 0 if dialect == "sqlite" else 1  # json_each counts from 0, ordinality from 1
    return [found[first + place] for place in range(len(keys))]


@cache
def _query(
    table: sa.Table, bound: sa.Column[Any], wanted: sa.Column[Any], dialect: str
) -> sa.Select[Any]:
    """One index lookup for each key: its place among them, and what was found."""
    if dialect == "sqlite":
        keys: Any = sa.func.json_each(sa.bindparam("keys")).table_valued(
            "key", "value", name="wanted"
        )
        stream, subject, before = (
            sa.func.json_extract(keys.c.value, f"$[{place}]") for place in (0, 1, 2)
        )
        place = keys.c.key
    else:
        arrays = (
            sa.bindparam("streams", type_=sa.ARRAY(sa.Text)),
            sa.bindparam("subjects", type_=sa.ARRAY(sa.Text)),
            sa.bindparam("bounds", type_=sa.ARRAY(sa.BigInteger)),
        )
        listed = sa.func.unnest(*arrays).table_valued(
            "stream", "subject", "bound", with_ordinality="place", name="wanted"
        )
        keys = listed.render_derived()
        stream, subject, before, place = (
            keys.c.stream,
            keys.c.subject,
            keys.c.bound,
            keys.c.place,
        )
    *_, order = table.primary_key.columns
    ordered = (bound,) if bound is order else (bound, order)
    last = (
        sa.select(wanted)
        .where(table.c.stream == stream, table.c.subject == subject, bound < before)
        .order_by(*(column.desc() for column in ordered))
        .limit(1)
        .correlate(keys)
        .scalar_subquery()
    )
    return sa.select(place, last).select_from(keys)
