"""Notices: what matters and is in no entry of the journal, in a chain that is only ever added to.

Who failed to come in, who was denied, which accounts changed, when the clock was set.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from hashlib import sha256
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import GENESIS
from punto.journal.reading import Reading
from punto.journal.schema import notices
from punto.journal.store import Store

CHAIN = "notices:"  # what writers of it lock, and its head goes by; no table can be called so


class Matter(StrEnum):
    """What a notice is about."""

    SIGN_IN_FAILED = "sign-in-failed"
    LOCKED_OUT = "locked-out"
    DENIED = "denied"
    ACCOUNT_MADE = "account-made"
    ACCOUNT_CHANGED = "account-changed"
    ACCOUNT_DISABLED = "account-disabled"
    ACCOUNT_ENABLED = "account-enabled"
    PASSWORD_CHANGED = "password-changed"
    CLOCK_CHANGED = "clock-changed"
    TABLE_HALTED = "table-halted"
    APPROVAL_DECLINED = "approval-declined"
    PIT_CALLED = "pit-called"  # somebody at a table asks for the pit
    ACKNOWLEDGED = "acknowledged"  # somebody has seen another significant event


class Notice(Struct, frozen=True):
    """Something that matters: of which kind, when, by whom, where, and what was before and after.

    `count` is how often it happened, where the like came many times within a minute.
    """

    kind: Matter
    at_ms: int
    actor: str = ""
    table: str = ""
    about: str = ""
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    count: int = 1


class Noticed(Struct, frozen=True):
    """A notice in its place."""

    number: int
    notice: Notice


_encode = msgspec.json.Encoder(order="deterministic").encode
_decoder = msgspec.json.Decoder(
    tuple[str, dict[str, Any] | None, dict[str, Any] | None, int]  # about, before, after, count
)
_COLUMNS = [
    notices.c[name] for name in ("number", "at_ms", "kind", "actor", "stream", "said", "hash")
]


def add_notices(connection: sa.Connection, new: Iterable[Notice]) -> None:
    """Add notices at the end of the chain, inside a transaction that holds its lock."""
    number, head = last_notice(connection)
    rows = []
    for each in new:
        number += 1
        said = _encode((each.about, each.before, each.after, each.count))
        head = _chain(head, number, each.at_ms, each.kind.value, each.actor, each.table, said)
        rows.append(
            {
                "number": number,
                "at_ms": each.at_ms,
                "kind": each.kind.value,
                "actor": each.actor,
                "stream": each.table,
                "said": said,
                "hash": head,
            }
        )
    if rows:
        connection.execute(sa.insert(notices), rows)


def keep_notices(store: Store, new: Iterable[Notice]) -> None:
    """Add notices at the end of the chain, in a transaction of their own."""
    found = list(new)
    if found:
        with store.writing([CHAIN]) as writing:
            add_notices(writing.connection, found)


def last_notice(connection: sa.Connection) -> tuple[int, bytes]:
    """The end of the chain: its last number and hash."""
    query = sa.select(notices.c.number, notices.c.hash).order_by(notices.c.number.desc()).limit(1)
    row = connection.execute(query).first()
    return (0, GENESIS) if row is None else (row.number, bytes(row.hash))


def read_notice(row: Any) -> Noticed:
    """A notice as it was written."""
    about, before, after, count = _decoder.decode(row.said)
    notice = Notice(Matter(row.kind), row.at_ms, row.actor, row.stream, about, before, after, count)
    return Noticed(row.number, notice)


def prove_notices(reading: Reading, wanted: bytes | None) -> Iterator[tuple[int, str]]:
    """Where the chain is broken, and whether a head that was saved is in it."""
    if not sa.inspect(reading.connection).has_table(notices.name):  # of an earlier edition
        return
    head = GENESIS
    rows = reading.rows(sa.select(*_COLUMNS).order_by(notices.c.number))
    for number, row in enumerate(rows, 1):
        if row[0] != number:
            yield number, f"it is missing: notice {row[0]} stands there"
            return
        try:
            head = _chain(head, *row[:6])
        except TypeError:  # a column that holds something else than it should
            head = b""
        if head != row[6]:
            yield number, "its hash does not follow from what it says"
            return
        wanted = None if head == wanted else wanted
    if wanted is not None:
        yield 0, "the saved head is not in the journal"


def notices_head(connection: sa.Connection) -> tuple[int, bytes] | None:
    """The end of the chain, where there is one."""
    if not sa.inspect(connection).has_table(notices.name):
        return None
    number, head = last_notice(connection)
    return (number, head) if number else None


def _chain(
    before: bytes, number: int, at_ms: int, kind: str, actor: str, stream: str, said: bytes
) -> bytes:
    """The hash of a notice: over the one before it and everything it says."""
    return sha256(before + _encode((number, at_ms, kind, actor, stream)) + said).digest()
