"""The rounds and shoes of a table, found by their landmarks, however long ago they were played."""

from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import Entry, decode_events
from punto.journal.landmarks import Sight
from punto.journal.reading import Reading
from punto.journal.schema import entries, landmarks
from punto.table import events as e

_ENTRY = [entries.c[name] for name in Entry.__struct_fields__]


def outcomes(
    reading: Reading,
    table: str,
    before: int | None,
    since_ms: int | None = None,
    until_ms: int | None = None,
    first: int = 0,
) -> Iterator[Entry]:
    """The entries that ended the rounds of a table before a number, or changed how they ended.

    The latest round first; of one round the last word first. A round's time is when it began.
    """
    kinds = landmarks.c
    query = (
        sa.select(*_ENTRY)
        .join_from(landmarks, entries, kinds.position == entries.c.position)
        .where(kinds.stream == table, kinds.kind == Sight.OUTCOME.value)
    )
    if before is not None:
        query = query.where(kinds.round < before)
    if first:
        query = query.where(kinds.round >= first)
    if since_ms is not None:
        query = query.where(kinds.round >= _begun(table, sa.func.min, at_ms=(since_ms, None)))
    if until_ms is not None:
        query = query.where(kinds.round <= _begun(table, sa.func.max, at_ms=(None, until_ms)))
    ordered = query.order_by(kinds.round.desc(), kinds.position.desc())
    for row in reading.rows(ordered, at_once=50):  # whoever asks wants a page
        yield Entry(*row)


def round_entries(reading: Reading, table: str, number: int) -> Iterator[Entry]:
    """Every entry of a round that was done: from the call for bets to its end, and corrections."""
    marks = reading.connection.execute(
        sa.select(landmarks.c.kind, landmarks.c.number).where(
            landmarks.c.stream == table,
            landmarks.c.round == number,
            landmarks.c.kind.in_((Sight.ROUND.value, Sight.OUTCOME.value, Sight.CORRECTION.value)),
        )
    ).all()
    begun = [mark.number for mark in marks if mark.kind == Sight.ROUND.value]
    if not begun:
        return
    ended = [mark.number for mark in marks if mark.kind == Sight.OUTCOME.value]
    first, last = begun[0], min(ended, default=None)
    within = [entries.c.number >= first]
    if last is not None:
        later = [mark.number for mark in marks if mark.number > last]
        within.append(sa.or_(entries.c.number <= last, entries.c.number.in_(later)))
    query = sa.select(*_ENTRY).where(entries.c.stream == table, entries.c.refusal == b"", *within)
    for row in reading.connection.execute(query.order_by(entries.c.number)):
        yield Entry(*row)


def shoe_of(
    reading: Reading, table: str, number: int | None = None
) -> tuple[int, e.ShoeLoaded, e.ShoeRevealed | None] | None:
    """The shoe a round came from, or the last one: its entry, and the opening of its seal."""
    where = [landmarks.c.stream == table]
    if number is not None:
        begun = landmarks.alias()
        this = sa.and_(begun.c.kind == Sight.ROUND.value, begun.c.round == number)
        opened = sa.select(begun.c.number).where(begun.c.stream == table, this).scalar_subquery()
        before = [*where, landmarks.c.number < opened]
    else:
        before = where
    found = _marked(reading, [*before, landmarks.c.kind == Sight.SHOE.value], latest=True)
    if found is None:
        return None
    loaded = next(each for each in decode_events(found) if isinstance(each, e.ShoeLoaded))
    later = [*where, landmarks.c.kind == Sight.REVEAL.value, landmarks.c.number > found.number]
    query = _query(later).order_by(landmarks.c.number)
    for row in reading.rows(query, at_once=2):  # most likely the first is the one
        for event in decode_events(Entry(*row)):
            if isinstance(event, e.ShoeRevealed) and event.shoe == loaded.shoe:
                return found.number, loaded, event
    return found.number, loaded, None


class Shoe(Struct, frozen=True):
    """A shoe of a table: when it was loaded, and the first and last round begun from it."""

    shoe: str
    at_ms: int
    first: int
    last: int


def shoes(reading: Reading, table: str, limit: int) -> tuple[Shoe, ...]:
    """The last shoes of a table, latest first; one from which no round began has none to find."""
    loaded = _query([landmarks.c.stream == table, landmarks.c.kind == Sight.SHOE.value])
    ordered = loaded.order_by(landmarks.c.number.desc()).limit(limit)
    found: list[Shoe] = []
    until: int | None = None  # the number of the entry that loaded the next one
    for row in reading.connection.execute(ordered).all():
        entry = Entry(*row)
        begun = sa.select(sa.func.min(landmarks.c.round), sa.func.max(landmarks.c.round)).where(
            landmarks.c.stream == table,
            landmarks.c.kind == Sight.ROUND.value,
            landmarks.c.number > entry.number,
            sa.true() if until is None else landmarks.c.number < until,
        )
        first, last = reading.connection.execute(begun).one()
        until = entry.number
        name = next(each.shoe for each in decode_events(entry) if isinstance(each, e.ShoeLoaded))
        if first is not None:
            found.append(Shoe(name, entry.at_ms, first, last))
    return tuple(found)


def round_position(reading: Reading, table: str, number: int) -> int | None:
    """Where a round began, among all entries."""
    return reading.connection.execute(
        sa.select(landmarks.c.position).where(
            landmarks.c.stream == table,
            landmarks.c.round == number,
            landmarks.c.kind == Sight.ROUND.value,
        )
    ).scalar()


def outcomes_since(reading: Reading, table: str, number: int) -> Iterator[Entry]:
    """The entries that ended rounds after an entry of this number, in order."""
    where = [
        landmarks.c.stream == table,
        landmarks.c.kind == Sight.OUTCOME.value,
        landmarks.c.number > number,
        # A round of the shoe before may have been corrected since.
        landmarks.c.round >= _begun(table, sa.func.min, after=number),
    ]
    for row in reading.connection.execute(_query(where).order_by(landmarks.c.number)):
        yield Entry(*row)


def _begun(
    table: str,
    which: Callable[[Any], Any],
    *,
    after: int = 0,
    at_ms: tuple[int | None, int | None] = (None, None),
) -> Any:
    """The first or the last round that began after an entry, or within a time; null for none."""
    begun = landmarks.alias()
    query = sa.select(which(begun.c.round)).where(
        begun.c.stream == table, begun.c.kind == Sight.ROUND.value, begun.c.number > after
    )
    if at_ms[0] is not None:
        query = query.where(begun.c.at_ms >= at_ms[0])
    if at_ms[1] is not None:
        query = query.where(begun.c.at_ms < at_ms[1])
    return query.scalar_subquery()


def _marked(reading: Reading, where: list[sa.ColumnElement[bool]], *, latest: bool) -> Entry | None:
    order = landmarks.c.number.desc() if latest else landmarks.c.number
    row = reading.connection.execute(_query(where).order_by(order).limit(1)).first()
    return None if row is None else Entry(*row)


def _query(where: list[sa.ColumnElement[bool]]) -> sa.Select[Any]:
    return (
        sa.select(*_ENTRY)
        .join_from(landmarks, entries, landmarks.c.position == entries.c.position)
        .where(*where)
    )
