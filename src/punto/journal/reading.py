"""What can be asked of the journal and the books."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import chain, starmap
from typing import Any, NamedTuple, TypeAlias

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import Entry, Head, decode_events
from punto.journal.failures import Unavailable, words_for
from punto.journal.openings import Openings, read_openings
from punto.journal.schema import accounts, entries, landmarks, snapshots, transfers
from punto.journal.steps import balances_of
from punto.ledger.accounts import Account, account_named
from punto.ledger.transfers import Purpose, Transfer
from punto.table.configuration import Configuration
from punto.table.events import ConfigurationChanged, TableOpened

_ENTRY = [entries.c[name] for name in Entry.__struct_fields__]
_AT_ONCE = 1000  # rows fetched together


class Snapshot(Struct, frozen=True):
    """A stream's state as it was at a head; only ever a shortcut."""

    head: Head
    state: bytes
    digest: bytes

    @property
    def whole(self) -> bool:
        """Whether what is on disk is what was saved."""
        return self.digest == snapshot_digest(self.head, self.state)


def snapshot_digest(head: Head, state: bytes) -> bytes:
    """What a snapshot's damage is found by."""
    return sha256(b"%d:%d:%b%b" % (head.number, head.seq, head.hash, state)).digest()


# A transfer as it is written, with the number of the entry that caused it and its place there.
TRANSFER = ("number", "place", "source", "target", "cents", "purpose", "stake", "wager")
TransferRow: TypeAlias = tuple[int, int, str, str, int, str, int, str]

_TRANSFER = [transfers.c[name] for name in TRANSFER]


def read_transfer(row: TransferRow) -> Transfer:
    """The transfer that was written so."""
    _, _, source, target, cents, purpose, stake, wager = row
    return Transfer(
        account_named(source), account_named(target), cents, Purpose(purpose), stake, wager
    )


class Moved(NamedTuple):
    """A transfer, when and by whom it was caused, and by which entry."""

    at_ms: int
    actor: str
    stream: str
    number: int
    transfer: Transfer


def transfer_rows(number: int, moved: Collection[Transfer]) -> tuple[TransferRow, ...]:
    """How the transfers of an entry are written."""
    if not moved:
        return ()
    return tuple(
        [
            (
                number,
                place,
                each.source.name,
                each.target.name,
                each.cents,
                each.purpose.value,
                each.stake,
                each.wager,
            )
            for place, each in enumerate(moved)
        ]
    )


def one_of(column: sa.Column[Any], values: Iterable[Any], dialect: str) -> sa.ColumnElement[bool]:
    """Whether a column holds one of these, handed over as one value: a thousand cost little more.

    As a list of parameters each would be put into the statement's text, and looked at in turn.
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
    """Asks for the row of each of these streams' own keys, `paired` as each database takes them.

    They are looked up in an index one after another. Left to themselves both databases go through
    the whole table where they find that cheaper, and are wrong about a journal that grows.
    """
    if dialect == "sqlite":
        asked = sa.func.json_each(sa.bindparam("pairs")).table_valued("value")
        named, keyed = (sa.func.json_extract(asked.c.value, f"$[{place}]") for place in (0, 1))
        return sa.select(*wanted).select_from(asked).where(stream == named, key == keyed)
    arrays = (
        sa.bindparam("names", type_=sa.ARRAY(stream.type)),
        sa.bindparam("keys", type_=sa.ARRAY(key.type)),
    )
    listed = sa.func.unnest(*arrays).table_valued("name", "key", name="asked").render_derived()
    found = (
        sa.select(*wanted)
        .where(stream == listed.c.name, key == listed.c.key)
        .limit(1)
        .lateral("found")
    )
    columns = (found.c[column.name] for column in wanted)
    return sa.select(*columns).select_from(listed.join(found, sa.true()))


def paired(pairs: Pairs, dialect: str) -> dict[str, Any]:
    """What is looked up, as each database takes it."""
    if dialect == "sqlite":
        return {"pairs": msgspec.json.encode(pairs).decode()}
    return {"names": [name for name, _ in pairs], "keys": [key for _, key in pairs]}


class Reading:
    """A look at the journal and the books, all of it as at one moment."""

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection
        self._open: list[sa.CursorResult[Any]] = []

    @property
    def dialect(self) -> str:
        """Which database it is: "sqlite" or "postgresql"."""
        return self.connection.dialect.name

    @property
    def address(self) -> str:
        """Where it is read from, for another process to read it too."""
        return self.connection.engine.url.render_as_string(hide_password=False)

    def close(self) -> None:
        """Let go of what was not read to its end."""
        for rows in self._open:
            rows.close()

    def openings(self) -> Openings:
        """Where the streams begin whose older entries were archived."""
        return read_openings(self.connection)

    def streams(self) -> list[str]:
        """Every stream there is, found by stepping over the index and not through history."""
        found: list[str] = []
        while True:
            later = entries.c.stream > found[-1] if found else sa.true()
            query = sa.select(sa.func.min(entries.c.stream)).where(later)
            name = self.connection.execute(query).scalar()
            if name is None:
                return sorted({*found, *self.openings().streams})
            found.append(name)

    def head(self, stream: str) -> Head:
        """The end of a stream."""
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
        """How many entries there are, told by the ends of the streams."""
        archived = sum(each.head.number for each in self.openings().streams.values())
        return sum(self.head(stream).number for stream in self.streams()) - archived

    def entries(self, stream: str, after: int = 0) -> Iterator[Entry]:
        """A stream's entries after a number, in order."""
        query = sa.select(*_ENTRY).where(entries.c.stream == stream, entries.c.number > after)
        return self._entries(query.order_by(entries.c.number))

    def backwards(self, stream: str) -> Iterator[Entry]:
        """A stream's entries from the last to the first."""
        query = sa.select(*_ENTRY).where(entries.c.stream == stream)
        return self._entries(query.order_by(entries.c.number.desc()))

    def news(self, stream: str, after: int) -> list[Entry]:
        """A stream's entries after a number, all at once: for the few that are new."""
        query = sa.select(*_ENTRY).where(entries.c.stream == stream, entries.c.number > after)
        return [Entry(*row) for row in self.connection.execute(query.order_by(entries.c.number))]

    def everything(
        self, until: int | None = None, streams: Collection[str] | None = None
    ) -> Iterator[Entry]:
        """All entries of all or these streams in the order of their positions, in one pass."""
        query = sa.select(*_ENTRY).order_by(entries.c.position)
        if until is not None:
            query = query.where(entries.c.position <= until)
        if streams is not None:
            # Put so, the index of streams is no help, and nothing needs to be sorted.
            query = query.where((entries.c.stream + "").in_(streams))
        return self._entries(query)

    def position(self) -> int:
        """The position of the last entry there is."""
        last = self.connection.execute(sa.select(sa.func.max(entries.c.position))).scalar()
        return self.openings().books.position if last is None else last

    def since(self, stream: str, seq: int, limit: int | None = None) -> Iterator[Entry]:
        """A stream's entries that hold events after a sequence number, in order."""
        query = sa.select(*_ENTRY).where(
            entries.c.stream == stream, entries.c.seq > seq, entries.c.refusal == b""
        )
        return self._entries(query.order_by(entries.c.seq).limit(limit))

    def entry(self, stream: str, number: int) -> Entry | None:
        """One entry of a stream."""
        wanted = sa.and_(entries.c.stream == stream, entries.c.number == number)
        row = self.connection.execute(sa.select(*_ENTRY).where(wanted)).first()
        return None if row is None else Entry(*row)

    def answered(self, asked: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Entry]:
        """The entries of those of these commands that were given before, by stream and id."""
        found = starmap(Entry, self._look_up(tuple(_ENTRY), entries.c.id, list(asked)))
        return {(entry.stream, entry.id): entry for entry in found}

    def moved_on(self, heads: Mapping[str, Head]) -> set[str]:
        """Which of these streams do not end just there: they went on, or are others now."""
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
        """The balances of those of these accounts that there are, or of all."""
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
        """Which accounts the database lets fall below zero."""
        rows = self.connection.execute(sa.select(accounts.c.name, accounts.c.house))
        return {account_named(row.name): row.house for row in rows}

    def strays(self) -> list[str]:
        """Streams that have transfers, landmarks or a snapshot, but no entry."""
        known = sa.select(entries.c.stream)
        kept = sa.select(snapshots.c.stream).where(snapshots.c.stream.not_in(known))
        moved = sa.select(transfers.c.stream).where(transfers.c.stream.not_in(known))
        marked = sa.select(landmarks.c.stream).where(landmarks.c.stream.not_in(known))
        found = [kept, moved]
        if sa.inspect(self.connection).has_table(landmarks.name):  # not in an earlier edition's
            found.append(marked)
        return sorted(self.connection.execute(sa.union(*found)).scalars())

    def transfers(self, stream: str) -> Iterator["TransferRow"]:
        """A stream's transfers in order, as they are written."""
        query = sa.select(*_TRANSFER).where(transfers.c.stream == stream)
        rows: Any = self.rows(query.order_by(transfers.c.number, transfers.c.place))
        return iter(rows)

    def moved(self, account: Account | None = None) -> Iterator[Moved]:
        """Every transfer in the order money moved, or those of one account."""
        both = sa.and_(
            transfers.c.stream == entries.c.stream, transfers.c.number == entries.c.number
        )
        query = (
            sa.select(entries.c.at_ms, entries.c.actor, transfers.c.stream, *_TRANSFER)
            .join_from(transfers, entries, both)
            .order_by(entries.c.position, transfers.c.place)
        )
        if account is not None:
            mine = sa.or_(transfers.c.source == account.name, transfers.c.target == account.name)
            query = query.where(mine)
        for row in self.rows(query):
            yield Moved(row[0], row[1], row[2], row[3], read_transfer(row[3:]))

    def settings(self, table: str) -> list[tuple[int, Configuration]]:
        """How a table was set from which of its entries on."""
        starts = (b'{"type":"open-table"', b'{"type":"change-configuration"')
        begins = sa.or_(*(sa.func.substr(entries.c.asked, 1, len(each)) == each for each in starts))
        query = sa.select(*_ENTRY).where(
            entries.c.stream == table, entries.c.refusal == b"", begins
        )
        return [
            (entry.number, event.configuration)
            for entry in self._entries(query.order_by(entries.c.number))
            for event in decode_events(entry)
            if isinstance(event, TableOpened | ConfigurationChanged)
        ]

    def snapshot(self, stream: str) -> Snapshot | None:
        """The saved state of a stream, where it was saved."""
        kept = snapshots.c
        row = self.connection.execute(
            sa.select(kept.number, kept.seq, kept.hash, kept.state, kept.digest).where(
                kept.stream == stream
            )
        ).first()
        return None if row is None else Snapshot(Head(*row[:3]), row.state, row.digest)

    def _look_up(
        self, wanted: tuple[sa.Column[Any], ...], key: sa.Column[Any], pairs: Pairs
    ) -> Iterable[Any]:
        """Rows of entries, by stream and a key of theirs."""
        query = looked_up(wanted, entries.c.stream, key, self.dialect)
        return self.connection.execute(query, paired(pairs, self.dialect))

    def _entries(self, query: sa.Select[Any]) -> Iterator[Entry]:
        return starmap(Entry, self.rows(query))

    def rows(self, query: sa.Select[Any], at_once: int = _AT_ONCE) -> Iterable[tuple[Any, ...]]:
        """Rows as they come, so that any length of history needs little memory.

        Only the first, which is fetched with the answer, is not the driver's own: to wrap each of
        them costs as much as to prove its hash.
        """
        rows = self.connection.execute(query, execution_options={"yield_per": at_once})
        self._open.append(rows)
        first = rows.fetchone()
        if first is None:
            return ()
        return chain((tuple(first),), self._rest(rows.cursor))

    def _rest(self, cursor: Any) -> Iterator[tuple[Any, ...]]:
        """What the driver has, and what it says when the database is lost on the way."""
        try:
            yield from cursor
        except self.connection.dialect.loaded_dbapi.Error as failure:
            raise Unavailable(words_for(str(failure))) from failure

    def _balances(
        self, query: sa.Select[Any], account_of: Callable[[str], Account]
    ) -> dict[Account, int]:
        return {account_of(row[0]): row[1] for row in self.connection.execute(query)}
