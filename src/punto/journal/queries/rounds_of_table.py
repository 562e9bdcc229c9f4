"""The rounds and shoes of a table, found by the entry index."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import Entry, decode_events, read_entry
from punto.journal.entry_index import IndexKind
from punto.journal.projections.tags import tagged_rounds
from punto.journal.read_transaction import COLUMNS, ReadTransaction, one_of
from punto.journal.schema import entries, entry_index, round_tags
from punto.table import events as e
from punto.table.state import UNREAD

TAGGED_MAX = 200  # rounds found by their tags at once
# The commands that shuffle a shoe and deal from it.
_OF_A_SHOE = (
    "contribute",
    "reveal-contribution",
    "burn-cards",
    "open-betting",
    "draw-card",
    "set-aside",
    "retire-shoe",
)


def outcomes(
    transaction: ReadTransaction,
    table: str,
    before: int | None,
    since_ms: int | None = None,
    until_ms: int | None = None,
    first: int = 0,
    tags: Sequence[Collection[str]] = (),
    tagged_max: int = TAGGED_MAX,
) -> Iterator[Entry]:
    """The entries that ended a table's rounds before this number, or corrected them.

    Latest round first, and latest entry of a round first. A round's time is when it began. With
    `tags`, only the last `tagged_max` rounds that have one of each collection: the first should be
    the rarest.
    """
    kinds = entry_index.c
    query = (
        sa.select(*COLUMNS)
        .join_from(entry_index, entries, kinds.position == entries.c.position)
        .where(kinds.stream == table, kinds.kind == IndexKind.OUTCOME.value)
    )
    if tags:
        limits = list(_bounds(round_tags.c.round, table, before, since_ms, until_ms, first))
        found = tagged_rounds(transaction, table, tags, limits, tagged_max)
        if not found:
            return  # a search through the index for no round would cost the more, the longer it is
        query = query.where(one_of(kinds.round, found, transaction.dialect))
    else:
        query = query.where(*_bounds(kinds.round, table, before, since_ms, until_ms, first))
    ordered = query.order_by(kinds.round.desc(), kinds.position.desc())
    for row in transaction.rows(ordered, at_once=50):  # callers want one page
        yield read_entry(row)


def _bounds(
    column: sa.Column[int],
    table: str,
    before: int | None,
    since_ms: int | None,
    until_ms: int | None,
    first: int,
) -> Iterator[sa.ColumnElement[bool]]:
    """The conditions on a round's number."""
    if before is not None:
        yield column < before
    if first:
        yield column >= first
    if since_ms is not None:
        yield column >= _first_begun(table, begun_ms=since_ms)
    if until_ms is not None:
        yield column <= _last_begun(table, until_ms)


def round_entries(transaction: ReadTransaction, table: str, number: int) -> Iterator[Entry]:
    """Every accepted entry of a round: from the opening of betting to its end, and corrections."""
    marks = transaction.connection.execute(
        sa.select(entry_index.c.kind, entry_index.c.number).where(
            entry_index.c.stream == table,
            entry_index.c.round == number,
            entry_index.c.kind.in_(
                (IndexKind.ROUND.value, IndexKind.OUTCOME.value, IndexKind.CORRECTION.value)
            ),
        )
    ).all()
    begun = [mark.number for mark in marks if mark.kind == IndexKind.ROUND.value]
    if not begun:
        return
    ended = [mark.number for mark in marks if mark.kind == IndexKind.OUTCOME.value]
    first, last = begun[0], min(ended, default=None)
    within = [entries.c.number >= first]
    if last is not None:
        later = [mark.number for mark in marks if mark.number > last]
        within.append(sa.or_(entries.c.number <= last, entries.c.number.in_(later)))
    query = sa.select(*COLUMNS).where(entries.c.stream == table, entries.c.refusal == b"", *within)
    for row in transaction.connection.execute(query.order_by(entries.c.number)):
        yield read_entry(row)


def shoe_of(
    transaction: ReadTransaction, table: str, number: int | None = None
) -> tuple[int, e.ShoeLoaded, e.ShoeRevealed | None] | None:
    """The shoe of a round, or the last one: its entry number, loading, and opened seal."""
    where = [entry_index.c.stream == table]
    if number is not None:
        begun = entry_index.alias()
        this = sa.and_(begun.c.kind == IndexKind.ROUND.value, begun.c.round == number)
        opened = sa.select(begun.c.number).where(begun.c.stream == table, this).scalar_subquery()
        before = [*where, entry_index.c.number < opened]
    else:
        before = where
    found = _marked(transaction, [*before, entry_index.c.kind == IndexKind.SHOE.value], latest=True)
    if found is None:
        return None
    loaded = next(each for each in decode_events(found) if isinstance(each, e.ShoeLoaded))
    later = [
        *where,
        entry_index.c.kind == IndexKind.REVEAL.value,
        entry_index.c.number > found.number,
    ]
    query = _query(transaction, later).order_by(entry_index.c.number)
    for row in transaction.rows(query, at_once=2):  # usually the first is the right one
        for event in decode_events(read_entry(row)):
            if isinstance(event, e.ShoeRevealed) and event.shoe == loaded.shoe:
                return found.number, loaded, event
    return found.number, loaded, None


def contributions_to(
    transaction: ReadTransaction, table: str, loaded: int
) -> tuple[tuple[e.ContributionMade, str], ...]:
    """The contributions to the shoe that this entry loaded, in order, with their values."""
    made: list[e.ContributionMade] = []
    values: dict[tuple[str, str], str] = {}
    for event in _after_loading(transaction, table, loaded):
        match event:
            case e.BettingOpened() | e.CardsBurned() | e.ShoeRetired():
                break
            case e.ContributionMade():
                made.append(event)
            case e.ContributionRevealed(contributor=contributor, kind=kind, value=value):
                values[kind.value, contributor] = value
    return tuple((each, values.get((each.kind.value, each.contributor), "")) for each in made)


def cards_of_shoe(transaction: ReadTransaction, table: str, loaded: int) -> tuple[str, ...]:
    """The cards that left the shoe, in order, until it was retired."""
    found: list[str] = []
    for event in _after_loading(transaction, table, loaded):
        match event:
            case e.ShoeRetired():
                break
            case e.CardsBurned(first=first, count=count):
                found += [first, *[UNREAD] * count]
            case e.CardDrawn(card=card, from_set_aside=False):
                found.append(card or UNREAD)
            case e.CardsSetAside(cards=cards):
                found += [card or UNREAD for card in cards]
    return tuple(found)


def _after_loading(transaction: ReadTransaction, table: str, loaded: int) -> Iterator[object]:
    """The events of a shoe after it was loaded, from commands that deal from it."""
    query = sa.select(*COLUMNS).where(
        entries.c.stream == table,
        entries.c.refusal == b"",
        entries.c.number > loaded,
        entries.c.kind.in_(_OF_A_SHOE),
    )
    for row in transaction.rows(query.order_by(entries.c.number), at_once=200):
        yield from decode_events(read_entry(row))


class Shoe(Struct, frozen=True):
    """A shoe of a table: when it was loaded, and the first and last round begun from it."""

    shoe: str
    at_ms: int
    first: int
    last: int


def shoes(transaction: ReadTransaction, table: str, limit: int) -> tuple[Shoe, ...]:
    """The last shoes of a table, latest first, except those from which no round began."""
    loaded = _query(
        transaction, [entry_index.c.stream == table, entry_index.c.kind == IndexKind.SHOE.value]
    )
    ordered = loaded.order_by(entry_index.c.number.desc()).limit(limit)
    found: list[Shoe] = []
    until: int | None = None  # the number of the entry that loaded the next one
    for row in transaction.connection.execute(ordered).all():
        entry = read_entry(row)
        begun = sa.select(sa.func.min(entry_index.c.round), sa.func.max(entry_index.c.round)).where(
            entry_index.c.stream == table,
            entry_index.c.kind == IndexKind.ROUND.value,
            entry_index.c.number > entry.number,
            sa.true() if until is None else entry_index.c.number < until,
        )
        first, last = transaction.connection.execute(begun).one()
        until = entry.number
        name = next(each.shoe for each in decode_events(entry) if isinstance(each, e.ShoeLoaded))
        if first is not None:
            found.append(Shoe(name, entry.at_ms, first, last))
    return tuple(found)


def round_position(transaction: ReadTransaction, table: str, number: int) -> int | None:
    """The position at which a round began."""
    return transaction.connection.execute(
        sa.select(entry_index.c.position).where(
            entry_index.c.stream == table,
            entry_index.c.round == number,
            entry_index.c.kind == IndexKind.ROUND.value,
        )
    ).scalar()


def outcomes_since(transaction: ReadTransaction, table: str, number: int) -> Iterator[Entry]:
    """The entries after this number that ended rounds begun after it, in order."""
    where = [
        entry_index.c.stream == table,
        entry_index.c.kind == IndexKind.OUTCOME.value,
        entry_index.c.number > number,
        # A round of the shoe before may have been corrected since.
        entry_index.c.round >= _first_begun(table, after=number),
    ]
    for row in transaction.connection.execute(
        _query(transaction, where).order_by(entry_index.c.number)
    ):
        yield read_entry(row)


def _first_begun(table: str, *, begun_ms: int | None = None, after: int | None = None) -> Any:
    """The first round that began at or after a time, or after an entry; null if none."""
    begun = entry_index.alias()
    query = sa.select(begun.c.round).where(
        begun.c.stream == table, begun.c.kind == IndexKind.ROUND.value
    )
    if after is not None:
        query = query.where(begun.c.number > after).order_by(begun.c.number)
    else:
        query = query.where(begun.c.at_ms >= begun_ms).order_by(begun.c.at_ms, begun.c.round)
    return query.limit(1).scalar_subquery()


def _last_begun(table: str, until_ms: int) -> Any:
    """The last round that began before a time; null if none."""
    begun = entry_index.alias()
    query = sa.select(begun.c.round).where(
        begun.c.stream == table,
        begun.c.kind == IndexKind.ROUND.value,
        begun.c.at_ms < until_ms,
    )
    return query.order_by(begun.c.at_ms.desc(), begun.c.round.desc()).limit(1).scalar_subquery()


def _marked(
    transaction: ReadTransaction, where: list[sa.ColumnElement[bool]], *, latest: bool
) -> Entry | None:
    order = entry_index.c.number.desc() if latest else entry_index.c.number
    row = transaction.connection.execute(
        _query(transaction, where).order_by(order).limit(1)
    ).first()
    return None if row is None else read_entry(row)


def _query(transaction: ReadTransaction, where: list[sa.ColumnElement[bool]]) -> sa.Select[Any]:
    return (
        sa.select(*COLUMNS)
        .join_from(entry_index, entries, entry_index.c.position == entries.c.position)
        .where(*where)
    )
