"""The journal and the books on disk: read by anyone, written inside one transaction that locks."""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from typing import TYPE_CHECKING

import sqlalchemy as sa

from punto.journal.engine import make_engine, make_file
from punto.journal.failures import told_in_words
from punto.journal.reading import Reading

if TYPE_CHECKING:
    from punto.journal.writing import Writing


class Store:
    """One database, SQLite or PostgreSQL, that holds every stream and all accounts."""

    def __init__(self, journal: str) -> None:
        self._journal = journal
        self.engine = make_engine(journal)
        self.on_sqlite = self.engine.dialect.name == "sqlite"

    def create(self) -> None:
        """Make the tables where there are none, and bring old ones up to date."""
        from punto.journal.migrations import migrate  # late: only who may write needs Alembic

        with suppress(OSError):  # opening it says better what is wrong
            make_file(self._journal)
        with told_in_words():
            migrate(self.engine)

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """A consistent look at what has been committed."""
        with (
            told_in_words(),
            self.engine.connect() as connection,
            closing(Reading(connection.execution_options(reading=True))) as reading,
        ):
            yield reading

    @contextmanager
    def writing(self, streams: Iterable[str]) -> Iterator["Writing"]:
        """A transaction that nobody else can write these streams in; all of it happens, or none.

        SQLite has one writer at a time, from the first statement on. PostgreSQL locks each stream
        until the transaction ends, always in the same order, so that two never wait for each other.
        """
        from punto.journal.writing import Writing  # late: whoever only proves starts sooner

        with told_in_words(), self.engine.begin() as connection:
            if not self.on_sqlite:
                for key in sorted({_lock_key(stream) for stream in streams}):
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(key)))
            with closing(Writing(connection)) as writing:
                yield writing


def _lock_key(stream: str) -> int:
    return int.from_bytes(sha256(stream.encode()).digest()[:8], "big", signed=True)
