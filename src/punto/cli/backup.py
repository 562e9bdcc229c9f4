"""`punto backup`: a verified copy of a journal, taken while it is in use."""

import os
from contextlib import closing, suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.journals import Journal, opened
from punto.cli.output import console, print_json
from punto.cli.serve_settings import LOG_FORMATS, POSTGRESQL
from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.journal.verify.stream import Fault

FAULTS_PRINTED_MAX = 20
PARTIAL = ".partial"


def backup(
    journal: Journal,
    /,
    *,
    out: Annotated[
        str, Parameter(help="The new file; or postgresql://…, an empty database to restore into.")
    ],
    metrics: Annotated[
        str, Parameter(help="A file for Prometheus's node exporter, written when it is verified.")
    ] = "",
    log_format: Annotated[
        str, Parameter(help="Also log the result on standard error, as text or json.")
    ] = "",
    json: Json = False,
) -> int:
    """Copy a journal while it is in use, and verify the copy; exit with 1 if it has a fault.

    The file appears under its name only when it is verified. Prints the heads to save elsewhere.
    """
    if log_format not in ("", *LOG_FORMATS):
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A log's format is one of {formats}.", formats=LOG_FORMATS
        )
    is_file = not out.startswith(POSTGRESQL)
    _check_target(out, is_file=is_file)
    began = perf_counter()
    where = out + PARTIAL if is_file else out
    try:
        _copy(journal, where)
        faults, found = _verify(where)
        if is_file and not faults:
            _put_in_place(Path(where), Path(out))
    finally:
        if is_file:
            _discard(where)
    found |= {"seconds": round(perf_counter() - began, 3), "faults": len(faults)}
    if metrics and not faults:
        _write_metrics(Path(metrics), found)
    if log_format:
        _log(log_format, "backup-failed" if faults else "backup-verified", journal, out, found)
    if json:
        print_json(found)
        return 1 if faults else 0
    for fault in faults[:FAULTS_PRINTED_MAX]:
        console().print(f"wrong {fault}", highlight=False, markup=False)
    for stream, head in found["heads"].items():
        console().print(f"head  {stream}={head}", highlight=False, markup=False)
    if faults:
        line = f"The journal has {len(faults)} faults and no backup was kept: run punto verify."
    else:
        line = f"{out}: {found['entries']:,} entries, verified, in {found['seconds']} s."
    console().print(line, highlight=False, markup=False)
    return 1 if faults else 0


def _check_target(out: str, *, is_file: bool) -> None:
    if is_file and (Path(out).exists() or Path(out + PARTIAL).exists()):
        raise Refused(
            Reason.UNWRITABLE_FILE, "{out!r} is there already: name another file.", out=out[:80]
        )
    if is_file and not Path(out).resolve().parent.is_dir():
        raise Refused(Reason.UNWRITABLE_FILE, "There is no folder for {out!r}.", out=out[:80])


def _copy(journal: str, where: str) -> None:
    from punto.journal.errors import Conflict, Unavailable
    from punto.journal.journal_copy import copy_journal
    from punto.journal.store import Store

    with opened(journal):
        pass  # refuses what is not there, before a copy of it is begun
    try:
        with closing(Store(journal)) as store:
            copy_journal(store, where)
    except (Unavailable, Conflict, OSError) as failure:
        raise Refused(
            Reason.UNWRITABLE_FILE, "The copy failed: {failure}", failure=failure
        ) from None


def _verify(where: str) -> "tuple[list[Fault], dict[str, Any]]":
    from punto.floor.clock import Clock
    from punto.journal.verify.journal import Verification

    with opened(where) as transaction:
        proof = Verification(transaction)
        faults = list(proof.faults())
    return faults, {
        "entries": proof.entries,
        "events": proof.events,
        "bytes": Path(where).stat().st_size if "://" not in where else None,
        "at_ms": Clock().now_ms(),
        "heads": {stream: each.hash.hex() for stream, each in proof.heads.items()},
    }


def _put_in_place(copy: Path, out: Path) -> None:
    """Give the copy its name once it is on disk."""
    _discard(str(copy), but_itself=True)
    with copy.open("rb+") as file:
        os.fsync(file.fileno())
    copy.rename(out)
    folder = os.open(out.resolve().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _discard(copy: str, *, but_itself: bool = False) -> None:
    """Remove the copy, and what SQLite leaves beside a file that was looked at."""
    for ending in ("-wal", "-shm", "-head", *(() if but_itself else ("",))):
        with suppress(OSError):
            Path(copy + ending).unlink()


def _write_metrics(path: Path, found: dict[str, Any]) -> None:
    lines = [
        "# HELP punto_backup_verified_timestamp_seconds When the last backup was verified.",
        "# TYPE punto_backup_verified_timestamp_seconds gauge",
        f"punto_backup_verified_timestamp_seconds {found['at_ms'] / 1000}",
        "# HELP punto_backup_entries Entries in the last backup.",
        "# TYPE punto_backup_entries gauge",
        f"punto_backup_entries {found['entries']}",
    ]
    new = path.with_name(path.name + PARTIAL)
    try:
        new.write_text("\n".join(lines) + "\n", encoding="utf-8")
        new.rename(path)
    except OSError as error:
        raise Refused(
            Reason.UNWRITABLE_FILE,
            "The file {path!r} cannot be written: {strerror}.",
            path=str(path),
            strerror=error.strerror,
        ) from None


def _log(form: str, event: str, journal: str, out: str, found: dict[str, Any]) -> None:
    """Log the result as a node would, for the collector that reads the nodes' logs."""
    try:
        from punto.web.log_lines import configure_log
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA, "A log needs more packages: pip install 'punto[web]'."
        ) from missing
    from punto.cli.serve_settings import without_password
    from punto.floor.event_log import EventLog

    configure_log("backup", form)
    log = EventLog("punto.backup")
    facts = {"journal": without_password(journal), "out": without_password(out)}
    (log.warning if found["faults"] else log.info)(event, **facts, **found)
