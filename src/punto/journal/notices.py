"""Notices: significant events that are not in a journal entry, in an append-only hash chain.

Failed sign-ins, denied requests, account changes, changes of the clock.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from hashlib import sha256
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from punto.journal.caller import caller_address
from punto.journal.codec import GENESIS
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import notices
from punto.journal.store import Store

CHAIN = "notices:"  # the name of its head and of its lock; not a valid table name


class NoticeKind(StrEnum):
    """The kind of a notice."""

    SIGN_IN_FAILED = "sign-in-failed"
    LOCKED_OUT = "locked-out"
    DENIED = "denied"
    ACCOUNT_MADE = "account-made"
    ACCOUNT_CHANGED = "account-changed"
    ACCOUNT_DISABLED = "account-disabled"
    ACCOUNT_ENABLED = "account-enabled"
    PASSWORD_CHANGED = "password-changed"
    SECOND_FACTOR_CHANGED = "second-factor-changed"
    CLOCK_CHANGED = "clock-changed"
    TABLE_HALTED = "table-halted"
    SEAL_UNOPENED = "seal-unopened"  # of a shoe that was retired a while ago
    BEHIND_TARGET = "behind-target"  # a table deals fewer rounds an hour than it is set to
    APPROVAL_DECLINED = "approval-declined"
    PIT_CALLED = "pit-called"  # someone at a table called the pit
    ACKNOWLEDGED = "acknowledged"  # someone acknowledged another significant event


class Notice(Struct, frozen=True):
    """A significant event: its kind, time, actor and table, and the state before and after.

    `count` is how often it happened, if it happened many times within a minute; `address` is
    where the request that caused it came from.
    """

    kind: NoticeKind
    at_ms: int
    actor: str = ""
    table: str = ""
    about: str = ""
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    count: int = 1
    address: str = ""


class Noticed(Struct, frozen=True):
    """A notice with its number in the chain."""

    number: int
    notice: Notice


_encode = msgspec.json.Encoder(order="deterministic").encode
_decoder = msgspec.json.Decoder(
    # about, before, after, count, address
    tuple[str, dict[str, Any] | None, dict[str, Any] | None, int, str]
)
_COLUMNS = [
    notices.c[name] for name in ("number", "at_ms", "kind", "actor", "stream", "said", "hash")
]


def add_notices(connection: sa.Connection, new: Iterable[Notice]) -> None:
    """Append notices to the chain, in a transaction that holds its lock."""
    number, head = last_notice(connection)
    rows = []
    for each in new:
        number += 1
        address = each.address or caller_address.get()
        said = _encode((each.about, each.before, each.after, each.count, address))
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


def write_notices(store: Store, new: Iterable[Notice]) -> None:
    """Append notices to the chain in a transaction of their own."""
    found = list(new)
    if found:
        with store.begin_write([CHAIN]) as transaction:
            add_notices(transaction.connection, found)


def last_notice(connection: sa.Connection) -> tuple[int, bytes]:
    """The last number and hash of the chain."""
    query = sa.select(notices.c.number, notices.c.hash).order_by(notices.c.number.desc()).limit(1)
    row = connection.execute(query).first()
    return (0, GENESIS) if row is None else (row.number, bytes(row.hash))


def read_notice(row: Any) -> Noticed:
    """Decode a notice from its row."""
    notice = Notice(
        NoticeKind(row.kind), row.at_ms, row.actor, row.stream, *_decoder.decode(row.said)
    )
    return Noticed(row.number, notice)


def prove_notices(transaction: ReadTransaction, wanted: bytes | None) -> Iterator[tuple[int, str]]:
    """Yield where the chain is broken, and whether the saved head is missing from it."""
    if not sa.inspect(transaction.connection).has_table(notices.name):  # an earlier schema
        return
    head = GENESIS
    rows = transaction.rows(sa.select(*_COLUMNS).order_by(notices.c.number))
    for number, row in enumerate(rows, 1):
        if row[0] != number:
            yield number, f"it is missing: notice {row[0]} stands there"
            return
        try:
            head = _chain(head, *row[:6])
        except TypeError:  # a column of the wrong type
            head = b""
        if head != row[6]:
            yield number, "its hash does not follow from what it says"
            return
        wanted = None if head == wanted else wanted
    if wanted is not None:
        yield 0, "the saved head is not in the journal"


def notices_head(connection: sa.Connection) -> tuple[int, bytes] | None:
    """The last number and hash of the chain; None if it is empty."""
    if not sa.inspect(connection).has_table(notices.name):
        return None
    number, head = last_notice(connection)
    return (number, head) if number else None


def _chain(
    before: bytes, number: int, at_ms: int, kind: str, actor: str, stream: str, said: bytes
) -> bytes:
    """The hash of a notice: over the hash before it and all its fields."""
    return sha256(before + _encode((number, at_ms, kind, actor, stream)) + said).digest()
