"""Journals on the command line: a SQLite file or a PostgreSQL address, opened to be read."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.journal.reading import Reading

Journal = Annotated[str, Parameter(help="The journal: a file, or a postgresql:// address.")]


@contextmanager
def opened(journal: str) -> "Iterator[Reading]":
    """A look at a journal; refused in a sentence where there is none to be read."""
    from punto.journal.failures import Unavailable  # late: not every command needs a database
    from punto.journal.store import Store

    if "://" not in journal and not Path(journal).is_file():
        raise Refused(Reason.UNREADABLE_REQUEST, f"There is no journal {journal!r}.")
    store = Store(journal)
    try:
        with store.reading() as reading:
            yield reading
    except Unavailable as unreadable:
        raise Refused(Reason.UNREADABLE_REQUEST, f"{journal}: {unreadable}") from None
    finally:
        store.close()
