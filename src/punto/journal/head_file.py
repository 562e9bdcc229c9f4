"""The head file: records the last commit of a SQLite journal, in a file beside it.

A write-ahead log that is lost, truncated or not copied takes commits with it, and what remains
looks like a sound older journal. The head file says how far the journal had got: its entries, its
notices and the log of changes to accounts and sealed shoes.

It is written after each commit, so it may lag behind the journal but is never ahead of it. It
survives the process being killed at any moment. It is synced at most once a second, so after a
power failure it may lack the commits of the last second. It is one write in place, smaller than a
sector and with a checksum: one that cannot be read is damaged, which is treated as a loss.
"""

import os
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from punto.journal.errors import DamagedHead
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import changes, entries, notices

SUFFIX = "-head"
SYNC_EVERY_MS = 1_000
SIZE = 512  # bytes: a sector


CHAINS = {"notices": notices, "changes": changes}  # each numbered from 1


class SavedHead(Struct, frozen=True):
    """The last committed entry, and the number and hash at the end of each chain."""

    position: int = 0
    stream: str = ""
    number: int = 0
    at_ms: int = 0
    hash: str = ""
    notices: tuple[int, str] = (0, "")
    changes: tuple[int, str] = (0, "")


def read_ends(connection: sa.Connection) -> SavedHead:
    """The end of the journal as this transaction sees it."""
    row = connection.exec_driver_sql(_ENDS).one()
    position, stream, number, at_ms, digest, notice, notice_hash, change, change_hash = row
    return SavedHead(
        position or 0,
        stream or "",
        number or 0,
        at_ms or 0,
        _hex(digest),
        (notice or 0, _hex(notice_hash)),
        (change or 0, _hex(change_hash)),
    )


def _hex(digest: bytes | None) -> str:
    return bytes(digest).hex() if digest else ""


# One statement, because it runs with every commit.
_ENDS = """
SELECT e.position, e.stream, e.number, e.at_ms, e.hash, n.number, n.hash, c.number, c.hash
FROM (SELECT 1)
LEFT JOIN entries AS e ON e.position = (SELECT max(position) FROM entries)
LEFT JOIN notices AS n ON n.number = (SELECT max(number) FROM notices)
LEFT JOIN changes AS c ON c.number = (SELECT max(number) FROM changes)
"""


def missing_commits(transaction: ReadTransaction) -> str:
    """What a SQLite journal has lost, in a sentence (see `HeadFile.missing`); empty if nothing.

    It uses a new transaction, so that commits since the given one began do not count as missing.
    """
    engine = transaction.connection.engine
    if transaction.dialect != "sqlite" or not engine.url.database:
        return ""
    with engine.connect() as connection:
        now = ReadTransaction(connection.execution_options(is_read=True))
        return HeadFile(engine.url.database).missing(now)


class HeadFile:
    """The head file of one journal."""

    def __init__(self, database: str) -> None:
        self.path = Path(f"{database}{SUFFIX}")
        self._file: int | None = None
        self._synced_ms = 0
        self._written: SavedHead | None = None
        self._is_checked = False

    def check(self, transaction: ReadTransaction) -> None:
        """Check for a loss before the first commit; if there is one, never overwrite the file."""
        if not self._is_checked:
            self._is_checked = not self.missing(transaction)

    def write(self, head: SavedHead) -> None:
        """Save the end of a commit; if that fails, the file only lags."""
        if not self._is_checked or head == self._written:
            return
        content = msgspec.json.encode(head)
        line = content + b" " + sha256(content).hexdigest().encode()
        with suppress(OSError):
            sector = line.ljust(SIZE - 1) + b"\n"
            if self._file is None or not os.fstat(self._file).st_nlink:
                self._file = self._open(sector)
            os.pwrite(self._file, sector, 0)
            is_changed = self._written is None or self._written.changes != head.changes
            self._written = head
            if is_changed or abs(head.at_ms - self._synced_ms) >= SYNC_EVERY_MS:
                os.fdatasync(self._file)
                self._synced_ms = head.at_ms

    def close(self) -> None:
        """Sync and close it."""
        if self._file is not None:
            with suppress(OSError):
                os.fdatasync(self._file)
            os.close(self._file)
            self._file = None

    def read(self) -> SavedHead | None:
        """The saved head; None if there is no file, and damaged if it is no file that one reads."""
        try:
            if not S_ISREG(self.path.stat().st_mode):
                raise DamagedHead
            with self.path.open("rb") as file:
                whole = file.read(2 * SIZE).strip(b"\0 \n")
        except FileNotFoundError:
            return None
        except OSError:
            raise DamagedHead from None
        content, _, digest = whole.rpartition(b" ")
        if sha256(content).hexdigest().encode() != digest:
            raise DamagedHead
        try:
            return msgspec.json.decode(content, type=SavedHead)
        except msgspec.MsgspecError:
            raise DamagedHead from None

    def missing(self, transaction: ReadTransaction) -> str:
        """What the journal has lost, in a sentence; empty if nothing.

        The file is read first, so a journal that others write to is never behind it.
        """
        try:
            saved = self.read()
        except DamagedHead:
            lost = f"{self.path.name} is damaged, so nothing shows that the journal is whole"
            return f"{lost}. Put it back from a copy; to go on without it, remove it."
        if saved is None:
            return ""
        lost = self._lost_entries(saved, transaction) or _lost_links(saved, transaction)
        if not lost:
            return ""
        return (
            f"{lost}. Put back the files it was copied without, or a copy; to go on without what"
            f" is missing, remove {self.path.name}."
        )

    def _lost_entries(self, saved: SavedHead, transaction: ReadTransaction) -> str:
        if saved.position <= transaction.openings().books.position:
            return ""
        query = sa.select(entries.c.hash).where(entries.c.position == saved.position)
        found = transaction.connection.execute(query).scalar()
        if found is not None and bytes(found).hex() == saved.hash:
            return ""
        last = transaction.position()
        made = datetime.fromtimestamp(saved.at_ms // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        what = f"entry {saved.number} of {saved.stream}, made {made} UTC"
        if found is not None:
            return f"The journal holds another entry at position {saved.position} than {what}"
        return (
            f"The journal ends at position {last}, but {saved.position} was committed:"
            f" {max(1, saved.position - last)} entries are missing, the last of them {what}"
        )

    def _open(self, sector: bytes) -> int:
        """Open the file; a new one is complete before it has its name, so none is ever empty."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
        if not self.path.exists():
            new = self.path.with_name(f"{self.path.name}-new")
            # Only its owner may read it, like the journal.
            file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
            try:
                os.write(file, sector)
                os.fsync(file)
            finally:
                os.close(file)
            new.replace(self.path)
        return os.open(self.path, os.O_WRONLY | os.O_CLOEXEC)


def _lost_links(saved: SavedHead, transaction: ReadTransaction) -> str:
    """What the chains beside the entries have lost, in a sentence; empty if nothing."""
    for name, table in CHAINS.items():
        number, digest = getattr(saved, name)
        if not number:
            continue
        query = sa.select(table.c.hash).where(table.c.number == number)
        found = transaction.connection.execute(query).scalar()
        if found is None:
            last = (
                transaction.connection.execute(sa.select(sa.func.max(table.c.number))).scalar() or 0
            )
            return f"The journal's {name} end at {last}, but {number} were committed"
        if bytes(found).hex() != digest:
            return f"The journal's {name} hold another at number {number} than was committed"
    return ""
