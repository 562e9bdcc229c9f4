"""A database lost while rows are being read is reported in one sentence."""

from contextlib import suppress

import psycopg
import pytest
import sqlalchemy as sa

from punto.journal.errors import Unavailable
from punto.journal.store import Store

# A cursor whose server was cut off cannot be closed in good order, and psycopg says so.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

MANY = sa.select(sa.func.generate_series(1, 1_000_000))  # they do not all come with the first


def test_a_server_lost_among_the_rows_is_told_in_words(postgresql: str) -> None:
    store = Store(postgresql)
    said: list[str] = []
    with (
        suppress(Unavailable),
        store.begin_read() as transaction,
    ):  # nor can it be left in good order
        number = transaction.connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
        rows = transaction.rows(MANY, at_once=10)
        with psycopg.connect(postgresql, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s)", [number])
        try:
            for _ in rows:
                pass
        except Unavailable as lost:
            said.append(str(lost))
    store.close()
    assert said == ["The database does not answer: see that its server runs, then go on."]
