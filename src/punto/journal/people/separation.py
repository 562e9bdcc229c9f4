"""The separation of accounts: which two do not count as two people, because of recent changes.

A person who creates an account or gives it a new password could act as its owner. So for a set
time two accounts do not count as two people if one changed the other, if the same person changed
both, or if a chain of such changes leads from one to the other.
"""

import sqlalchemy as sa

from punto.journal.notices import NoticeKind
from punto.journal.schema import account_changes
from punto.journal.store import Store

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
        """Whether recent changes lead from one account to the other."""
        return one == other or other in self.connected(one, now_ms)

    def connected(self, one: str, now_ms: int) -> set[str]:
        """The accounts that recent changes lead to from this one, itself included."""
        links = self._links(now_ms - self.separate_ms)
        reached, waiting = {one}, [one]
        while waiting:
            new = links.get(waiting.pop(), set()) - reached
            reached |= new
            waiting += new
        return reached

    def _links(self, after_ms: int) -> dict[str, set[str]]:
        """Who changed whose account after this time, in both directions."""
        query = sa.select(account_changes.c.person, account_changes.c.changed_by).where(
            account_changes.c.at_ms > after_ms,
            account_changes.c.kind.in_(CONNECTING),
            account_changes.c.changed_by != account_changes.c.person,
        )
        links: dict[str, set[str]] = {}
        with self._store.begin_read() as transaction:
            for person, by in transaction.connection.execute(query):
                if by and not by.startswith(LOCAL):
                    links.setdefault(person, set()).add(by)
                    links.setdefault(by, set()).add(person)
        return links
