"""`punto ledger`: reports from the books, for people, spreadsheets and programs."""

import sys
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from cyclopts import Parameter

from punto.cli.arguments import WHOLE, Json, read_time, read_time_of_day
from punto.cli.journals import Journal, opened
from punto.cli.output import console, print_json, print_table
from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.journal.read_transaction import ReadTransaction
    from punto.ledger.book_reports import Heading, Report

Kind: TypeAlias = Literal[
    "balances", "trial", "statement", "win", "shifts", "meters", "luck", "pace"
]
By: TypeAlias = Literal[
    "table", "day", "month", "year", "shift", "shoe", "wager", "patron", "dealer"
]
Times: TypeAlias = tuple[int, int | None]
AS_THEY_STAND = ("balances", "trial", "pace")  # now, whatever the period


def ledger(
    journal: Journal,
    report: Annotated[Kind, Parameter(help="Which report.")] = "balances",
    /,
    *,
    account: Annotated[
        str | None, Parameter(help="Whose statement, as patron:seat1, bank:t1 or cage.")
    ] = None,
    table: Annotated[str | None, Parameter(help="Only this table.")] = None,
    since: Annotated[
        str | None, Parameter(help="From this time on, UTC: 2026-11-15 or 2026-11-15T06:00.")
    ] = None,
    until: Annotated[str | None, Parameter(help="Up to this time, and not it.")] = None,
    day_starts: Annotated[
        str, Parameter(help="When a gaming day starts, UTC, as 06:00.")
    ] = "00:00",
    by: Annotated[
        By, Parameter(help="What luck has a row for each of; pace: table or dealer.")
    ] = "table",
    name: Annotated[str, Parameter(help="Whose luck: only this patron or dealer.")] = "",
    target: Annotated[
        int | None,
        WHOLE,
        Parameter(help="Rounds an hour to compare the pace with; by default the table's own."),
    ] = None,
    csv: Annotated[bool, Parameter(name="--csv", help="Print CSV for spreadsheets.")] = False,
    json: Json = False,
) -> int:
    """Print balances, trial balance, a statement, the daily win, shifts, meters, luck or pace.

    Exits with 1 if the accounts do not sum to zero.
    """
    times = (read_time(since) if since else 0, read_time(until) if until else None)
    starts_ms = read_time_of_day(day_starts)
    if (report == "statement") != (account is not None):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A statement is one account's: write punto ledger JOURNAL statement --account NAME.",
        )
    if report in AS_THEY_STAND and times != (0, None):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A report on {report} has no period: it says how things stand now.",
            report=report,
        )
    from punto.floor.clock import Clock
    from punto.journal.queries.reports import accounts_sum
    from punto.ledger.book_reports import heading, report_document

    head = heading(Clock().now_ms(), *times)
    with opened(journal) as transaction:
        off = accounts_sum(transaction)
        if report == "statement" and csv and not json:
            _stream_statement(transaction, account or "", times, head)
            return _checked(off)
        if report == "luck":
            found = _luck(transaction, by, name, table, times, starts_ms)
        elif report == "pace":
            found = _pace(transaction, by, table, target)
        else:
            found = _report(transaction, report, account or "", table, times, starts_ms)
    if json:
        print_json(report_document(found, head))
    elif csv:
        _print_csv(found, head)
    else:
        _print(found, head.sentence())
    return _checked(off)


def _checked(off: int) -> int:
    """Say if the accounts do not sum to zero."""
    if off:
        print(f"punto: The accounts come to {off} minor units, not to zero.", file=sys.stderr)  # noqa: T201
    return 1 if off else 0


def _report(
    transaction: "ReadTransaction",
    kind: Kind,
    account: str,
    table: str | None,
    times: Times,
    starts_ms: int,
) -> "Report":
    from punto.journal.queries.account_history import account_statement
    from punto.journal.queries.reports import table_days, table_meters, table_shifts
    from punto.ledger import book_reports
    from punto.ledger.accounts import read_account
    from punto.ledger.statements import trial_balance_of

    only = None if table is None else (table,)
    match kind:
        case "balances":
            return book_reports.balances_report(transaction.balances())
        case "trial":
            return book_reports.trial_report(trial_balance_of(transaction.balances()))
        case "statement":
            return book_reports.statement_report(
                account_statement(transaction, read_account(account), *times)
            )
        case "win":
            return book_reports.win_report(table_days(transaction, only, times, starts_ms))
        case "shifts":
            return book_reports.shifts_report(table_shifts(transaction, only, times))
        case _:
            return book_reports.meters_report(table_meters(transaction, only, times))


def _luck(
    transaction: "ReadTransaction",
    by: By,
    name: str,
    table: str | None,
    times: Times,
    starts_ms: int,
) -> "Report":
    from punto.journal.queries.luck import By as LuckBy
    from punto.journal.queries.luck import luck_report
    from punto.journal.queries.luck_rows import luck_document

    only = None if table is None else (table,)
    kind = LuckBy(by)
    return luck_document(kind, *luck_report(transaction, only, times, kind, starts_ms, name))


def _pace(
    transaction: "ReadTransaction", by: By, table: str | None, target: int | None
) -> "Report":
    from punto.journal.queries.pace_rows import PaceBy, pace_report

    if by not in list(PaceBy):
        raise Refused(Reason.UNREADABLE_REQUEST, "A report on pace is by table or by dealer.")
    return pace_report(transaction, None if table is None else (table,), PaceBy(by), target)


def _stream_statement(
    transaction: "ReadTransaction", account: str, times: Times, head: "Heading"
) -> None:
    """Print a statement while it is read, so that a long one needs little memory."""
    from csv import writer

    from punto.journal.queries.account_history import statement_lines
    from punto.ledger.accounts import read_account
    from punto.ledger.book_reports import STATEMENT_COLUMNS, brought_forward, line_cells

    whose = read_account(account)
    before_cents, lines = statement_lines(transaction, whose, *times)
    sys.stdout.writelines(f"{line}\n" for line in head.lines(f"Statement of {whose.name}"))
    out = writer(sys.stdout, lineterminator="\n")
    out.writerow(STATEMENT_COLUMNS)
    out.writerow(brought_forward(before_cents))
    out.writerows(map(line_cells, lines))


def _print_csv(found: "Report", head: "Heading") -> None:
    from csv import writer

    sys.stdout.writelines(f"{line}\n" for line in head.lines(found.title))
    out = writer(sys.stdout, lineterminator="\n")
    out.writerow(found.columns)
    out.writerows(found.rows)


def _print(found: "Report", head: str) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    out.print(Text(found.title, "bold"))
    out.print(Text(head, "dim"), soft_wrap=True)
    sheet = Table(box=None, padding=(0, 1, 0, 2), header_style="bold", show_footer=False)
    words = [_is_words(found, place) for place in range(len(found.columns))]
    for column, left in zip(found.columns, words, strict=True):
        sheet.add_column(column, justify="left" if left else "right")
    for row in found.rows:
        sheet.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    if found.total:
        sheet.add_row(*(Text("" if cell is None else str(cell), "bold") for cell in found.total))
    print_table(out, sheet)
    if not found.rows:
        out.print("  Nothing yet.")


def _is_words(found: "Report", place: int) -> bool:
    """Whether a column holds text rather than figures."""
    cells = [str(row[place]) for row in found.rows if row[place] is not None]
    return not cells or any(not set(cell) <= set("-0123456789. %") for cell in cells)
