"""`punto archive`: closed shoes in a compressed file, and out of the journal."""

from pathlib import Path
from time import time_ns
from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import Json, read_time
from punto.cli.journals import Journal, opened
from punto.cli.output import console, print_json
from punto.cli.writing import check_target
from punto.refusals import Reason, Refused

KEPT_MS = 30 * 86_400_000  # what is kept in the journal where nobody says: thirty days


def archive(
    journal: Journal,
    /,
    *,
    out: Annotated[str, Parameter(help="The file to write, ending in .gz; none may be there.")],
    before: Annotated[
        str | None,
        Parameter(help="What is older than this, UTC: 2026-11-15; thirty days ago if unsaid."),
    ] = None,
    remove: Annotated[bool, Parameter(help="Take it out of the journal, too.")] = False,
    json: Json = False,
) -> None:
    """Prove and write all that came before the shoes in use, and before a time, to a file.

    The file is a journal itself: punto verify, replay and ledger read it. Commands that are taken
    out of a journal are forgotten by it: their ids could be used again.
    """
    from punto.journal.archive import Damaged, last_position, remove_archived, write_archive
    from punto.journal.store import Store

    path = check_target(out, (".gz", ".gzip"))
    if path.exists():
        raise Refused(Reason.UNWRITABLE_FILE, f"{out[:80]!r} is there already: name another file.")
    before_ms = read_time(before) if before else time_ns() // 1_000_000 - KEPT_MS
    with opened(journal) as reading:
        until = last_position(reading, before_ms)
        if not until:
            raise Refused(
                Reason.UNREADABLE_REQUEST, "Nothing is that old and out of use: name a later day."
            )
        try:
            archived = write_archive(reading, until, path)
        except Damaged as damaged:
            raise Refused(Reason.UNREADABLE_REQUEST, f"{journal}: {damaged}") from None
    if remove:
        store = Store(journal)
        remove_archived(store, archived)
        store.close()
    size = Path(path).stat().st_size
    if json:
        print_json({"entries": archived.entries, "until": until, "bytes": size, "removed": remove})
        return
    words = "and taken out of the journal" if remove else "and left in the journal"
    console().print(f"{archived.entries:,} entries written in {size:,} bytes, {words}.")
