"""Empty journals, copied from one that `Store.create` made: to make each anew takes much longer."""

from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from punto.journal.store import Store

_numbers = count(1)


def new_file(path: Path) -> str:
    """An empty journal in a SQLite file."""
    path.touch(mode=0o600)
    path.write_bytes(_empty_file())
    return str(path)


def new_database(address: str) -> str:
    """An empty journal in a database of its own on this PostgreSQL server."""
    return _make_database(address, f"casino{next(_numbers)}", _empty_database(address))


@cache
def _empty_file() -> bytes:
    with TemporaryDirectory(prefix="punto-journal-") as folder:
        path = Path(folder) / "empty.journal"
        _create(str(path))
        return path.read_bytes()


@cache
def _empty_database(address: str) -> str:
    _create(_make_database(address, "empty_journal", "template1"))
    return "empty_journal"


def _create(journal: str) -> None:
    store = Store(journal)
    store.create()
    store.fold()
    store.close()


def _make_database(address: str, name: str, copied: str) -> str:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {copied}".encode())
    return address.replace("/postgres?", f"/{name}?")
