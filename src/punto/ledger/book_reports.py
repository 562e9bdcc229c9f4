"""Reports as rows of plain words and amounts, the same for a page, a spreadsheet and a program.

The command line writes amounts as decimals, the network as minor units.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from punto import __version__
from punto.ledger.meters import Comparison, Meter
from punto.ledger.shifts import Shift, TableDay
from punto.ledger.statements import Line, Statement, TrialBalance
from punto.ledger.transfers import Balances
from punto.messages import Amount
from punto.refusals import Reason, Refused

Cell: TypeAlias = str | int | Amount | None
LAST_MS = 253_402_300_799_999  # the end of the year 9999: no later time has a name


class Report(Struct, frozen=True):
    """A table with named columns; the last row may be a total."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...] = ()
    amounts: tuple[str, ...] = ()  # the columns that hold money


class Heading(Struct, frozen=True):
    """The version that made a report, when, and the period it covers; all times are UTC."""

    version: str
    made: str
    since: str | None  # None for the first entry
    until: str | None  # exclusive; None for the time it was made
    time_zone: str = "UTC"

    def sentence(self) -> str:
        """Return the heading as one line of text."""
        since, until = self.since or "the first entry", self.until or "now"
        return (
            f"From {since} to {until}, times in {self.time_zone}."
            f" Made {self.made} by Punto {self.version}."
        )

    def lines(self, title: str) -> tuple[str, ...]:
        """Return the heading as comments above the rows of a CSV."""
        return (
            f"# report: {title}",
            f"# version: Punto {self.version}",
            f"# since: {self.since or 'the first entry'}",
            f"# until: {self.until or 'when it was made'}",
            f"# time zone: {self.time_zone}",
            f"# made: {self.made}",
        )


def heading(made_ms: int, since_ms: int = 0, until_ms: int | None = None) -> Heading:
    """Return the heading of a report made at a time for a period.

    >>> heading(1_794_787_200_000, 1_794_700_800_000).since
    '2026-11-15T00:00:00.000Z'
    """
    check_period(since_ms, until_ms)
    return Heading(
        __version__,
        print_time(made_ms),
        print_time(min(since_ms, LAST_MS)) if since_ms else None,
        None if until_ms is None else print_time(min(until_ms, LAST_MS)),
    )


def check_period(since_ms: int, until_ms: int | None) -> None:
    """Refuse a period that ends before it begins."""
    if until_ms is not None and until_ms < since_ms:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The period ends before it begins: from {since} to {until}.",
            since=print_time(min(since_ms, LAST_MS)),
            until=print_time(min(until_ms, LAST_MS)),
        )


def report_document(found: Report, head: Heading | None = None) -> dict[str, Any]:
    """Return a report as the command line prints it: rows by column, amounts as decimals."""
    return {
        "title": found.title,
        "heading": None if head is None else asdict(head),
        "rows": [_decimal(found, row) for row in found.rows],
        "total": _decimal(found, found.total) if found.total else None,
    }


def _decimal(found: Report, row: tuple[Cell, ...]) -> dict[str, str | int | None]:
    cells = (str(cell) if isinstance(cell, Amount) else cell for cell in row)
    return dict(zip(map(_field, found.columns), cells, strict=True))


def wire_rows(found: Report) -> tuple[dict[str, str | int | None], ...]:
    """Return the rows for the network: amounts in minor units, in columns named `…_cents`."""
    return tuple(_integers(found, row) for row in found.rows)


def wire_total(found: Report) -> dict[str, str | int | None] | None:
    """Return the total row in the same form; None if the report has none."""
    return _integers(found, found.total) if found.total else None


def _integers(found: Report, row: tuple[Cell, ...]) -> dict[str, str | int | None]:
    return {
        f"{_field(column)}_cents" if column in found.amounts else _field(column): cell.cents
        if isinstance(cell, Amount)
        else cell
        for column, cell in zip(found.columns, row, strict=True)
    }


def _field(column: str) -> str:
    return column.replace(" ", "_")


class TableMeter(Struct, frozen=True):
    """A wager's meter at a table, with the table's game and number of decks."""

    table: str
    game: str
    decks: int
    comparison: Comparison


def balances_report(balances: Balances) -> Report:
    rows = sorted((account.name, cents) for account, cents in balances.items())
    return Report(
        "Balances",
        ("account", "balance"),
        tuple((name, Amount(cents)) for name, cents in rows),
        ("all accounts", Amount(sum(balances.values()))),
        ("balance",),
    )


def trial_report(trial: TrialBalance) -> Report:
    rows = [
        *((account.name, Amount(cents), None) for account, cents in trial.above),
        *((account.name, None, Amount(-cents)) for account, cents in trial.below),
    ]
    sums = (Amount(trial.above_cents), Amount(trial.below_cents))
    return Report(
        "Trial balance",
        ("account", "above zero", "below zero"),
        tuple(rows),
        (f"difference {Amount(trial.difference_cents)}", *sums),
        ("above zero", "below zero"),
    )


def statement_report(found: Statement) -> Report:
    lines = (brought_forward(found.before_cents), *map(line_cells, found.lines))
    amounts = ("change", "balance")
    return Report(f"Statement of {found.account.name}", STATEMENT_COLUMNS, lines, amounts=amounts)


STATEMENT_COLUMNS = ("time", "purpose", "other account", "stake", "wager", "change", "balance")


def brought_forward(before_cents: int) -> tuple[Cell, ...]:
    """Return the first row of a statement: the balance before it."""
    return (None, "brought forward", None, None, None, None, Amount(before_cents))


def line_cells(line: Line) -> tuple[Cell, ...]:
    """Return one line of a statement as a row."""
    return (
        print_time(line.at_ms),
        line.purpose.value,
        line.other.name,
        line.stake or None,
        line.wager or None,
        Amount(line.change_cents),
        Amount(line.balance_cents),
    )


def shifts_report(found: Iterable[Shift]) -> Report:
    amounts = (
        *("opener", "fills", "credits", "closer", "drop"),
        *("handle", "variance", "adjusted", "win"),
    )
    columns = ("table", "shift", "opened", "closed", *amounts)
    return Report("Shifts", columns, tuple(_shift(each) for each in found), amounts=amounts)


def _shift(shift: Shift) -> tuple[Cell, ...]:
    closed = None if shift.closed_ms is None else print_time(shift.closed_ms)
    amounts = (
        *(shift.opener_cents, shift.fills_cents, shift.credits_cents, shift.closer_cents),
        *(shift.drop_cents, shift.handle_cents, shift.variance_cents, shift.adjusted_cents),
        shift.win_cents,
    )
    figures = tuple(Amount(cents) for cents in amounts)
    return (shift.table, shift.number, print_time(shift.opened_ms), closed, *figures)


def win_report(days: Iterable[TableDay]) -> Report:
    made = tuple(days)
    sums = (
        sum(each.drop_cents for each in made),
        sum(each.handle_cents for each in made),
        sum(each.win_cents for each in made),
    )
    return Report(
        "Win by gaming day",
        ("day", "table", "drop", "handle", "win", "hold"),
        tuple(
            (
                each.day,
                each.table,
                Amount(each.drop_cents),
                Amount(each.handle_cents),
                Amount(each.win_cents),
                print_share(each.win_cents, each.handle_cents),
            )
            for each in made
        ),
        ("all days", None, *(Amount(cents) for cents in sums), print_share(sums[2], sums[1])),
        ("drop", "handle", "win"),
    )


def meters_report(found: Iterable[TableMeter]) -> Report:
    columns = (
        *("table", "game", "decks", "wager", "handle", "win", "hold"),
        *("edge", "expected", "difference"),
    )
    amounts = ("handle", "win", "expected", "difference")
    return Report("Meters by wager", columns, tuple(map(_meter, found)), amounts=amounts)


def _meter(each: TableMeter) -> tuple[Cell, ...]:
    meter: Meter = each.comparison.meter
    expected = round(each.comparison.expected_cents)
    return (
        each.table,
        each.game,
        each.decks,
        meter.wager,
        Amount(meter.handle_cents),
        Amount(meter.win_cents),
        print_share(meter.win_cents, meter.handle_cents),
        _percent(each.comparison.edge),
        Amount(expected),
        Amount(meter.win_cents - expected),
    )


def print_time(at_ms: int) -> str:
    """Print a time in UTC, to the millisecond.

    >>> print_time(1_700_000_000_123)
    '2023-11-14T22:13:20.123Z'
    """
    moment = datetime.fromtimestamp(at_ms // 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{at_ms % 1000:03d}Z"


def print_share(part: int, whole: int) -> str | None:
    """Print a share in percent; None if the whole is zero.

    >>> print_share(1_436, 10_000), print_share(-1, 3), print_share(5, 0)
    ('14.3600 %', '-33.3333 %', None)
    """
    return _percent(Fraction(part, whole)) if whole else None


def _percent(share: Fraction) -> str:
    scaled = round(abs(share) * 1_000_000)
    sign = "-" if share < 0 and scaled else ""
    return f"{sign}{scaled // 10_000}.{scaled % 10_000:04d} %"
