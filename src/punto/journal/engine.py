"""How a database is reached and set: one SQLite file, or a PostgreSQL server."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

BUSY_MS = 30_000  # how long one process waits for another's commit on SQLite

_SQLITE = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}")


def url_of(journal: str) -> str:
    """Where a journal is, as a URL: a path is a SQLite file.

    >>> url_of("casino.journal"), url_of("postgresql://host/casino")
    ('sqlite:///casino.journal', 'postgresql+psycopg://host/casino')
    """
    if journal.startswith(("postgresql://", "postgres://")):
        return f"postgresql+psycopg://{journal.partition('://')[2]}"
    if "://" in journal:
        return journal
    return f"sqlite:///{Path(journal)}"


def make_engine(journal: str) -> sa.Engine:
    """An engine whose commits are on disk when they return, and which begins as we say.

    What was written is left out of its complaints: it may be the order of a sealed shoe.
    """
    url = url_of(journal)
    if not url.startswith("sqlite"):
        return sa.create_engine(url, pool_pre_ping=True, hide_parameters=True)
    engine = sa.create_engine(url, hide_parameters=True)
    sa.event.listen(engine, "do_connect", _make_private)
    sa.event.listen(engine, "connect", _configure)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _make_private(_: object, __: object, where: Any, ___: object) -> None:
    """A new file is its owner's alone; SQLite gives the files beside it the same mode."""
    path = str(where[0])
    if path and path != ":memory:" and not path.startswith("file:"):
        with suppress(OSError):  # it is there already, or SQLite will say why it cannot be
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _configure(connection: Any, _: object) -> None:
    connection.isolation_level = None  # we begin ourselves
    for pragma in _SQLITE:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
