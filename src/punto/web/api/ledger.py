"""The books: balances, trial balance, statements and win."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from litestar import Router, get
from litestar.params import QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from punto.journal.people.people import Person
from punto.journal.queries.account_history import statement_page
from punto.journal.queries.account_lines import Place
from punto.journal.queries.reports import Times, table_days
from punto.journal.streams import CAGE
from punto.ledger import book_reports
from punto.ledger.accounts import Account, read_account
from punto.ledger.statements import trial_balance_of
from punto.refusals import Reason, Refused
from punto.web.api.tables import Since, Until
from punto.web.approvals import table_of_account
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, shift_managers
from punto.web.casino import Casino
from punto.web.openapi.examples import answers
from punto.web.views.table import CurrencyView, currency_view

DAY_MS = 86_400_000
LINES = 200  # of a statement in a page
LINES_MAX = 1000
_PLACE = re.compile(r"([0-9]{1,15})\.([0-9]{1,9})")

Before = Annotated[
    str | None,
    QueryParameter(max_length=30, description="The `next` of the previous page."),
]
Limit = Annotated[int, QueryParameter(ge=1, le=LINES_MAX, description="At most this many rows.")]


class ReportView(Struct, frozen=True):
    """A report: rows by column name, and a total if it has one.

    Columns that end in `cents` are amounts. The heading has the version that made the report, the
    time it was made, and the period it covers.
    """

    title: str
    currency: CurrencyView
    rows: tuple[Mapping[str, Any], ...]
    total: Mapping[str, Any] | None = None
    heading: book_reports.Heading | None = None
    next: str | None = None  # the `before` of the page with earlier rows


def report_view(
    casino: Casino,
    found: book_reports.Report,
    since_ms: int = 0,
    until_ms: int | None = None,
    following: str | None = None,
) -> ReportView:
    """A report for a period, with a heading that says it was made now."""
    head = book_reports.heading(casino.clock.now_ms(), since_ms, until_ms)
    currency = currency_view(casino.currency)
    rows, total = book_reports.wire_rows(found), book_reports.wire_total(found)
    return ReportView(found.title, currency, rows, total, head, following)


CURRENCY = {"code": "SGD", "digits": 2}
HEADING = {
    "version": "0.1.0",
    "made": "2026-11-16T06:00:00.000Z",
    "since": None,
    "until": None,
    "time_zone": "UTC",
}
BALANCES = {
    "title": "Balances",
    "currency": CURRENCY,
    "heading": HEADING,
    "rows": [{"account": "patron:seat1", "balance_cents": 12_000}],
    "total": {"account": "all accounts", "balance_cents": 0},
    "next": None,
}
TRIAL = {
    "title": "Trial balance",
    "currency": CURRENCY,
    "heading": HEADING,
    "rows": [{"account": "patron:seat1", "above_zero_cents": 12_000, "below_zero_cents": None}],
    "total": {
        "account": "all accounts",
        "above_zero_cents": 12_000,
        "below_zero_cents": 12_000,
    },
    "next": None,
}
STATEMENT = {
    "title": "Statement of patron:seat1",
    "currency": CURRENCY,
    "heading": HEADING,
    "rows": [
        {
            "time": "2026-11-16T02:00:00.000Z",
            "purpose": "stake",
            "other_account": "held:t1",
            "stake": 7,
            "wager": "tie",
            "change_cents": -1_000,
            "balance_cents": 11_000,
        }
    ],
    "total": None,
    "next": None,
}
WIN = {
    "title": "Win by gaming day",
    "currency": CURRENCY,
    "heading": HEADING,
    "rows": [
        {
            "day": "2026-11-16",
            "table": "t1",
            "drop_cents": 0,
            "handle_cents": 50_000,
            "win_cents": 1_250,
            "hold": "2.5000 %",
        }
    ],
    "total": None,
    "next": None,
}


@get(
    "/ledger/balances",
    sync_to_thread=True,
    guards=[shift_managers],
    summary="The balance of every account",
    responses=answers(ReportView, BALANCES),
)
def show_balances(casino: TheCasino) -> ReportView:
    """All accounts; their balances add up to zero."""
    with casino.store.begin_read() as transaction:
        return report_view(casino, book_reports.balances_report(transaction.balances()))


@get(
    "/ledger/trial-balance",
    sync_to_thread=True,
    guards=[shift_managers],
    summary="The trial balance",
    responses=answers(ReportView, TRIAL),
)
def show_trial_balance(casino: TheCasino) -> ReportView:
    """Every account on the side of its balance; the two sides have equal totals."""
    with casino.store.begin_read() as transaction:
        found = book_reports.trial_report(trial_balance_of(transaction.balances()))
    _, *sums = found.total
    return report_view(casino, replace(found, total=("all accounts", *sums)))


@get(
    "/ledger/statement",
    sync_to_thread=True,
    guards=[shift_managers],
    summary="The statement of an account",
    responses=answers(ReportView, STATEMENT),
)
def show_statement(
    request: AskingRequest,
    casino: TheCasino,
    account: Annotated[
        str, QueryParameter(description="Such as patron:seat1, bank:t1 or cage.", max_length=120)
    ],
    since_ms: Since = None,
    until_ms: Until = None,
    before: Before = None,
    limit: Limit = LINES,
) -> ReportView:
    """The last entries of an account, and the `before` of the page with earlier ones.

    For a table's account the caller must be assigned to the table.
    """
    whose = read_account(account)
    table = table_of_account(whose.name)
    if table:
        casino.check_table(table, person_of(request))
    return statement_view(casino, whose, (since_ms or 0, until_ms), before, limit)


def statement_view(
    casino: Casino, whose: Account, times: Times, before: str | None, limit: int
) -> ReportView:
    """A page of an account's statement; refused if the account does not exist."""
    place = _read_place(before)
    with casino.store.begin_read() as transaction:
        page = statement_page(transaction, whose, *times, before=place, limit=limit)
        following = None if page.before is None else f"{page.before.position}.{page.before.place}"
        return report_view(casino, book_reports.statement_report(page.statement), *times, following)


def _read_place(text: str | None) -> Place | None:
    if text is None:
        return None
    found = _PLACE.fullmatch(text)
    if found is None:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Send the `next` of the previous page as `before`."
        )
    return Place(int(found[1]), int(found[2]))


@get(
    "/ledger/win",
    sync_to_thread=True,
    guards=[shift_managers],
    summary="The win by gaming day",
    responses=answers(ReportView, WIN),
)
def show_win(
    request: AskingRequest,
    casino: TheCasino,
    since_ms: Since = None,
    until_ms: Until = None,
    day_starts_ms: Annotated[
        int,
        QueryParameter(
            ge=0, lt=DAY_MS, description="When a gaming day starts, in milliseconds after midnight."
        ),
    ] = 0,
) -> ReportView:
    """Drop, handle, win and hold of the caller's tables, day by day."""
    times = since_ms or 0, until_ms
    with casino.store.begin_read() as transaction:
        tables = own_tables(transaction.streams(), person_of(request))
        days = table_days(transaction, tables, times, day_starts_ms)
        return report_view(casino, book_reports.win_report(days), *times)


def own_tables(streams: list[str], person: Person) -> list[str]:
    """The tables that a person is assigned to."""
    return [each for each in streams if each != CAGE and person.at(each)]


ledger_routes = Router(
    "",
    route_handlers=[show_balances, show_trial_balance, show_statement, show_win],
    tags=["ledger"],
)
