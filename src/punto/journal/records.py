"""Looking things up by their landmarks: significant events, and the rounds of a table."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import Entry
from punto.journal.landmarks import Landmark, Sight
from punto.journal.notices import Matter, Noticed, read_notice
from punto.journal.reading import Reading
from punto.journal.schema import entries, landmarks, notices, transfers
from punto.ledger.accounts import Account

LARGE_WIN = "large-win"  # an outcome by which one patron won much
NOT_SIGNIFICANT = tuple(
    sight.value for sight in (Sight.ROUND, Sight.SHOE, Sight.REVEAL, Sight.OUTCOME)
)

_MARK = [landmarks.c[name] for name in Landmark.__struct_fields__]
_ENTRY = [entries.c[name] for name in Entry.__struct_fields__]


class Wanted(Struct, frozen=True, kw_only=True):
    """Which significant events are looked for; None wants all."""

    kinds: frozenset[str] | None = None
    streams: tuple[str, ...] | None = None
    actor: str | None = None
    since_ms: int | None = None
    until_ms: int | None = None
    large_win_cents: int = 0


def significant_entries(
    reading: Reading, wanted: Wanted, before: int | None, limit: int
) -> list[Landmark]:
    """Landmarks of significant entries before a position, the latest first."""
    query = sa.select(*_MARK).where(_significant(wanted)).where(*_bounds(landmarks, wanted))
    if before is not None:
        query = query.where(landmarks.c.position < before)
    # All of an entry's together, so that a page never ends inside one.
    ordered = query.order_by(landmarks.c.position.desc(), landmarks.c.kind)
    found = [Landmark(*row) for row in reading.connection.execute(ordered.limit(limit))]
    if len(found) == limit:
        rest = query.where(landmarks.c.position == found[-1].position)
        whole = [Landmark(*row) for row in reading.connection.execute(rest)]
        found = [each for each in found if each.position != found[-1].position] + whole
    return found


def _significant(wanted: Wanted) -> sa.ColumnElement[bool]:
    large = sa.and_(
        landmarks.c.kind == Sight.OUTCOME.value, landmarks.c.cents >= wanted.large_win_cents
    )
    others = landmarks.c.kind.not_in(NOT_SIGNIFICANT)
    if wanted.kinds is None:
        return sa.or_(others, large)
    named = landmarks.c.kind.in_(sorted(wanted.kinds - {*NOT_SIGNIFICANT, LARGE_WIN}))
    return sa.or_(named, large) if LARGE_WIN in wanted.kinds else named


def significant_notices(
    reading: Reading, wanted: Wanted, before: int | None, limit: int
) -> list[Noticed]:
    """Notices before a number, the latest first."""
    query = sa.select(notices).where(*_bounds(notices, wanted))
    if wanted.kinds is not None:
        query = query.where(notices.c.kind.in_(sorted(wanted.kinds)))
    if before is not None:
        query = query.where(notices.c.number < before)
    rows = reading.connection.execute(query.order_by(notices.c.number.desc()).limit(limit))
    return [read_notice(row) for row in rows]


def notice_numbered(reading: Reading, number: int) -> Noticed | None:
    """One notice."""
    query = sa.select(notices).where(notices.c.number == number)
    row = reading.connection.execute(query).first()
    return None if row is None else read_notice(row)


def acknowledged_after(connection: sa.Connection, number: int) -> list[Noticed]:
    """What was acknowledged after the notice of this number, in order."""
    query = (
        sa.select(notices)
        .where(notices.c.kind == Matter.ACKNOWLEDGED.value, notices.c.number > number)
        .order_by(notices.c.number)
    )
    return [read_notice(row) for row in connection.execute(query)]


def landmark_at(reading: Reading, position: int, kind: str) -> Landmark | None:
    """The landmark of this kind that an entry holds."""
    query = sa.select(*_MARK).where(landmarks.c.position == position, landmarks.c.kind == kind)
    row = reading.connection.execute(query).first()
    return None if row is None else Landmark(*row)


def last_staff(reading: Reading, stream: str) -> tuple[str, int]:
    """Who of the staff last gave a command in a stream, and their position then; nobody: 0."""
    query = (
        sa.select(entries.c.actor, entries.c.rank)
        .where(entries.c.stream == stream, entries.c.rank > 0)
        .order_by(entries.c.number.desc())
        .limit(1)
    )
    row = reading.connection.execute(query).first()
    return ("", 0) if row is None else (row.actor, row.rank)


def _bounds(table: sa.Table, wanted: Wanted) -> Iterator[sa.ColumnElement[bool]]:
    if wanted.streams is not None:
        yield table.c.stream.in_(wanted.streams)
    if wanted.actor is not None:
        yield table.c.actor == wanted.actor
    if wanted.since_ms is not None:
        yield table.c.at_ms >= wanted.since_ms
    if wanted.until_ms is not None:
        yield table.c.at_ms < wanted.until_ms


def earlier(reading: Reading, mark: Landmark, kind: Sight, number: int | None = None) -> Any:
    """The entries of a stream with such a landmark before this one, the latest first."""
    query = (
        sa.select(*_ENTRY)
        .join_from(landmarks, entries, landmarks.c.position == entries.c.position)
        .where(landmarks.c.stream == mark.stream, landmarks.c.kind == kind.value)
        .where(landmarks.c.position < mark.position)
    )
    if number is not None:
        query = query.where(landmarks.c.round == number)
    ordered = query.order_by(landmarks.c.position.desc())
    return (Entry(*row) for row in reading.connection.execute(ordered))


def balance_before(reading: Reading, account: Account, position: int) -> int:
    """What an account held before an entry; asked of the transfers, for the few that are asked."""
    name = account.name
    signed = sa.case((transfers.c.target == name, transfers.c.cents), else_=-transfers.c.cents)
    both = sa.and_(transfers.c.stream == entries.c.stream, transfers.c.number == entries.c.number)
    query = (
        sa.select(sa.func.coalesce(sa.func.sum(signed), 0))
        .join_from(transfers, entries, both)
        .where(sa.or_(transfers.c.source == name, transfers.c.target == name))
        .where(entries.c.position < position)
    )
    moved = int(reading.connection.execute(query).scalar_one())
    return moved + reading.openings().books.cents.get(name, 0)
