"""Reports as rows of plain words and amounts, the same for a page, a spreadsheet and a program."""

from collections.abc import Iterable
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct

from punto.ledger.meters import Comparison, Meter
from punto.ledger.shifts import Shift, TableDay
from punto.ledger.statements import Statement, TrialBalance
from punto.ledger.transfers import Balances
from punto.money import print_amount

Cell: TypeAlias = str | int | None


class Report(Struct, frozen=True):
    """A table of cells under their columns; the last row may be the sum of those above."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...] = ()


def report_document(found: Report) -> dict[str, Any]:
    """A report as JSON: each row by the names of its columns."""

    def named(row: tuple[Cell, ...]) -> dict[str, Cell]:
        names = (column.replace(" ", "_") for column in found.columns)
        return dict(zip(names, row, strict=True))

    total = named(found.total) if found.total else None
    return {"title": found.title, "rows": [named(row) for row in found.rows], "total": total}


class TableMeter(Struct, frozen=True):
    """A wager's meter at a table that dealt one game from so many decks."""

    table: str
    game: str
    decks: int
    comparison: Comparison


def balances_report(balances: Balances) -> Report:
    rows = sorted((account.name, cents) for account, cents in balances.items())
    return Report(
        "Balances",
        ("account", "balance"),
        tuple((name, print_amount(cents)) for name, cents in rows),
        ("all accounts", print_amount(sum(balances.values()))),
    )


def trial_report(trial: TrialBalance) -> Report:
    rows = [
        *((account.name, print_amount(cents), None) for account, cents in trial.above),
        *((account.name, None, print_amount(-cents)) for account, cents in trial.below),
    ]
    sums = (print_amount(trial.above_cents), print_amount(trial.below_cents))
    return Report(
        "Trial balance",
        ("account", "above zero", "below zero"),
        tuple(rows),
        (f"difference {print_amount(trial.difference_cents)}", *sums),
    )


def statement_report(found: Statement) -> Report:
    lines = tuple(
        (
            print_time(line.at_ms),
            line.purpose.value,
            line.other.name,
            line.stake or None,
            line.wager or None,
            print_amount(line.change_cents),
            print_amount(line.balance_cents),
        )
        for line in found.lines
    )
    before = (None, "brought forward", None, None, None, None, print_amount(found.before_cents))
    return Report(
        f"Statement of {found.account.name}",
        ("time", "purpose", "other account", "stake", "wager", "change", "balance"),
        (before, *lines),
    )


def shifts_report(found: Iterable[Shift]) -> Report:
    columns = (
        *("table", "shift", "opened", "closed", "opener", "fills", "credits", "closer"),
        *("drop", "handle", "variance", "adjusted", "win"),
    )
    return Report("Shifts", columns, tuple(_shift(each) for each in found))


def _shift(shift: Shift) -> tuple[Cell, ...]:
    closed = None if shift.closed_ms is None else print_time(shift.closed_ms)
    amounts = (
        *(shift.opener_cents, shift.fills_cents, shift.credits_cents, shift.closer_cents),
        *(shift.drop_cents, shift.handle_cents, shift.variance_cents, shift.adjusted_cents),
        shift.win_cents,
    )
    told = tuple(print_amount(cents) for cents in amounts)
    return (shift.table, shift.number, print_time(shift.opened_ms), closed, *told)


def win_document(days: Iterable[TableDay]) -> Report:
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
                print_amount(each.drop_cents),
                print_amount(each.handle_cents),
                print_amount(each.win_cents),
                print_share(each.win_cents, each.handle_cents),
            )
            for each in made
        ),
        ("all days", None, *(print_amount(cents) for cents in sums), print_share(sums[2], sums[1])),
    )


def meters_report(found: Iterable[TableMeter]) -> Report:
    columns = (
        *("table", "game", "decks", "wager", "handle", "win", "hold"),
        *("edge", "expected", "difference"),
    )
    return Report("Meters by wager", columns, tuple(_meter(each) for each in found))


def _meter(each: TableMeter) -> tuple[Cell, ...]:
    meter: Meter = each.comparison.meter
    expected = round(each.comparison.expected_cents)
    return (
        each.table,
        each.game,
        each.decks,
        meter.wager,
        print_amount(meter.handle_cents),
        print_amount(meter.win_cents),
        print_share(meter.win_cents, meter.handle_cents),
        _percent(each.comparison.edge),
        print_amount(expected),
        print_amount(meter.win_cents - expected),
    )


def print_time(at_ms: int) -> str:
    """A time in UTC, to the millisecond.

    >>> print_time(1_700_000_000_123)
    '2023-11-14T22:13:20.123Z'
    """
    moment = datetime.fromtimestamp(at_ms // 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{at_ms % 1000:03d}Z"


def print_share(part: int, whole: int) -> str | None:
    """A share in percent; of nothing there is none.

    >>> print_share(1_436, 10_000), print_share(-1, 3), print_share(5, 0)
    ('14.3600 %', '-33.3333 %', None)
    """
    return _percent(Fraction(part, whole)) if whole else None


def _percent(share: Fraction) -> str:
    scaled = round(abs(share) * 1_000_000)
    sign = "-" if share < 0 and scaled else ""
    return f"{sign}{scaled // 10_000}.{scaled % 10_000:04d} %"
