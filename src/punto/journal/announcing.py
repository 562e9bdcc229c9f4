"""Commits announced: what one process has written is told to the others, where the database can.

PostgreSQL can, by NOTIFY inside the transaction: a notice is heard once the commit that it speaks
of can be read, or never. It may be missed, so it only says where to look: the journal counts.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from punto.journal.failures import Unavailable, told_in_words, words_for

PAYLOAD_BYTES_MAX = 7_900  # PostgreSQL takes less than 8,000

# One database may hold several journals, each in a schema of its own: each has its own channel.
CHANNEL = "'punto_' || md5(current_schema())"


class Commit(Struct, frozen=True):
    """Who has committed, and where each stream ends now; no streams at all means any of them."""

    by: str
    ends: dict[str, int]


def written(by: str, ends: Mapping[str, int]) -> str:
    """A notice as it is sent; where it would be too long it names no stream.

    >>> written("node", {"t1": 7})
    '{"by":"node","ends":{"t1":7}}'
    """
    payload = msgspec.json.encode(Commit(by, dict(ends)))
    if len(payload) > PAYLOAD_BYTES_MAX:
        payload = msgspec.json.encode(Commit(by, {}))
    return payload.decode()


def read(payload: str) -> Commit:
    """The notice that was sent so; one that cannot be read may be about anything."""
    try:
        return msgspec.json.decode(payload, type=Commit)
    except msgspec.MsgspecError:
        return Commit("", {})


class Hearing:
    """A connection that listens."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def notices(self, wait_s: float) -> Iterator[Commit]:
        """Each notice as it comes, for so long."""
        for each in self._connection.notifies(timeout=wait_s):
            yield read(each.payload)


@contextmanager
def hearing(engine: sa.Engine) -> Iterator[Hearing]:
    """Listen on a connection of its own; whatever is committed from here on is heard.

    Unavailable where there is no connection, or when it is lost.
    """
    connection: Any = None
    try:
        with told_in_words():
            pooled = engine.raw_connection()
        connection = pooled.driver_connection
        pooled.detach()  # the pool makes another: this one is never given back
        connection.autocommit = True
        channel = connection.execute(f"SELECT {CHANNEL}").fetchone()[0]
        connection.execute(f'LISTEN "{channel}"')
        yield Hearing(connection)
    except engine.dialect.loaded_dbapi.Error as failure:
        raise Unavailable(words_for(str(failure))) from failure
    finally:
        if connection is not None:
            connection.close()


def announce(connection: sa.Connection, by: str, ends: Mapping[str, int]) -> None:
    """Tell the others, if and when this transaction commits; SQLite has nobody to tell it to."""
    if connection.dialect.name == "postgresql" and ends:
        statement = sa.text(f"SELECT pg_notify({CHANNEL}, :payload)")
        connection.execute(statement, {"payload": written(by, ends)})
