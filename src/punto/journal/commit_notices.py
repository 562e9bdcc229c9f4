"""Commit notices: how processes on one PostgreSQL database learn of each other's commits.

NOTIFY runs inside the transaction, so a notice arrives only once its commit can be read. It may be
lost, so it only says where to look; the journal is authoritative. SQLite has no equivalent.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from punto.journal.errors import Unavailable, translate_errors, words_for

PAYLOAD_BYTES_MAX = 7_900  # PostgreSQL's limit is just under 8,000

# A database may hold several journals, each in its own schema and with its own channel.
CHANNEL = "'punto_' || md5(current_schema())"


class Commit(Struct, frozen=True):
    """Who committed, and the last sequence number of each stream; empty means any stream."""

    by: str
    ends: dict[str, int]


def written(by: str, ends: Mapping[str, int]) -> str:
    """The payload of a notice; one that would be too long names no stream.

    >>> written("node", {"t1": 7})
    '{"by":"node","ends":{"t1":7}}'
    """
    payload = msgspec.json.encode(Commit(by, dict(ends)))
    if len(payload) > PAYLOAD_BYTES_MAX:
        payload = msgspec.json.encode(Commit(by, {}))
    return payload.decode()


def read(payload: str) -> Commit:
    """Decode a payload; one that cannot be decoded may be about any stream."""
    try:
        return msgspec.json.decode(payload, type=Commit)
    except msgspec.MsgspecError:
        return Commit("", {})


class Subscription:
    """A connection that receives notices."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def notices(self, wait_s: float) -> Iterator[Commit]:
        """Yield notices as they arrive, for this long."""
        for each in self._connection.notifies(timeout=wait_s):
            yield read(each.payload)


@contextmanager
def subscribe(engine: sa.Engine) -> Iterator[Subscription]:
    """Subscribe to all later commits on a separate connection.

    Raises Unavailable if there is no connection, or when it is lost.
    """
    connection: Any = None
    try:
        with translate_errors():
            pooled = engine.raw_connection()
        connection = pooled.driver_connection
        pooled.detach()  # it is never returned to the pool
        connection.autocommit = True
        channel = connection.execute(f"SELECT {CHANNEL}").fetchone()[0]
        connection.execute(f'LISTEN "{channel}"')
        yield Subscription(connection)
    except engine.dialect.loaded_dbapi.Error as failure:
        raise Unavailable(words_for(str(failure))) from failure
    finally:
        if connection is not None:
            connection.close()


def announce(connection: sa.Connection, by: str, ends: Mapping[str, int]) -> None:
    """Send a notice if and when this transaction commits; does nothing on SQLite."""
    if connection.dialect.name == "postgresql" and ends:
        statement = sa.text(f"SELECT pg_notify({CHANNEL}, :payload)")
        connection.execute(statement, {"payload": written(by, ends)})
