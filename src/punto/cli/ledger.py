"""`punto ledger`: what the books say, for people, spreadsheets and programs."""

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from datetime import time
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from cyclopts import Parameter

from punto.cli.arguments import Json, read_time
from punto.cli.journals import Journal, opened
from punto.cli.output import console, print_json, print_table
from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.journal.reading import Moved, Reading
    from punto.ledger.accounts import Account
    from punto.ledger.documents import Cell, Report, TableMeter
    from punto.ledger.statements import Entry
    from punto.table.configuration import Configuration

Kind: TypeAlias = Literal["balances", "trial", "statement", "win", "shifts", "meters"]
Times: TypeAlias = tuple[int, int | None]

MINUTE_MS = 60_000


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
    csv: Annotated[bool, Parameter(name="--csv", help="Print CSV for spreadsheets.")] = False,
    json: Json = False,
) -> int:
    """Print balances, trial balance, a statement, the daily win, shifts or meters from a journal.

    Exits with 1 when the accounts do not come to zero.
    """
    times = (read_time(since) if since else 0, read_time(until) if until else None)
    starts_ms = _read_day_start(day_starts)
    if (report == "statement") != (account is not None):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A statement is one account's: write punto ledger JOURNAL statement --account NAME.",
        )
    with opened(journal) as reading:
        off = sum(reading.balances().values())
        found = _report(reading, report, account or "", table, times, starts_ms)
    if json:
        print_json(_document(found))
    elif csv:
        _print_csv(found)
    else:
        _print(found)
    if off:
        print(f"punto: The accounts come to {off} minor units, not to zero.", file=sys.stderr)  # noqa: T201
    return 1 if off else 0


def _report(
    reading: "Reading", kind: Kind, account: str, table: str | None, times: Times, starts_ms: int
) -> "Report":
    from punto.ledger import documents as d
    from punto.ledger.shifts import shifts, table_of, win_report
    from punto.ledger.statements import statement, trial_balance_of

    def entries(within: bool) -> "Iterator[Entry]":
        return (
            entry
            for entry in _entries(reading.moved(), times if within else (0, None))
            if table is None or table_of(entry.transfer) == table
        )

    match kind:
        case "balances":
            return d.balances_report(reading.balances())
        case "trial":
            return d.trial_report(trial_balance_of(reading.balances()))
        case "statement":
            whose = _read_account(reading, account)
            moved = _entries(reading.moved(whose), (0, None))
            return d.statement_report(statement(whose, moved, *times))
        case "win":
            return d.win_document(win_report(entries(within=True), starts_ms))
        case "shifts":
            return d.shifts_report(shifts(entries(within=False)))
        case "meters":
            return d.meters_report(_meters(reading, table, times))


def _entries(moved: "Iterator[Moved]", times: Times) -> "Iterator[Entry]":
    from punto.ledger.statements import Entry

    return (Entry(each.at_ms, each.transfer) for each in _within(moved, times))


def _within(moved: "Iterator[Moved]", times: Times) -> "Iterator[Moved]":
    since_ms, until_ms = times
    for each in moved:
        if since_ms <= each.at_ms and (until_ms is None or each.at_ms < until_ms):
            yield each


def _meters(reading: "Reading", only: str | None, times: Times) -> "Iterator[TableMeter]":
    """Meters of each table, apart for each game and number of decks that it dealt."""
    from punto.ledger.documents import TableMeter
    from punto.ledger.meters import Meter, against_edges, count

    tables = [each for each in reading.streams() if only is None or each == only]
    dealt = {table: _dealt(reading.settings(table)) for table in tables}
    found: dict[tuple[str, str, int], dict[str, Meter]] = {}
    for each in _within(reading.moved(), times):
        if each.transfer.wager and each.stream in dealt:
            at_time = (each.stream, *dealt[each.stream](each.number))
            count(found.setdefault(at_time, {}), each.transfer)
    for (table, game, decks), meters in sorted(found.items()):
        for comparison in against_edges(meters, _edges(game, decks)):
            yield TableMeter(table, game, decks, comparison)


def _dealt(settings: "list[tuple[int, Configuration]]") -> Callable[[int], tuple[str, int]]:
    """Which game a table dealt, from how many decks, at an entry of its own."""
    numbers = [number for number, _ in settings]

    def at(number: int) -> tuple[str, int]:
        _, configuration = settings[bisect_right(numbers, number) - 1]
        return configuration.game, configuration.decks

    return at


def _edges(game: str, decks: int) -> dict[str, Fraction]:
    """The exact edge of every wager, off the top of a whole shoe."""
    from punto.odds.composition import Composition
    from punto.odds.law import law
    from punto.odds.price import prices
    from punto.rules.games import find_game

    found = prices(law(Composition.of_decks(decks)), find_game(game).wagers)
    return {each.wager.id: each.house_edge for each in found}


def _read_account(reading: "Reading", text: str) -> "Account":
    from punto.ledger.accounts import account_named

    try:
        whose = account_named(text)
    except ValueError:
        whose = None
    if whose is None or whose not in reading.balances([whose]):
        raise Refused(Reason.UNKNOWN_ACCOUNT, f"The books have no account {text[:80]!r}.")
    return whose


def _read_day_start(text: str) -> int:
    try:
        moment = time.fromisoformat(text)
    except ValueError:
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"{text[:40]!r} is no time of day; write it as 06:00."
        ) from None
    return (moment.hour * 60 + moment.minute) * MINUTE_MS


def _document(found: "Report") -> dict[str, Any]:
    def named(row: "tuple[Cell, ...]") -> dict[str, Any]:
        names = (column.replace(" ", "_") for column in found.columns)
        return dict(zip(names, row, strict=True))

    total = named(found.total) if found.total else None
    return {"title": found.title, "rows": [named(row) for row in found.rows], "total": total}


def _print_csv(found: "Report") -> None:
    from csv import writer

    out = writer(sys.stdout, lineterminator="\n")
    out.writerow(found.columns)
    out.writerows(found.rows)


def _print(found: "Report") -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    out.print(Text(found.title, "bold"))
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
    """Whether a column holds words and not figures."""
    cells = [str(row[place]) for row in found.rows if row[place] is not None]
    return not cells or any(not set(cell) <= set("-0123456789. %") for cell in cells)
