"""Archives: old entries in a compressed file that verify reads, and out of the journal.

An archive is a journal of its own, a SQLite file under gzip. It ends before the shoes that are in
use, so a shoe is never torn apart, and the journal it was taken from opens where it ends.
"""

import gzip
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import Entry
from punto.journal.openings import Openings, write_openings
from punto.journal.proof import Fault
from punto.journal.reading import TRANSFER, Reading
from punto.journal.schema import accounts, entries, landmarks, snapshots, transfers
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify import Verification
from punto.ledger.accounts import account_named

AT_ONCE = 1000  # rows copied together
MAGIC = b"\x1f\x8b"  # how a gzip file begins
LOADS, RETIRES = b'{"type":"load-shoe"', b'{"type":"retire-shoe"'


class Damaged(Exception):  # noqa: N818  (what is archived has to be sound)
    """The journal is not sound up to where it was to be archived."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault}: verify the journal, nothing was archived.")


class Archived(Struct, frozen=True):
    """What went into an archive."""

    entries: int
    until: int  # position
    ends: Openings


def last_position(reading: Reading, before_ms: int) -> int:
    """How far can be archived: before this time, and before every shoe in use; 0 for nothing."""
    bounds = [_first(reading, entries.c.at_ms >= before_ms)]
    for table in (stream for stream in reading.streams() if stream != CAGE):
        loaded = _last_load(reading, table)
        if loaded is not None:
            bounds.append(loaded)
    within = (entries.c.position < bound for bound in bounds if bound is not None)
    query = sa.select(sa.func.max(entries.c.position)).where(*within)
    return reading.connection.execute(query).scalar() or 0


def write_archive(reading: Reading, until: int, path: Path) -> Archived:
    """Prove everything up to a position and write it to a file, there whole or not at all."""
    proof = Verification(reading)
    for fault in proof.prove_entries(until):
        raise Damaged(fault)
    ends = proof.ends()
    with TemporaryDirectory(dir=path.parent, prefix=".archive-") as folder:
        plain, packed = Path(folder) / "journal", Path(folder) / "journal.gz"
        _write_journal(reading, until, proof.openings, ends, str(plain))
        with plain.open("rb") as source, gzip.open(packed, "wb", compresslevel=6) as target:
            shutil.copyfileobj(source, target)
        with packed.open("rb") as written:
            os.fsync(written.fileno())
        packed.replace(path)
    return Archived(proof.entries, until, ends)


def remove_archived(store: Store, archived: Archived) -> None:
    """Take out of a journal what is in an archive; it opens where that ends."""
    with store.reading() as reading:
        streams = reading.streams()
    with store.writing(streams) as writing:
        execute = writing.connection.execute
        for stream, end in archived.ends.streams.items():
            number = end.head.number
            old = sa.and_(transfers.c.stream == stream, transfers.c.number <= number)
            execute(sa.delete(transfers).where(old))
            passed = sa.and_(snapshots.c.stream == stream, snapshots.c.number <= number)
            execute(sa.delete(snapshots).where(passed))
        execute(sa.delete(landmarks).where(landmarks.c.position <= archived.until))
        execute(sa.delete(entries).where(entries.c.position <= archived.until))
        write_openings(writing.connection, archived.ends)


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """A journal's file as it is, or out of its archive for as long as it is needed."""
    with path.open("rb") as file:
        packed = file.read(len(MAGIC)) == MAGIC
    if not packed:
        yield path
        return
    with TemporaryDirectory(prefix="punto-archive-") as folder:
        plain = Path(folder) / "journal"
        with gzip.open(path, "rb") as source, plain.open("wb") as target:
            shutil.copyfileobj(source, target)
        yield plain


def _write_journal(
    reading: Reading, until: int, begins: Openings, ends: Openings, path: str
) -> None:
    store = Store(path)
    store.create()
    with store.writing([]) as writing:
        write_openings(writing.connection, begins)
        balances = [
            {"name": name, "house": account_named(name).house, "cents": cents}
            for name, cents in ends.books.cents.items()
        ]
        if balances:  # none, where no money has ever moved
            writing.connection.execute(sa.insert(accounts), balances)
        for some in _parted(reading.everything(until)):
            writing.append(some)
            _copy_transfers(reading, writing.connection, some)
    store.close()


def _copy_transfers(reading: Reading, to: sa.Connection, some: Sequence[Entry]) -> None:
    columns = [transfers.c[name] for name in ("stream", *TRANSFER)]
    theirs = sa.and_(transfers.c.stream == entries.c.stream, transfers.c.number == entries.c.number)
    query = (
        sa.select(*columns)
        .join_from(entries, transfers, theirs)
        .where(entries.c.position.between(some[0].position, some[-1].position))
    )
    rows = reading.connection.execute(query).mappings().all()
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


def _first(reading: Reading, where: sa.ColumnElement[bool]) -> int | None:
    query = sa.select(sa.func.min(entries.c.position)).where(where)
    found: int | None = reading.connection.execute(query).scalar()
    return found


def _last_load(reading: Reading, table: str) -> int | None:
    """Where the shoe was loaded that a table has in use, if it has one."""
    loaded, retired = _last(reading, table, LOADS), _last(reading, table, RETIRES)
    return None if loaded is None or (retired or 0) > loaded else loaded


def _last(reading: Reading, table: str, asked: bytes) -> int | None:
    """Where a command of this kind was done last."""
    begins: Any = sa.func.substr(entries.c.asked, 1, len(asked)) == asked
    query = sa.select(sa.func.max(entries.c.position)).where(
        entries.c.stream == table, entries.c.refusal == b"", begins
    )
    found: int | None = reading.connection.execute(query).scalar()
    return found
