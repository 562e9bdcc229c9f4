"""`punto verify`: checks a journal from its first entry, and locates any fault exactly."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli.arguments import WHOLE, Json
from punto.cli.journals import Journal, opened
from punto.cli.output import console, print_json
from punto.cli.progress import progress
from punto.refusals import Reason, Refused
from punto.sim.workers import cores

if TYPE_CHECKING:
    from punto.journal.verify.stream import Fault

FAULTS_PRINTED_MAX = 100
SHARED_OUT_FROM = 30_000  # entries: fewer are checked before a worker has started
WORKERS_MAX = 256


def verify(
    journal: Journal,
    /,
    *,
    head: Annotated[
        tuple[str, ...],
        Parameter(name="--head", help="A head saved before, as STREAM=HASH; again for each."),
    ] = (),
    archive: Annotated[
        tuple[str, ...],
        Parameter(help="An archive that was taken out of it, the oldest first; again for each."),
    ] = (),
    workers: Annotated[
        int | None,
        WHOLE,
        Parameter(help="How many processes prove the tables, 0 for none; by default all cores."),
    ] = None,
    rebuild_projections: Annotated[
        bool,
        Parameter(
            name="--rebuild-projections",
            negative=(),
            help="If only running totals are wrong, make them again from the entries.",
        ),
    ] = False,
    json: Json = False,
) -> int:
    """Replay a journal and check chain, law, money and shoes; exit with 1 if anything is wrong.

    Running totals are made again from the entries and compared. Prints the head of every stream.
    Save them elsewhere and pass them with --head later to prove that nothing was truncated or
    rewritten.
    """
    from punto.journal.archive.archive import is_packed
    from punto.journal.archive.openings import DamagedOpening, Openings
    from punto.journal.verify.journal import Verification
    from punto.journal.verify.parallel import collect_seldom

    saved = dict(_read_head(each) for each in head)
    if workers is not None and not 0 <= workers <= WORKERS_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Use from 0 to {workers_max} workers, not {workers}.",
            workers_max=WORKERS_MAX,
            workers=workers,
        )
    collect_seldom()
    began = perf_counter()
    faults: list[Fault] = []
    entries = events = redecided = checked = 0
    archived: Openings | None = Openings() if archive else None
    for older in archive:
        with opened(older) as transaction:
            proof = Verification(transaction, archived=archived, is_archive=True)
            faults += proof.faults()
            archived = proof.ends()
        entries, events = entries + proof.entries, events + proof.events
        redecided, checked = redecided + proof.redecided, checked + proof.checked
    rebuilt: int | None = None
    while True:
        with opened(journal) as transaction:
            try:
                length = transaction.length()  # a file that is no journal is bad input, not a fault
            except DamagedOpening:
                length = 0
            usual = cores() if length >= SHARED_OUT_FROM and cores() > 1 else 0
            crew = usual if workers is None else workers
            with progress(f"Proving {length:,} entries", length, "entries") as proved:
                proof = Verification(
                    transaction, saved, crew, archived, proved, is_archive=is_packed(journal)
                )
                found = list(proof.faults())
            made_up = proof.made_up()
        is_sound = not faults and all(fault.is_derived for fault in found)
        if not (rebuild_projections and rebuilt is None and is_sound):
            break
        rebuilt = _rebuild(journal)
    faults += found
    entries, events = entries + proof.entries, events + proof.events
    redecided, checked = redecided + proof.redecided, checked + proof.checked
    seconds = perf_counter() - began
    before = 0 if archive else sum(each.head.number for each in proof.openings.streams.values())
    if json:
        print_json(
            {
                "entries": entries,
                "events": events,
                "redecided": redecided,
                "checked": checked,
                "archived": before,
                "rebuilt": rebuilt,
                "seconds": round(seconds, 3),
                "faults": [
                    {"stream": each.stream, "entry": each.entry, "what": each.what}
                    for each in faults
                ],
                "made_up": made_up,
                "heads": {stream: each.hash.hex() for stream, each in proof.heads.items()},
            }
        )
        return 1 if faults else 0
    from rich.text import Text

    out = console()
    for fault in faults[:FAULTS_PRINTED_MAX]:
        out.print(Text("wrong", "bold red"), Text(str(fault)))
    if len(faults) > FAULTS_PRINTED_MAX:
        out.print(f"and {len(faults) - FAULTS_PRINTED_MAX} more")
    for stream, each in proof.heads.items():
        out.print(Text(f"head  {stream}={each.hash.hex()}  entry {each.number}, event {each.seq}"))
    for table, games in made_up.items():
        said = f"test  {table} dealt a game that nobody approved: {', '.join(games)}"
        out.print(Text(said, "yellow"))
    if rebuilt is not None:
        out.print(f"The projections were made again: {rebuilt:,} rows of totals.")
    elif any(fault.is_derived for fault in faults):
        said = "If no other fault is found, --rebuild-projections makes running totals again."
        out.print(said)
    if before:
        out.print(f"{before:,} older entries are archived: prove them too with --archive FILE.")
    out.print(
        f"{redecided:,} entries were decided again; {checked:,} of earlier decision versions"
        " were checked event by event."
    )
    words = f"{len(faults)} faults" if faults else "no fault"
    out.print(
        f"{words} in {entries:,} entries with {events:,} events ({events / seconds:,.0f} a second)."
    )
    return 1 if faults else 0


def _rebuild(journal: str) -> int:
    """Make the projections of a sound journal again."""
    from punto.journal.errors import Unavailable
    from punto.journal.projections.rebuild import rebuild_projections
    from punto.journal.store import Store

    store = Store(journal)
    try:
        with store.begin_read() as transaction:
            streams = transaction.streams()
        with store.begin_write(streams) as writer:
            return rebuild_projections(writer)
    except Unavailable as failure:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{journal}: {unreadable}",
            journal=journal,
            unreadable=failure,
        ) from None
    finally:
        store.close()


def _read_head(text: str) -> tuple[str, bytes]:
    stream, _, digits = text.rpartition("=")
    try:
        said = bytes.fromhex(digits)
    except ValueError:
        said = b""
    if not stream or len(said) != 32:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{text!r} is not a head; write it as STREAM=HASH, as punto verify prints it.",
            text=text[:80],
        )
    return stream, said
