"""Accounts read or created directly in the database, before anyone can sign in."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.web.auth.sessions import Sessions


@contextmanager
def accounts(journal: str, *, creates: bool = False) -> "Iterator[Sessions]":
    """Open the accounts of a journal; only if it `creates` may the journal be new."""
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

    if not creates and "://" not in journal and not Path(journal).is_file():
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "There is no journal {journal!r} here: name one with --journal, or a server.",
            journal=journal,
        )
    store = Store(journal)
    with closing(store):
        try:
            store.create()
            yield Sessions(People(store), Clock())
        except Unavailable as away:
            raise Refused(
                Reason.UNREADABLE_REQUEST, "{journal}: {away}", journal=journal, away=away
            ) from None


def reset_password(sessions: "Sessions", name: str, password: str, by: str) -> str:
    """Set an account's password directly in the database, which waits for no one.

    It ends the account's sessions; the notices record who did it.
    """
    from msgspec.structs import replace

    from punto.journal.notices import NoticeKind
    from punto.web.auth.sessions import hash_password

    secret = hash_password(password, name)
    sessions.change(
        name,
        lambda person: replace(person, secret=secret),
        NoticeKind.PASSWORD_CHANGED,
        by,
        ends=True,
    )
    return ""
