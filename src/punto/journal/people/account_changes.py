"""Which accounts have changed lately, and whose a session is, as a transaction sees them."""

from collections.abc import Collection

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.changes import PERSON
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import changes, people, sessions
from punto.rules.staff import Position


class SessionAccount(Struct, frozen=True):
    """The account that a session belongs to."""

    id: str
    position: Position | None
    tables: tuple[str, ...]
    is_disabled: bool


def last_change(transaction: ReadTransaction) -> int:
    """The number of the last change to anything that the chain of changes covers."""
    return transaction.connection.execute(_LAST).scalar() or 0


def changed_since(transaction: ReadTransaction, number: int) -> list[tuple[int, str]]:
    """Accounts changed after this number: each change with its number, oldest first."""
    found = transaction.connection.execute(_SINCE, {"last": number})
    return [(each.number, each.key) for each in found]


def accounts_of_sessions(
    transaction: ReadTransaction, tokens: Collection[str]
) -> dict[str, SessionAccount]:
    """The accounts of these sessions, by token, without the sessions that have ended."""
    if not tokens:
        return {}
    found = transaction.connection.execute(_SESSIONS, {"tokens": list(tokens)})
    return {
        each.token: SessionAccount(
            each.id,
            Position(each.rank) if each.rank else None,
            tuple(each.tables.split()),
            bool(each.disabled),
        )
        for each in found
    }


_LAST = sa.select(sa.func.max(changes.c.number))
_SINCE = (
    sa.select(changes.c.number, changes.c.key)
    .where(changes.c.number > sa.bindparam("last"), changes.c.kind == PERSON)
    .order_by(changes.c.number)
)
_SESSIONS = (
    sa.select(sessions.c.token, people.c.id, people.c.rank, people.c.tables, people.c.disabled)
    .join_from(sessions, people, sessions.c.person == people.c.id)
    .where(sessions.c.token.in_(sa.bindparam("tokens", expanding=True)))
)
