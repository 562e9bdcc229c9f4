"""A report on pace as rows."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from punto.journal.queries.pace import Pace, dealer_paces, table_paces
from punto.journal.read_transaction import ReadTransaction
from punto.ledger.book_reports import Cell, Report
from punto.messages import Amount

AMOUNTS = ("theoretical win an hour", "lost an hour")


class PaceBy(StrEnum):
    """What a report on pace has a row for each of."""

    TABLE = "table"
    DEALER = "dealer"  # at each table


def pace_report(
    transaction: ReadTransaction,
    tables: Sequence[str] | None,
    by: PaceBy = PaceBy.TABLE,
    target: int | None = None,
) -> Report:
    """The pace of tables, or of dealers at them, against a target or their own targets."""
    paces = table_paces if by is PaceBy.TABLE else dealer_paces
    return pace_document(paces(transaction, tables, target=target), by)


def pace_document(found: Iterable[Pace], by: PaceBy) -> Report:
    """Rounds an hour, seconds of each step, and what the time lost is worth at the target."""
    columns: tuple[str, ...] = (
        *("table", "dealer", "rounds", "rounds an hour", "target"),
        *("betting", "dealing", "settling", "waiting", "longest", *AMOUNTS, "behind"),
    )
    rows = tuple(map(_row, found))
    if by is PaceBy.TABLE:
        columns, rows = columns[:1] + columns[2:], tuple(row[:1] + row[2:] for row in rows)
    return Report(f"Pace by {by.value}", columns, rows, amounts=AMOUNTS)


def _row(found: Pace) -> tuple[Cell, ...]:
    pace = found.rounds_an_hour
    an_hour = None if pace is None else Amount(round(pace * found.theoretical_cents / found.rounds))
    steps = (found.betting_ms, found.dealing_ms, found.settling_ms, found.waiting_ms)
    return (
        found.table,
        found.dealer,
        found.rounds,
        None if pace is None else f"{float(pace):.1f}",
        found.target,
        *(f"{each / found.rounds / 1000:.1f}" for each in steps),
        found.longest_step,
        an_hour,
        Amount(round(found.lost_an_hour_cents)),
        None if pace is None else "yes" if found.is_behind else "no",
    )
