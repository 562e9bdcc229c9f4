"""Archives: old entries moved from the journal to a compressed file that verify can read.

An archive is itself a journal, a gzipped SQLite file. It ends before the shoes in use, so no shoe
is split, and the journal it was taken from opens where it ends.
"""

import gzip
import os
import shutil
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from punto.journal.archive.marks import append_marks
from punto.journal.archive.openings import Openings, copy_openings, write_openings
from punto.journal.codec import Entry
from punto.journal.errors import Damaged
from punto.journal.projections.archived import archived_digest
from punto.journal.projections.rebuild import rebuild_projections
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import accounts, entries, entry_index, snapshots, transfers
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.transfer_rows import STORED_COLUMNS
from punto.journal.verify.journal import Verification
from punto.ledger.accounts import account_named

AT_ONCE = 1000  # rows copied at once
PRIVATE = 0o600  # copies of a journal are readable by their owner alone
CHUNK_BYTES = 1 << 20
MAGIC = b"\x1f\x8b"  # the first bytes of a gzip file
LOADS, RETIRES = "load-shoe", "retire-shoe"


class Archived(Struct, frozen=True):
    """The result of writing an archive."""

    entries: int
    until: int  # position
    ends: Openings


def last_position(transaction: ReadTransaction, before_ms: int) -> int:
    """The last position that can be archived: before this time and every shoe in use; 0 if none."""
    bound = _first(transaction, entries.c.at_ms >= before_ms)
    tables = [stream for stream in transaction.streams() if stream != CAGE]
    while True:  # a shoe that is left out may begin in the middle of another table's
        split = [_split_shoe(transaction, table, bound) for table in tables]
        earliest = min((each for each in split if each is not None), default=None)
        if earliest is None:
            break
        bound = earliest
    within = () if bound is None else (entries.c.position < bound,)
    query = sa.select(sa.func.max(entries.c.position)).where(*within)
    return transaction.connection.execute(query).scalar() or 0


def write_archive(transaction: ReadTransaction, until: int, path: Path) -> Archived:
    """Prove everything up to a position, then write it to a file, completely or not at all."""
    proof = Verification(transaction)
    for fault in proof.prove_entries(until):
        raise Damaged(fault)
    ends = _with_digests(transaction, proof.ends(), until)
    with TemporaryDirectory(dir=path.parent, prefix=".archive-") as folder:
        plain, packed = Path(folder) / "journal", Path(folder) / "journal.gz"
        _write_journal(transaction, until, ends, str(plain))
        packed.touch(mode=PRIVATE)
        with plain.open("rb") as source, gzip.open(packed, "wb", compresslevel=6) as target:
            shutil.copyfileobj(source, target)
        with packed.open("rb") as written:
            os.fsync(written.fileno())
        packed.replace(path)
    return Archived(proof.entries, until, ends)


def _with_digests(transaction: ReadTransaction, ends: Openings, until: int) -> Openings:
    """The ends of the streams with digests of the projections that stay in the journal."""
    streams = {
        stream: replace(each, projections=archived_digest(transaction, stream, each.at_ms, until))
        for stream, each in ends.streams.items()
    }
    return replace(ends, streams=streams)


def remove_archived(store: Store, archived: Archived, now_ms: int = 0) -> None:
    """Remove what was archived from the journal, which then opens where the archive ends.

    Each stream gets an entry with the digest of what the journal opens with.
    """
    with store.begin_read() as transaction:
        streams = transaction.streams()
    with store.begin_write(streams) as transaction:
        execute = transaction.connection.execute
        # The totals stay, so that reports of archived days need no archive.
        execute(sa.delete(transfers).where(transfers.c.position <= archived.until))
        for stream, end in archived.ends.streams.items():
            number = end.head.number
            passed = sa.and_(snapshots.c.stream == stream, snapshots.c.number <= number)
            execute(sa.delete(snapshots).where(passed))
        execute(sa.delete(entry_index).where(entry_index.c.position <= archived.until))
        execute(sa.delete(entries).where(entries.c.position <= archived.until))
        write_openings(transaction.connection, archived.ends)
        append_marks(transaction, streams, archived.until, now_ms)


def is_packed(journal: str) -> bool:
    """Whether a journal is an archive: a compressed file."""
    path = Path(journal)
    if "://" in journal or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """The path of a journal's file; an archive is unpacked for the duration."""
    if not is_packed(str(path)):
        yield path
        return
    with TemporaryDirectory(prefix="punto-archive-") as folder:
        plain = Path(folder) / "journal"
        plain.touch(mode=PRIVATE)
        _unpack(path, plain)
        yield plain


def _unpack(path: Path, plain: Path) -> None:
    """Unpack the one part that an archive has; a second one, or anything else after it, is refused.

    gzip would read further parts as if they belonged to it.
    """
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    with path.open("rb") as source, plain.open("wb") as target:
        while not reader.eof:
            packed = reader.unconsumed_tail or source.read(CHUNK_BYTES)
            some = reader.decompress(packed, CHUNK_BYTES)
            target.write(some)
            if not packed and not some and not reader.eof:
                raise EOFError("the archive breaks off before its end")
        if reader.unused_data or source.read(1):
            raise EOFError("there is data after the end of the archive")


def _write_journal(source: ReadTransaction, until: int, ends: Openings, path: str) -> None:
    store = Store(path)
    store.create()
    with store.begin_write([]) as target:
        copy_openings(source.connection, target.connection)
        balances = [
            {"name": name, "house": account_named(name).house, "cents": cents}
            for name, cents in ends.books.cents.items()
        ]
        if balances:  # none if no money has ever moved
            target.connection.execute(sa.insert(accounts), balances)
        for some in _parted(source.everything(until)):
            target.append(some)
            _copy_transfers(source, target.connection, some)
        rebuild_projections(target)
    store.close()


def _copy_transfers(transaction: ReadTransaction, to: sa.Connection, some: Sequence[Entry]) -> None:
    within = transfers.c.position.between(some[0].position, some[-1].position)
    rows = transaction.connection.execute(sa.select(*STORED_COLUMNS).where(within)).mappings().all()
    if rows:
        to.execute(sa.insert(transfers), [dict(row) for row in rows])


def _parted(whole: Iterator[Entry]) -> Iterator[list[Entry]]:
    some: list[Entry] = []
    for entry in whole:
        some.append(entry)
        if len(some) == AT_ONCE:
            yield some
            some = []
    if some:
        yield some


def _first(transaction: ReadTransaction, where: sa.ColumnElement[bool]) -> int | None:
    query = sa.select(sa.func.min(entries.c.position)).where(where)
    found: int | None = transaction.connection.execute(query).scalar()
    return found


def _split_shoe(transaction: ReadTransaction, table: str, bound: int | None) -> int | None:
    """Where the shoe was loaded that is in use at this position, or at the end; None if none is."""
    loaded = _last(transaction, table, LOADS, bound)
    retired = _last(transaction, table, RETIRES, bound)
    return None if loaded is None or (retired or 0) > loaded else loaded


def _last(transaction: ReadTransaction, table: str, kind: str, bound: int | None) -> int | None:
    """The position of the last accepted command of this kind before a position, or of all."""
    query = sa.select(sa.func.max(entries.c.position)).where(
        entries.c.stream == table, entries.c.refusal == b"", entries.c.kind == kind
    )
    if bound is not None:
        query = query.where(entries.c.position < bound)
    found: int | None = transaction.connection.execute(query).scalar()
    return found
