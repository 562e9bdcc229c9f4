"""`punto archive`: moves closed shoes from a journal to a compressed file."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import Json, read_time
from punto.cli.journals import Journal, opened
from punto.cli.output import console, print_json
from punto.cli.output_files import check_target
from punto.refusals import Reason, Refused

KEPT_MS = 30 * 86_400_000  # stays in the journal by default: thirty days


def archive(
    journal: Journal,
    /,
    *,
    out: Annotated[str, Parameter(help="The new file to write, ending in .gz.")],
    before: Annotated[
        str | None,
        Parameter(help="Archive what is older, UTC: 2026-11-15; by default thirty days ago."),
    ] = None,
    remove: Annotated[bool, Parameter(help="Also remove it from the journal.")] = False,
    json: Json = False,
) -> None:
    """Verify the entries before the shoes in use, and before a time, and write them to a file.

    The file is itself a journal: punto verify, replay and ledger read it. A journal does not
    remember the ids of commands removed from it: they could be used again.
    """
    from punto.floor.clock import Clock
    from punto.journal.archive.archive import last_position, remove_archived, write_archive
    from punto.journal.errors import Damaged
    from punto.journal.store import Store

    path = check_target(out, (".gz", ".gzip"))
    if path.exists():
        raise Refused(
            Reason.UNWRITABLE_FILE, "{out!r} is there already: name another file.", out=out[:80]
        )
    before_ms = read_time(before) if before else Clock().now_ms() - KEPT_MS
    with opened(journal) as transaction:
        until = last_position(transaction, before_ms)
        if not until:
            raise Refused(
                Reason.UNREADABLE_REQUEST, "Nothing is that old and out of use: name a later day."
            )
        try:
            archived = write_archive(transaction, until, path)
        except Damaged as damaged:
            raise Refused(
                Reason.UNREADABLE_REQUEST, "{journal}: {damaged}", journal=journal, damaged=damaged
            ) from None
    if remove:
        store = Store(journal)
        remove_archived(store, archived, Clock().now_ms())
        store.close()
    size = Path(path).stat().st_size
    if json:
        print_json({"entries": archived.entries, "until": until, "bytes": size, "removed": remove})
        return
    words = "and taken out of the journal" if remove else "and left in the journal"
    console().print(f"{archived.entries:,} entries written in {size:,} bytes, {words}.")
