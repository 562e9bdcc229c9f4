"""The log of changes to accounts, requests for approval, sealed shoes and secrets: a hash chain.

Accounts, requests and sealed shoes are rows that change, and the secrets that all processes share
are made once. After each change the log records the row,
with digests in place of secrets, so verify finds a row that was changed, added or removed in any
other way, and a saved head shows that the log was not rewritten. It also covers the rows that say
who changed whose account, on which the two-person rule rests.

Sessions, failed sign-ins and the last code used are not in it: they change all the time, end by
themselves, and whatever is done through a session is in the journal under its owner's name.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

import msgspec
import sqlalchemy as sa

from punto.journal.codec import GENESIS
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import (
    account_changes,
    approvals,
    changes,
    notices,
    people,
    sealed_shoes,
    secrets,
)

CHAIN = "changes:"  # the name of its head; not a valid table name
PERSON, SEALED_SHOE, ACCOUNT_CHANGE = "person", "sealed-shoe", "account-change"
APPROVAL, SECRET = "approval", "secret"

_LOCK = int.from_bytes(sha256(CHAIN.encode()).digest()[:8], "big", signed=True)
_TABLES: Mapping[str, tuple[sa.Table, sa.Column[Any]]] = {
    PERSON: (people, people.c.id),
    SEALED_SHOE: (sealed_shoes, sealed_shoes.c.commitment),
    ACCOUNT_CHANGE: (account_changes, account_changes.c.number),
    APPROVAL: (approvals, approvals.c.id),
    SECRET: (secrets, secrets.c.name),
}
# Logged as a digest.
_SECRET = frozenset(("secret", "second_factor", "order", "salt", "asked"))
# Not logged: they change with every sign-in and grant nothing.
_VOLATILE = frozenset(("failures", "locked_until_ms", "code_step"))
_WORDS = {
    PERSON: "account",
    SEALED_SHOE: "sealed shoe",
    ACCOUNT_CHANGE: "change of an account",
    APPROVAL: "request for approval",
    SECRET: "secret",
}

_encode = msgspec.json.Encoder(order="deterministic").encode
Content = dict[str, Any]


def record_change(connection: sa.Connection, kind: str, key: str) -> None:
    """Log a row as it is now, in the transaction that changed it."""
    table, id_column = _TABLES[kind]
    row = connection.execute(sa.select(table).where(id_column == key)).mappings().first()
    append_change(connection, kind, key, None if row is None else row)


def append_change(
    connection: sa.Connection, kind: str, key: str, row: Mapping[Any, Any] | None
) -> None:
    """Log a row's content, or that it was deleted."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    number, head = _last(connection)
    content = b"" if row is None else _encode(_content(row))
    values = {
        "number": number + 1,
        "kind": kind,
        "key": key,
        "content": content,
        "hash": _chain(head, number + 1, kind, key, content),
    }
    connection.execute(sa.insert(changes), values)


def changes_head(connection: sa.Connection) -> tuple[int, bytes] | None:
    """The number and hash of the log's last change; None if there is none."""
    if not sa.inspect(connection).has_table(changes.name):
        return None
    number, head = _last(connection)
    return (number, head) if number else None


def prove_changes(transaction: ReadTransaction, wanted: bytes | None) -> Iterator[tuple[int, str]]:
    """Yield where the log is broken, and the rows that differ from it."""
    if not sa.inspect(transaction.connection).has_table(changes.name):  # an earlier schema
        return
    head, stands = GENESIS, dict[tuple[str, str], bytes]()
    columns = (changes.c.number, changes.c.kind, changes.c.key, changes.c.content, changes.c.hash)
    rows = transaction.rows(sa.select(*columns).order_by(changes.c.number))
    for expected, (number, kind, key, content, digest) in enumerate(rows, 1):
        if number != expected:
            yield expected, f"it is missing: change {number} stands there"
            return
        try:
            head = _chain(head, number, kind, key, content)
        except TypeError:  # a column of the wrong type
            head = b""
        if head != digest:
            yield number, "its hash does not follow from what it says"
            return
        stands[kind, key] = content
        wanted = None if head == wanted else wanted
    if wanted is not None:
        yield 0, "the saved head is not in the journal"
    yield from _compare(transaction, stands)


def _compare(
    transaction: ReadTransaction, stands: Mapping[tuple[str, str], bytes]
) -> Iterator[tuple[int, str]]:
    """Compare every row with its last change in the log."""
    left = {place for place, content in stands.items() if content}
    for kind, (table, id_column) in _TABLES.items():
        if not _may_read(transaction, table):  # some users may not read sealed shoes
            left = {place for place in left if place[0] != kind}
            continue
        for row in transaction.connection.execute(sa.select(table)).mappings():
            key = str(row[id_column.name])
            left.discard((kind, key))
            logged = stands.get((kind, key), b"")
            if not logged and kind == ACCOUNT_CHANGE and _is_noticed(transaction, row):
                continue  # written before these rows were logged
            if not logged:
                yield 0, f"the {_WORDS[kind]} {key!r} is there and was never made"
            elif not _is_same(logged, _content(row)):
                yield 0, f"the {_WORDS[kind]} {key!r} is not as it was left"
    for kind, key in sorted(left):
        yield 0, f"the {_WORDS[kind]} {key!r} is gone"


def _is_noticed(transaction: ReadTransaction, row: Mapping[Any, Any]) -> bool:
    """Whether the notice of the same number records this change of an account."""
    columns = (notices.c.kind, notices.c.actor, notices.c.at_ms)
    query = sa.select(*columns).where(notices.c.number == row["number"])
    found = transaction.connection.execute(query).first()
    return found is not None and tuple(found) == (row["kind"], row["changed_by"], row["at_ms"])


def _may_read(transaction: ReadTransaction, table: sa.Table) -> bool:
    """Whether this database user may read a table; SQLite has no users."""
    if transaction.dialect != "postgresql":
        return True
    query = sa.select(sa.func.has_table_privilege(table.name, "SELECT"))
    return bool(transaction.connection.execute(query).scalar())


def _is_same(logged: bytes, now: Content) -> bool:
    """Whether a row matches the log, ignoring columns that were added later."""
    try:
        before = msgspec.json.decode(logged, type=Content)
    except msgspec.MsgspecError:
        return False
    return all(now[name] == value for name, value in before.items() if name in now)


def _content(row: Mapping[Any, Any]) -> Content:
    return {
        name: _digest(value) if name in _SECRET and value else value
        for name, value in row.items()
        if name not in _VOLATILE
    }


def _digest(value: Any) -> str:
    return "sha256:" + sha256(str(value).encode()).hexdigest()


def _last(connection: sa.Connection) -> tuple[int, bytes]:
    query = sa.select(changes.c.number, changes.c.hash).order_by(changes.c.number.desc()).limit(1)
    row = connection.execute(query).first()
    return (0, GENESIS) if row is None else (row.number, bytes(row.hash))


def _chain(before: bytes, number: int, kind: str, key: str, content: bytes) -> bytes:
    """The hash of a change: over the hash before it and the change's content."""
    return sha256(before + _encode((number, kind, key, len(content))) + content).digest()
