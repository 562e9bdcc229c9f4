"""The separation of accounts: which two do not count as two people, because of recent changes.

A person who creates an account or gives it a new password could act as its owner. So for a set
time two accounts do not count as two people if one person could act as both: because one changed
the other, or a third changed both, each perhaps through a chain of such changes. Two people who
changed the same third account stay two people: neither could act as the other.
"""

import sqlalchemy as sa

from punto.journal.notices import NoticeKind
from punto.journal.schema import account_changes
from punto.journal.store import Store
from punto.messages import Message

Links = dict[str, set[str]]
SEPARATE_MS = 24 * 3_600_000
LOCAL = "local/"  # the actor prefix of changes made on the machine itself
# Disabling an account gives no one access to it.
CONNECTING = tuple(
    each.value
    for each in (
        NoticeKind.ACCOUNT_MADE,
        NoticeKind.ACCOUNT_CHANGED,
        NoticeKind.ACCOUNT_ENABLED,
        NoticeKind.PASSWORD_CHANGED,
        NoticeKind.SECOND_FACTOR_CHANGED,
    )
)


class Separation:
    """Decides whether two accounts count as two people."""

    def __init__(self, store: Store, separate_ms: int = SEPARATE_MS) -> None:
        """`separate_ms` is how long a change connects an account with the one that made it."""
        self._store = store
        self.separate_ms = separate_ms

    def are_connected(self, one: str, other: str, now_ms: int) -> bool:
        """Whether one person could act as both."""
        return one == other or other in self.connected(one, now_ms)

    def sentence(self, other: str) -> Message:
        """Why someone does not count as another person than this one."""
        return Message.of(
            "An account of yours or of {other} was made or changed through the other's within"
            " {hours} hours: they do not count as two people.",
            other=other,
            hours=self.separate_ms // 3_600_000,
        )

    def connected(self, one: str, now_ms: int) -> set[str]:
        """The accounts that do not count as another person than this one, itself included."""
        with self._store.begin_read() as transaction:
            return self.connected_in(transaction.connection, one, now_ms)

    def connected_in(self, connection: sa.Connection, one: str, now_ms: int) -> set[str]:
        """The same, as a transaction sees it."""
        changers, changed = self._links(connection, now_ms - self.separate_ms)
        return _reached(_reached({one}, changers), changed)

    def _links(self, connection: sa.Connection, after_ms: int) -> tuple[Links, Links]:
        """By account: who changed it after this time, and which ones it changed."""
        query = sa.select(account_changes.c.person, account_changes.c.changed_by).where(
            account_changes.c.at_ms > after_ms,
            account_changes.c.kind.in_(CONNECTING),
            account_changes.c.changed_by != account_changes.c.person,
        )
        changers: Links = {}
        changed: Links = {}
        for person, by in connection.execute(query):
            if by and not by.startswith(LOCAL):
                changers.setdefault(person, set()).add(by)
                changed.setdefault(by, set()).add(person)
        return changers, changed


def _reached(start: set[str], links: Links) -> set[str]:
    """All accounts that links lead to from these, with these."""
    reached, waiting = set(start), list(start)
    while waiting:
        new = links.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached
