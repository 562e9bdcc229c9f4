"""Read transactions: queries of the journal and the books at one moment."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

import msgspec
import sqlalchemy as sa

from punto.journal.archive.openings import Openings, read_openings
from punto.journal.codec import Entry, Head, decode_events, read_entry
from punto.journal.distinct import distinct
from punto.journal.errors import Unavailable, words_for
from punto.journal.schema import (
    accounts,
    entries,
    entry_index,
    quarter_totals,
    round_tags,
    snapshots,
    totals,
    transfers,
)
from punto.journal.snapshots import Snapshot, read_snapshot
from punto.journal.sqlite_bulk import balances_of
from punto.journal.transfer_rows import (
    STORED_COLUMNS,
    TRANSFER_COLUMNS,
    Moved,
    StoredRow,
    read_transfer,
)
from punto.ledger.accounts import Account, account_named
from punto.table.configuration import Configuration
from punto.table.events import ConfigurationChanged, TableOpened

_AT_ONCE = 1000  # rows fetched at once
CONFIGURED = "configuration"  # the kind of index entry for a change of a table's configuration

COLUMNS = tuple(entries.c[name] for name in Entry.__struct_fields__)  # in the order of Entry


def one_of(column: sa.Column[Any], values: Iterable[Any], dialect: str) -> sa.ColumnElement[bool]:
    """A condition that a column holds one of these values, passed as one parameter.

    A list of parameters would lengthen the statement with every value.
    """
    if dialect == "sqlite":
        listed = sa.func.json_each(msgspec.json.encode(list(values)).decode())
        return column.in_(sa.select(listed.table_valued("value").c.value))
    return column == sa.any_(sa.literal(list(values), sa.ARRAY(column.type)))


Pairs: TypeAlias = Sequence[tuple[str, Any]]


@cache
def looked_up(
    wanted: tuple[sa.Column[Any], ...], stream: sa.Column[str], key: sa.Column[Any], dialect: str
) -> sa.Select[Any]:
    """A query for the rows with these (stream, key) pairs, passed as `paired` encodes them.

    It forces an index lookup for each pair. Otherwise both databases may choose to scan the whole
    table, which is wrong for a journal that grows.
    """
    if dialect == "sqlite":
        pairs = sa.func.json_each(sa.bindparam("pairs")).table_valued("value")
        named, keyed = (sa.func.json_extract(pairs.c.value, f"$[{place}]") for place in (0, 1))
        return sa.select(*wanted).select_from(pairs).where(stream == named, key == keyed)
    arrays = (
        sa.bindparam("names", type_=sa.ARRAY(stream.type)),
        sa.bindparam("keys", type_=sa.ARRAY(key.type)),
    )
    listed = sa.func.unnest(*arrays).table_valued("name", "key", name="pairs").render_derived()
    found = (
        sa.select(*wanted)
        .where(stream == listed.c.name, key == listed.c.key)
        .limit(1)
        .lateral("found")
    )
    columns = (found.c[column.name] for column in wanted)
    return sa.select(*columns).select_from(listed.join(found, sa.true()))


def paired(pairs: Pairs, dialect: str) -> dict[str, Any]:
    """The parameters of `looked_up` for each database."""
    if dialect == "sqlite":
        return {"pairs": msgspec.json.encode(pairs).decode()}
    return {"names": [name for name, _ in pairs], "keys": [key for _, key in pairs]}


class ReadTransaction:
    """A consistent view of the journal and the books at one moment."""

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection
        self._open: list[sa.CursorResult[Any]] = []

    @property
    def dialect(self) -> str:
        """The database: "sqlite" or "postgresql"."""
        return self.connection.dialect.name

    @property
    def address(self) -> str:
        """The database's URL with its password, for a worker process to connect to."""
        return self.connection.engine.url.render_as_string(hide_password=False)

    def close(self) -> None:
        """Close results that were not read to their end."""
        for rows in self._open:
            rows.close()

    def openings(self) -> Openings:
        """The openings of the streams whose older entries were archived."""
        return read_openings(self.connection)

    def streams(self) -> list[str]:
        """Every stream, archived ones included."""
        found = distinct(self.connection, entries.c.stream)
        return sorted({*found, *self.openings().streams})

    def head(self, stream: str) -> Head:
        """The head of a stream."""
        row = self.connection.execute(
            sa.select(entries.c.number, entries.c.seq, entries.c.hash)
            .where(entries.c.stream == stream)
            .order_by(entries.c.number.desc())
            .limit(1)
        ).first()
        if row is not None:
            return Head(*row)
        opening = self.openings().streams.get(stream)
        return opening.head if opening else Head()

    def length(self) -> int:
        """The number of entries, from the heads of the streams."""
        archived = sum(each.head.number for each in self.openings().streams.values())
        return sum(self.head(stream).number for stream in self.streams()) - archived

    def entries(self, stream: str, after: int = 0) -> Iterator[Entry]:
        """A stream's entries after a number, in order."""
        query = sa.select(*COLUMNS).where(entries.c.stream == stream, entries.c.number > after)
        return self._entries(query.order_by(entries.c.number))

    def backwards(self, stream: str) -> Iterator[Entry]:
        """A stream's entries from the last to the first."""
        query = sa.select(*COLUMNS).where(entries.c.stream == stream)
        return self._entries(query.order_by(entries.c.number.desc()))

    def news(self, stream: str, after: int) -> list[Entry]:
        """A stream's entries after a number, fetched at once because they are few."""
        query = sa.select(*COLUMNS).where(entries.c.stream == stream, entries.c.number > after)
        return [*map(read_entry, self.connection.execute(query.order_by(entries.c.number)))]

    def everything(
        self, until: int | None = None, streams: Collection[str] | None = None
    ) -> Iterator[Entry]:
        """All entries of all or some streams, by position, in one pass."""
        query = sa.select(*COLUMNS).order_by(entries.c.position)
        if until is not None:
            query = query.where(entries.c.position <= until)
        if streams is not None:
            # The concatenation keeps the database from using the index on streams and then sorting.
            query = query.where((entries.c.stream + "").in_(streams))
        return self._entries(query)

    def position(self) -> int:
        """The position of the last entry."""
        last = self.connection.execute(sa.select(sa.func.max(entries.c.position))).scalar()
        return self.openings().books.position if last is None else last

    def ends_after(self, position: int) -> tuple[int, dict[str, int]]:
        """The last position, and the last sequence number of each stream with later entries."""
        query = (
            sa.select(entries.c.stream, sa.func.max(entries.c.seq), sa.func.max(entries.c.position))
            .where(entries.c.position > position)
            .group_by(entries.c.stream)
        )
        found = self.connection.execute(query).all()
        last = max((row[2] for row in found), default=position)
        return last, {stream: seq for stream, seq, _ in found}

    def since(self, stream: str, seq: int, limit: int | None = None) -> Iterator[Entry]:
        """A stream's entries with events after a sequence number, in order."""
        query = sa.select(*COLUMNS).where(
            entries.c.stream == stream, entries.c.seq > seq, entries.c.refusal == b""
        )
        return self._entries(query.order_by(entries.c.seq).limit(limit))

    def entry(self, stream: str, number: int) -> Entry | None:
        """One entry of a stream."""
        wanted = sa.and_(entries.c.stream == stream, entries.c.number == number)
        row = self.connection.execute(sa.select(*COLUMNS).where(wanted)).first()
        return None if row is None else read_entry(row)

    def answered(self, commands: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Entry]:
        """The entries of commands that were answered before, by stream and id."""
        found = map(read_entry, self._look_up(COLUMNS, entries.c.id, list(commands)))
        return {(entry.stream, entry.id): entry for entry in found}

    def moved_on(self, heads: Mapping[str, Head]) -> set[str]:
        """The streams that no longer end at these heads: they have more entries, or others."""
        either = [
            (stream, n) for stream, head in heads.items() for n in (head.number, head.number + 1)
        ]
        wanted = (entries.c.stream, entries.c.number, entries.c.hash)
        found: dict[str, list[tuple[int, bytes]]] = {stream: [] for stream in heads}
        for stream, number, digest in self._look_up(wanted, entries.c.number, either):
            found[stream].append((number, digest))
        seen = {
            stream: [(head.number, head.hash)] if head.number else []
            for stream, head in heads.items()
        }
        return {stream for stream in heads if sorted(found[stream]) != seen[stream]}

    def balances(self, wanted: Iterable[Account] | None = None) -> dict[Account, int]:
        """The balances of these accounts, or of all; accounts without a row are left out."""
        query = sa.select(accounts.c.name, accounts.c.cents).order_by(accounts.c.name)
        if wanted is None:
            return self._balances(query, account_named)
        named = {account.name: account for account in wanted}
        if self.dialect == "sqlite":
            found = balances_of(self.connection, named)
            return {named[name]: cents for name, cents in found.items()}
        wanted_only = query.where(one_of(accounts.c.name, sorted(named), self.dialect))
        return self._balances(wanted_only, named.__getitem__)

    def house_flags(self) -> dict[Account, bool]:
        """Which accounts the database allows below zero."""
        rows = self.connection.execute(sa.select(accounts.c.name, accounts.c.house))
        return {account_named(row.name): row.house for row in rows}

    def strays(self) -> list[str]:
        """Streams with totals, index entries or a snapshot, but without an entry."""
        known = sa.select(entries.c.stream)
        found = (
            sa.select(table.c.stream).where(table.c.stream.not_in(known))
            for table in (snapshots, entry_index, totals, quarter_totals, round_tags)
        )
        return sorted(
            set(self.connection.execute(sa.union(*found)).scalars()) - set(self.openings().streams)
        )

    def stray_transfers(self) -> list[int]:
        """Positions with transfers, but without an entry."""
        known = sa.exists().where(entries.c.position == transfers.c.position)
        query = sa.select(transfers.c.position).where(sa.not_(known)).distinct()
        return sorted(self.connection.execute(query).scalars())

    def last_projected(self) -> int:
        """The last position that running totals or tags of rounds name."""
        found = (
            self.connection.execute(sa.select(sa.func.max(table.c.position))).scalar() or 0
            for table in (totals, quarter_totals, round_tags)
        )
        return max(found)

    def transfers(
        self, streams: Collection[str] | None = None, until: int | None = None
    ) -> Iterator[StoredRow]:
        """The transfers of all or some streams in order, as stored."""
        query = sa.select(*STORED_COLUMNS)
        if streams is not None:
            both = transfers.c.position == entries.c.position
            # The concatenation keeps the database from using the index on streams and then sorting.
            theirs = (entries.c.stream + "").in_(streams)
            query = query.join_from(transfers, entries, both).where(theirs)
        if until is not None:
            query = query.where(transfers.c.position <= until)
        rows: Any = self.rows(query.order_by(transfers.c.position, transfers.c.place))
        return iter(rows)

    def moved(self) -> Iterator[Moved]:
        """Every transfer, in the order money moved."""
        both = transfers.c.position == entries.c.position
        envelope = (entries.c.at_ms, entries.c.actor, entries.c.stream, entries.c.number)
        query = (
            sa.select(*envelope, *TRANSFER_COLUMNS)
            .join_from(transfers, entries, both)
            .order_by(transfers.c.position, transfers.c.place)
        )
        for row in self.rows(query):
            yield Moved(row[0], row[1], row[2], row[3], read_transfer(row[4:]))

    def settings(self, table: str) -> list[tuple[int, Configuration]]:
        """A table's configurations, each with the number of the entry it applies from."""
        query = (
            sa.select(*COLUMNS)
            .join_from(entry_index, entries, entry_index.c.position == entries.c.position)
            .where(entry_index.c.stream == table, entry_index.c.kind == CONFIGURED)
        )
        return [
            (entry.number, event.configuration)
            for entry in self._entries(query.order_by(entries.c.number))
            for event in decode_events(entry)
            if isinstance(event, TableOpened | ConfigurationChanged)
        ]

    def last_configuration(self, table: str) -> Configuration | None:
        """What a table was last set to, without reading what it was set to before."""
        query = (
            sa.select(*COLUMNS)
            .join_from(entry_index, entries, entry_index.c.position == entries.c.position)
            .where(entry_index.c.stream == table, entry_index.c.kind == CONFIGURED)
            .order_by(entry_index.c.number.desc())
        )
        for row in self.rows(query, at_once=4):
            for event in reversed(decode_events(read_entry(row))):
                if isinstance(event, TableOpened | ConfigurationChanged):
                    return event.configuration
        return None

    def snapshot(self, stream: str) -> Snapshot | None:
        """The snapshot of a stream, if there is one."""
        return read_snapshot(self.connection, stream)

    def _look_up(
        self, wanted: tuple[sa.Column[Any], ...], key: sa.Column[Any], pairs: Pairs
    ) -> Iterable[Any]:
        """Rows of entries by stream and key."""
        query = looked_up(wanted, entries.c.stream, key, self.dialect)
        return self.connection.execute(query, paired(pairs, self.dialect))

    def _entries(self, query: sa.Select[Any]) -> Iterator[Entry]:
        return map(read_entry, self.rows(query))

    def rows(self, query: sa.Select[Any], at_once: int = _AT_ONCE) -> Iterable[tuple[Any, ...]]:
        """Stream rows from the database, so that a long history needs little memory.

        They come straight from the driver, except the first: SQLAlchemy's wrapping of a row costs
        as much as proving its hash.
        """
        rows = self.connection.execute(query, execution_options={"yield_per": at_once})
        self._open.append(rows)
        first = rows.fetchone()
        if first is None:
            return ()
        return chain((tuple(first),), self._rest(rows.cursor))

    def _rest(self, cursor: Any) -> Iterator[tuple[Any, ...]]:
        """The driver's rows, with its errors translated."""
        try:
            yield from cursor
        except self.connection.dialect.loaded_dbapi.Error as failure:
            raise Unavailable(words_for(str(failure))) from failure

    def _balances(
        self, query: sa.Select[Any], account_of: Callable[[str], Account]
    ) -> dict[Account, int]:
        return {account_of(row[0]): row[1] for row in self.connection.execute(query)}
