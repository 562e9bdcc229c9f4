"""Accounts created directly in the database, before anyone can sign in."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.web.auth.sessions import Sessions


@contextmanager
def accounts(journal: str) -> "Iterator[Sessions]":
    """Open the accounts of a journal, creating the journal if it does not exist."""
    try:
        from punto.web.auth.sessions import Sessions
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA, "Accounts need more packages: pip install 'punto[web]'."
        ) from missing
    from punto.floor.clock import Clock
    from punto.journal.errors import Unavailable
    from punto.journal.people.people import People
    from punto.journal.store import Store

    store = Store(journal)
    with closing(store):
        try:
            store.create()
            yield Sessions(People(store), Clock())
        except Unavailable as away:
            raise Refused(
                Reason.UNREADABLE_REQUEST, "{journal}: {away}", journal=journal, away=away
            ) from None
