"""What card readers have said: their numbers, found in the ids of the entries they caused."""

from msgspec import Struct

from punto.journal.codec import Entry, decode_command
from punto.journal.reading import Reading
from punto.journal.schema import entries
from punto.table import commands as c

_ENTRY = [entries.c[name] for name in Entry.__struct_fields__]


class ReadEntry(Struct, frozen=True):
    """A read with the number its reader gave it, as it is recorded."""

    number: int
    code: str
    entry: Entry


def read_id(reader: str, number: int) -> str:
    """What the command of a read is known by; a key is its sender's own, as everybody's are."""
    return f"{_mark(reader)}{number}"


def last_read(reading: Reading, table: str, reader: str) -> ReadEntry | None:
    """A reader's last read at a table, refused or not.

    Looked for from the table's end: a reader in use is found within a round or so.
    """
    ours = entries.c.id.startswith(_mark(reader), autoescape=True)
    row = reading.connection.execute(
        entries.select()
        .with_only_columns(*_ENTRY)
        .where(entries.c.stream == table, ours)
        .order_by(entries.c.number.desc())
        .limit(1)
    ).first()
    return None if row is None else _read(Entry(*row))


def find_read(reading: Reading, table: str, reader: str, number: int) -> ReadEntry | None:
    """The read of this number, where it is recorded."""
    key = (table, read_id(reader, number))
    found = reading.answered([key]).get(key)
    return None if found is None else _read(found)


def _mark(reader: str) -> str:
    return f"{reader}/read-"


def _read(entry: Entry) -> ReadEntry:
    number = int(entry.id.rpartition("-")[2])
    command = decode_command(entry)
    code = command.first if isinstance(command, c.BurnCards) else command.card
    return ReadEntry(number, code, entry)
