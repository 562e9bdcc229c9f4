"""`punto verify`: a journal proved from its first entry, or the exact place where it is wrong."""

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
    from punto.journal.proof import Fault

FAULTS_PRINTED_MAX = 100
SHARED_OUT_FROM = 30_000  # entries: fewer are proved before a worker has begun
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
        Parameter(help="How many processes prove the tables, 0 for none; all cores if unsaid."),
    ] = None,
    json: Json = False,
) -> int:
    """Replay a journal and check chain, law, money and shoes; 1 when anything is wrong.

    Prints the head of every stream: saved elsewhere and given back with --head, they show that
    nothing was cut off or written anew.
    """
    from punto.journal.openings import Openings
    from punto.journal.proving import collect_seldom
    from punto.journal.verify import Verification

    saved = dict(_read_head(each) for each in head)
    if workers is not None and not 0 <= workers <= WORKERS_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"Use from 0 to {WORKERS_MAX} workers, not {workers}."
        )
    collect_seldom()
    began = perf_counter()
    faults: list[Fault] = []
    entries = events = 0
    archived: Openings | None = Openings() if archive else None
    for older in archive:
        with opened(older) as reading:
            proof = Verification(reading, archived=archived)
            faults += proof.faults()
            archived = proof.ends()
        entries, events = entries + proof.entries, events + proof.events
    with opened(journal) as reading:
        length = reading.length()  # what is no journal at all is bad input, not a fault
        usual = cores() if length >= SHARED_OUT_FROM and cores() > 1 else 0
        crew = usual if workers is None else workers
        with progress(f"Proving {length:,} entries", length, "entries") as proved:
            proof = Verification(reading, saved, crew, archived, proved)
            faults += proof.faults()
    entries, events = entries + proof.entries, events + proof.events
    seconds = perf_counter() - began
    before = 0 if archive else sum(each.head.number for each in proof.openings.streams.values())
    if json:
        print_json(
            {
                "entries": entries,
                "events": events,
                "archived": before,
                "seconds": round(seconds, 3),
                "faults": [
                    {"stream": each.stream, "entry": each.entry, "what": each.what}
                    for each in faults
                ],
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
    if before:
        out.print(f"{before:,} older entries are archived: prove them too with --archive FILE.")
    words = f"{len(faults)} faults" if faults else "no fault"
    out.print(
        f"{words} in {entries:,} entries with {events:,} events ({events / seconds:,.0f} a second)."
    )
    return 1 if faults else 0


def _read_head(text: str) -> tuple[str, bytes]:
    stream, _, digits = text.rpartition("=")
    try:
        said = bytes.fromhex(digits)
    except ValueError:
        said = b""
    if not stream or len(said) != 32:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            f"{text[:80]!r} is not a head; write it as STREAM=HASH, as punto verify prints it.",
        )
    return stream, said
