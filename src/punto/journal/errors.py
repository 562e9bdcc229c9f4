"""The journal's errors: database failures in plain sentences, and damage.

`Corrupt` comes from the table: it is raised when events do not follow from the state.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from punto.journal.engine import sqlite_module
from punto.messages import Message
from punto.table.evolve import Corrupt

__all__ = [
    "Busy",
    "Conflict",
    "Corrupt",
    "Damaged",
    "DamagedHead",
    "NotAvailable",
    "Unavailable",
    "translate_errors",
    "words_for",
]


class Conflict(Exception):  # noqa: N818  (not an error: read again and retry)
    """Another process wrote first."""


class Unavailable(Exception):  # noqa: N818  (the state of a machine, not an error in a call)
    """The database cannot be used now; nothing was acknowledged, and a retry is safe."""

    def __init__(self, why: Message | str) -> None:
        super().__init__(str(why))
        if isinstance(why, str):
            why = Message.of("The database cannot be used: {detail}", detail=why)
        self.message = why


class Busy(Unavailable):
    """Another process held a lock for longer than the timeout."""


class Damaged(Exception):  # noqa: N818  (the state of the journal, not an error in a call)
    """The part of the journal to be archived does not verify."""

    def __init__(self, fault: object) -> None:
        super().__init__(f"{fault}: verify the journal, nothing was archived.")


class DamagedHead(Exception):  # noqa: N818  (the state of a file, not an error in a call)
    """The head file cannot be read."""


class NotAvailable(Exception):  # noqa: N818  (not an error: the main process posts the money)
    """Balances are not available in this process, and an entry's postings depend on them."""


_LOCK_NOT_AVAILABLE = "55P03"  # SQLSTATE of PostgreSQL
# The same: serialization failure, deadlock, unique violation.
_RETRIED_STATES = ("40001", "40P01", "23505")
_FULL = Message.of("The disk is full: make room, then go on.")
_READ_ONLY = Message.of("The journal is read-only here: give this process leave to write it.")
_LOCKED = Message.of("Another program holds the journal locked: close it, then go on.")
_GONE = Message.of(
    "The journal cannot be opened: check that its folder is there and can be written."
)
_NO_JOURNAL = Message.of("This is not a journal, or one that was never set up.")
_AWAY = Message.of("The database does not answer: see that its server runs, then go on.")
_SLOW = Message.of("The database takes too long: see what else it does, then go on.")
_CROWDED = Message.of("The database has too many requests: wait a moment, then try again.")

# Parts of SQLite's, PostgreSQL's and SQLAlchemy's messages, the more specific ones first.
_WORDS = {
    "disk is full": _FULL,
    "no space left": _FULL,
    "readonly database": _READ_ONLY,
    "read-only transaction": _READ_ONLY,
    "database is locked": _LOCKED,
    "lock timeout": _LOCKED,
    "statement timeout": _SLOW,
    "idle-in-transaction timeout": _SLOW,
    "unable to open database": _GONE,
    "is not the file that was opened": _GONE,
    "disk i/o error": Message.of(
        "The disk does not answer properly: check it before anything else."
    ),
    "not a database": Message.of("This file is not a journal."),
    "malformed": Message.of("The journal's file is damaged: restore it from a copy, then verify."),
    "no such table": _NO_JOURNAL,
    "does not exist": _NO_JOURNAL,
    "too many": _CROWDED,
    "connection slots": _CROWDED,
    "queuepool limit": _CROWDED,
    "the database system is": _AWAY,
    "connection": _AWAY,
}


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn driver errors into Conflict or Unavailable."""
    try:
        yield
    except sa.exc.IntegrityError as failure:
        if _state(failure) in _RETRIED_STATES or "UNIQUE" in str(failure.orig):
            raise Conflict(str(failure.orig)) from failure
        raise  # a violated constraint is a bug, and never hidden
    except sa.exc.DBAPIError as failure:
        if _state(failure) in _RETRIED_STATES:
            raise Conflict(str(failure.orig)) from failure
        kind = Busy if _state(failure) == _LOCK_NOT_AVAILABLE else Unavailable
        raise kind(words_for(str(failure.orig))) from failure
    except sa.exc.TimeoutError as failure:  # no connection was free
        raise Unavailable(words_for(str(failure))) from failure
    except sqlite_module().Error as failure:  # of a statement outside of any transaction
        raise Unavailable(words_for(str(failure))) from failure


def words_for(text: str) -> Message:
    """A plain sentence for a database's error text.

    >>> str(words_for("database or disk is full"))
    'The disk is full: make room, then go on.'
    """
    known = next((words for sign, words in _WORDS.items() if sign in text.lower()), None)
    first_line = text.strip().partition("\n")[0]
    return known or Message.of("The database does not answer: {detail}", detail=first_line)


def _state(failure: sa.exc.DBAPIError) -> str | None:
    return getattr(failure.orig, "sqlstate", None)
