"""`punto export`: a journal as Parquet files for analysts."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from msgspec.structs import asdict

from punto.cli.arguments import WHOLE, Json, read_time_of_day
from punto.cli.journals import Journal, opened
from punto.cli.output import console, print_json
from punto.cli.output_files import PRIVATE, write_whole
from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from collections.abc import Iterable

    from punto.ledger.book_reports import Heading


def export(
    journal: Journal,
    /,
    *,
    out: Annotated[str, Parameter(help="The folder to write to; it may have earlier exports.")],
    since: Annotated[
        int,
        WHOLE,
        Parameter(help="Only entries after this position, as an earlier export printed it."),
    ] = 0,
    day_starts: Annotated[
        str, Parameter(help="When a gaming day starts, UTC, as 06:00.")
    ] = "00:00",
    json: Json = False,
) -> None:
    """Write rounds, cards, stakes, payments, transfers, irregularities and significant events.

    Parquet files, in a folder for each gaming day. Prints the position to go on from with --since.
    """
    from punto.floor.clock import Clock
    from punto.journal.queries.export_rows import DATA_SETS, export_parts
    from punto.ledger.book_reports import heading

    head = heading(Clock().now_ms())
    pyarrow = _pyarrow()
    starts_ms = read_time_of_day(day_starts)
    folder, until = Path(out), since
    counts = dict.fromkeys(DATA_SETS, 0)
    with opened(journal) as transaction:
        _check_since(since, transaction.position())
        for last, parts in export_parts(transaction, since):
            for name, rows in parts.items():
                counts[name] += len(rows)
                _write(pyarrow, folder, name, rows, starts_ms, (until, last), head)
            until = last
    if json:
        print_json({"heading": asdict(head), "since": since, "until": until, "rows": counts})
        return
    for name, count in counts.items():
        console().print(f"{count:>12,}  {name}")
    console().print(f"Made {head.made} by Punto {head.version}, times in {head.time_zone}.")
    console().print(f"After position {since}, up to position {until}: go on with --since {until}.")


def _check_since(since: int, end: int) -> None:
    """Refuse a position that the journal has not come to: the entries up to it would be missed."""
    if not 0 <= since <= end:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The journal ends at position {end}: give --since from 0 to {end}, not {since}.",
            end=end,
            since=since,
        )


def _write(
    pyarrow: Any,
    folder: Path,
    name: str,
    rows: "Iterable[tuple[Any, ...]]",
    starts_ms: int,
    span: tuple[int, int],
    head: "Heading",
) -> None:
    """Write rows of one data set, a file for each gaming day that says what made it and when."""
    from pyarrow import parquet

    from punto.journal.queries.export_rows import DATA_SETS, ENVELOPE
    from punto.ledger.shifts import gaming_day

    columns = (*ENVELOPE, *DATA_SETS[name])
    schema = pyarrow.schema(
        [(column, getattr(pyarrow, kind.replace("bool", "bool_"))()) for column, kind, _ in columns]
    )
    schema = schema.with_metadata(
        {
            "version": f"Punto {head.version}",
            "made": head.made,
            "time zone": head.time_zone,
            "after position": str(span[0]),
            "up to position": str(span[1]),
        }
    )
    days: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        days.setdefault(gaming_day(row[1], starts_ms), []).append(row)
    for day, theirs in days.items():
        arrays = [
            pyarrow.array(values, field.type)
            for values, field in zip(zip(*theirs, strict=True), schema, strict=True)
        ]
        target = folder / name / f"day={day}"
        try:
            target.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = target / f"{span[0]:015d}-{span[1]:015d}.parquet"
            content = pyarrow.BufferOutputStream()
            parquet.write_table(pyarrow.table(arrays, schema=schema), content)
            write_whole(file, content.getvalue().to_pybytes(), PRIVATE)
        except OSError as failure:
            raise Refused(
                Reason.UNWRITABLE_FILE,
                "{out!r} cannot be written: {failure}",
                out=str(target)[:80],
                failure=failure.strerror or "no reason given",
            ) from None


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA,
            "Parquet needs one more package: pip install 'punto[export]'.",
        ) from missing
    return pyarrow
