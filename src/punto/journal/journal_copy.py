"""A consistent copy of a journal that may be in use, of either database into either."""

from pathlib import Path

import sqlalchemy as sa

from punto.journal.errors import Unavailable, translate_errors
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import entries, metadata, positions
from punto.journal.store import Store
from punto.messages import Message

ROWS = 5_000  # copied at a time
PRIVATE = 0o600
_NOT_EMPTY = Message.of("The database already holds a journal: name an empty one.")
_OTHER_SCHEMA = Message.of("The journal is of another version of Punto: start its node once first.")


def copy_journal(source: Store, target: str) -> None:
    """Copy everything that is committed now; others go on using the journal meanwhile.

    A file is copied page by page, so it has to be new; a database row by row, so that a journal
    can be moved from a file to PostgreSQL and back.
    """
    is_file = "://" not in target
    if source.on_sqlite and is_file:
        Path(target).touch(mode=PRIVATE, exist_ok=False)
        with translate_errors(), source.engine.connect() as connection:
            found = connection.connection.dbapi_connection
            assert found is not None, "a connection that is in use"
            found.execute("VACUUM INTO ?", (target,))
        return
    store = Store(target)
    try:
        store.create()
        with source.begin_read() as transaction:
            _copy_rows(transaction, store)
    finally:
        store.close()


def _copy_rows(source: ReadTransaction, store: Store) -> None:
    """Copy every table in one transaction on either side."""
    with store.begin_write([]) as target:
        if _version(source.connection) != _version(target.connection):
            raise Unavailable(_OTHER_SCHEMA)
        if target.connection.execute(sa.select(entries.c.position).limit(1)).first() is not None:
            raise Unavailable(_NOT_EMPTY)
        for table in metadata.sorted_tables:
            target.connection.execute(sa.delete(table))  # what creating a journal may write
            rows = source.connection.execute(sa.select(table).execution_options(yield_per=ROWS))
            for part in rows.mappings().partitions(ROWS):
                target.connection.execute(sa.insert(table), [dict(row) for row in part])
        if not store.on_sqlite:
            last = sa.select(sa.func.coalesce(sa.func.max(entries.c.position), 0) + 1)
            query = sa.select(sa.func.setval(positions.name, last.scalar_subquery(), False))
            target.connection.execute(query)


def _version(connection: sa.Connection) -> str:
    return str(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one())
