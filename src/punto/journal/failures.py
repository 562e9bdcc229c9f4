"""What a database can say no with, in words of ours: try again, or why it cannot be done now."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa


class Conflict(Exception):  # noqa: N818  (somebody else was first: read again and retry)
    """Another process wrote what this one was about to write."""


class Unavailable(Exception):  # noqa: N818  (the state of a machine, not a mistake in a call)
    """The database cannot be used now; nothing was acknowledged, and asking again is safe."""


# SQLSTATE of PostgreSQL: serialization failure, deadlock, unique violation.
_RETRIED_STATES = ("40001", "40P01", "23505")
_FULL = "The disk is full: make room, then go on."
_READ_ONLY = "The journal is read-only here: give this process leave to write it."
_LOCKED = "Another program holds the journal locked: close it, then go on."
_GONE = "The journal cannot be opened: check that its folder is there and can be written."
_NO_JOURNAL = "This is not a journal, or one that was never set up."
_AWAY = "The database does not answer: see that its server runs, then go on."
_CROWDED = "The database is asked too much at once: wait a moment, then go on."

# What SQLite, PostgreSQL and SQLAlchemy say, the more particular signs first.
_WORDS = {
    "disk is full": _FULL,
    "no space left": _FULL,
    "readonly database": _READ_ONLY,
    "read-only transaction": _READ_ONLY,
    "database is locked": _LOCKED,
    "lock timeout": _LOCKED,
    "unable to open database": _GONE,
    "is not the file that was opened": _GONE,
    "disk i/o error": "The disk does not answer properly: check it before anything else.",
    "not a database": "This file is not a journal.",
    "malformed": "The journal's file is damaged: restore it from a copy, then verify.",
    "no such table": _NO_JOURNAL,
    "does not exist": _NO_JOURNAL,
    "too many": _CROWDED,
    "connection slots": _CROWDED,
    "queuepool limit": _CROWDED,
    "the database system is": _AWAY,
    "connection": _AWAY,
}


@contextmanager
def told_in_words() -> Iterator[None]:
    """Turn what a driver says into Conflict or Unavailable."""
    try:
        yield
    except sa.exc.IntegrityError as failure:
        if _state(failure) in _RETRIED_STATES or "UNIQUE" in str(failure.orig):
            raise Conflict(str(failure.orig)) from failure
        raise  # a rule of the books held by the database: a mistake of ours, never hidden
    except sa.exc.DBAPIError as failure:
        if _state(failure) in _RETRIED_STATES:
            raise Conflict(str(failure.orig)) from failure
        raise Unavailable(words_for(str(failure.orig))) from failure
    except sa.exc.TimeoutError as failure:  # no connection was free
        raise Unavailable(words_for(str(failure))) from failure


def words_for(said: str) -> str:
    """A sentence for what a database said.

    >>> words_for("database or disk is full")
    'The disk is full: make room, then go on.'
    """
    known = next((words for sign, words in _WORDS.items() if sign in said.lower()), None)
    first_line = said.strip().partition("\n")[0]
    return known or f"The database does not answer: {first_line}"


def _state(failure: sa.exc.DBAPIError) -> str | None:
    return getattr(failure.orig, "sqlstate", None)
