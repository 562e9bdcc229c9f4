"""Journals opened for reading: a SQLite file, an archive or a PostgreSQL address."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zlib import error

from cyclopts import Parameter

from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.journal.read_transaction import ReadTransaction

Journal = Annotated[
    str, Parameter(help="The journal: a file, an archive, or a postgresql:// address.")
]


@contextmanager
def opened(journal: str) -> "Iterator[ReadTransaction]":
    """Open a journal for reading; refuse one that does not exist or cannot be read."""
    from punto.journal.archive.archive import unpacked  # late: not every command needs a database
    from punto.journal.errors import Unavailable
    from punto.journal.store import Store

    if "://" not in journal and not Path(journal).is_file():
        raise Refused(
            Reason.UNREADABLE_REQUEST, "There is no journal {journal!r}.", journal=journal
        )
    try:
        with ExitStack() as stack:
            where = journal
            if "://" not in journal:
                where = str(stack.enter_context(unpacked(Path(journal))))
            store = Store(where)
            stack.callback(store.close)
            yield stack.enter_context(store.begin_read())
    except (Unavailable, OSError, EOFError, error) as unreadable:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{journal}: {unreadable}",
            journal=journal,
            unreadable=unreadable,
        ) from None
