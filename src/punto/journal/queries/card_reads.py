"""Recorded card reads, found by the numbers in their entries' ids."""

from msgspec import Struct

from punto.journal.codec import Entry, decode_command, read_entry
from punto.journal.read_transaction import COLUMNS, ReadTransaction
from punto.journal.schema import entries
from punto.table import commands as c


class ReadEntry(Struct, frozen=True):
    """A recorded read, with the number its reader gave it."""

    number: int
    code: str
    entry: Entry


def read_id(reader: str, number: int) -> str:
    """The id of a read's command; like every id it begins with its sender's name."""
    return f"{_mark(reader)}{number}"


def last_read(transaction: ReadTransaction, table: str, reader: str) -> ReadEntry | None:
    """A reader's last read at a table, refused or not.

    The search runs from the table's end, where the reads of a reader in use are.
    """
    ours = entries.c.id.startswith(_mark(reader), autoescape=True)
    row = transaction.connection.execute(
        entries.select()
        .with_only_columns(*COLUMNS)
        .where(entries.c.stream == table, ours)
        .order_by(entries.c.number.desc())
        .limit(1)
    ).first()
    return None if row is None else _read(read_entry(row))


def find_read(
    transaction: ReadTransaction, table: str, reader: str, number: int
) -> ReadEntry | None:
    """The read with this number, if it is recorded."""
    key = (table, read_id(reader, number))
    found = transaction.answered([key]).get(key)
    return None if found is None else _read(found)


def _mark(reader: str) -> str:
    return f"{reader}/read-"


def _read(entry: Entry) -> ReadEntry:
    number = int(entry.id.rpartition("-")[2])
    command = decode_command(entry)
    code = command.first if isinstance(command, c.BurnCards) else command.card
    return ReadEntry(number, code, entry)
