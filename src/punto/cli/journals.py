"""Journals on the command line: a SQLite file, its archive or a PostgreSQL address, to be read."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zlib import error

from cyclopts import Parameter

from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.journal.reading import Reading

Journal = Annotated[
    str, Parameter(help="The journal: a file, an archive, or a postgresql:// address.")
]


@contextmanager
def opened(journal: str) -> "Iterator[Reading]":
    """A look at a journal; refused in a sentence where there is none to be read."""
    from punto.journal.archive import unpacked  # late: not every command needs a database
    from punto.journal.failures import Unavailable
    from punto.journal.store import Store

    if "://" not in journal and not Path(journal).is_file():
        raise Refused(Reason.UNREADABLE_REQUEST, f"There is no journal {journal!r}.")
    try:
        with ExitStack() as stack:
            where = journal
            if "://" not in journal:
                where = str(stack.enter_context(unpacked(Path(journal))))
            store = Store(where)
            stack.callback(store.close)
            yield stack.enter_context(store.reading())
    except (Unavailable, OSError, EOFError, error) as unreadable:
        raise Refused(Reason.UNREADABLE_REQUEST, f"{journal}: {unreadable}") from None
