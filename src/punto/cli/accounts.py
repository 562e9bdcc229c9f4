"""Accounts told to the database itself, before anybody can sign in."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.web.signing import SignIns


@contextmanager
def accounts(journal: str) -> "Iterator[SignIns]":
    """The accounts of a journal, which is made where there is none."""
    try:
        from punto.web.signing import SignIns
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA, "Accounts need more packages: pip install 'punto[web]'."
        ) from missing
    from punto.floor.clock import Clock
    from punto.journal.failures import Unavailable
    from punto.journal.people import People
    from punto.journal.store import Store

    store = Store(journal)
    with closing(store):
        try:
            store.create()
            yield SignIns(People(store), Clock())
        except Unavailable as away:
            raise Refused(Reason.UNREADABLE_REQUEST, f"{journal}: {away}") from None
