"""Actual win beside the exact theoretical win: luck, mix of bets, or a problem."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from litestar import Router, get
from litestar.params import QueryParameter
from msgspec import Struct

from punto.journal.people.people import Person
from punto.journal.queries.luck import By, luck_report
from punto.journal.queries.luck_rows import Point, luck_document, luck_points
from punto.journal.store import Store
from punto.ledger import book_reports
from punto.risk.luck import law_moments
from punto.rules.games import find_game
from punto.web.api.ledger import CURRENCY, HEADING, own_tables
from punto.web.api.tables import Since, Until
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, pit_managers
from punto.web.openapi.examples import answers
from punto.web.views.table import CurrencyView, currency_view
from punto.web.work_pool import WorkPool
from punto.web.work_routes import asker_of, costly

DAY_MS = 86_400_000
REPORTS_A_MINUTE = 30  # of each report and person: they read totals of all tables


class LuckView(Struct, frozen=True):
    """A luck report: rows by column name, their total, and points of a plot."""

    title: str
    currency: CurrencyView
    heading: book_reports.Heading
    rows: tuple[Mapping[str, Any], ...]
    total: Mapping[str, Any]
    points: tuple[Point, ...] = ()


ROW = {
    "table": "t1",
    "rounds": 512,
    "handle_cents": 1_000_000,
    "win_cents": 19_000,
    "hold": "1.9000 %",
    "theoretical_cents": 12_351,
    "theoretical_hold": "1.2351 %",
    "deviation_cents": 30_100,
    "z": "0.22",
    "low_cents": -46_640,
    "high_cents": 71_340,
    "mix_cents": -1_200,
    "luck_cents": 6_649,
    "at_most": "58.74 %",
    "at_least": "41.26 %",
    "how": "normal",
}
POINT = {
    "at_ms": 1_794_794_460_000,
    "rounds": 512,
    "win_cents": 19_000,
    "theoretical_cents": 12_351,
    "low_cents": -46_640,
    "high_cents": 71_340,
}
LUCK = {
    "title": "Luck by table",
    "currency": CURRENCY,
    "heading": HEADING,
    "rows": [ROW],
    "total": ROW | {"table": "all"},
    "points": [POINT],
}


class LuckQuestion(Struct, frozen=True):
    """What a luck report is asked about, for the process that works it out."""

    person: Person
    by: By
    table: str | None
    name: str
    times: tuple[int, int | None]
    day_starts_ms: int


@get(
    "/reports/luck",
    guards=[pit_managers],
    summary="Actual and theoretical win",
    responses=answers(LuckView, LUCK),
)
async def show_luck(
    request: AskingRequest,
    casino: TheCasino,
    by: Annotated[By, QueryParameter(description="What there is a row for each of.")] = By.TABLE,
    table: Annotated[str | None, QueryParameter(description="Only this table.")] = None,
    name: Annotated[
        str, QueryParameter(max_length=40, description="Only this patron or dealer.")
    ] = "",
    since_ms: Since = None,
    until_ms: Until = None,
    day_starts_ms: Annotated[
        int,
        QueryParameter(
            ge=0, lt=DAY_MS, description="When a gaming day starts, in milliseconds after midnight."
        ),
    ] = 0,
) -> LuckView:
    """Handle, win and hold beside the exact theoretical win of the stakes that were made.

    With its exact deviation, z, the 95 % interval and the chances of such a win. The difference
    from the usual hold is split into the mix of bets and luck.
    """
    person = person_of(request)
    if table is not None:
        casino.check_table(table, person)
    question = LuckQuestion(person, by, table, name, (since_ms or 0, until_ms), day_starts_ms)
    pool: WorkPool = request.app.state.reports
    asker = asker_of(request)
    found, points = await pool.run(asker, work_out_luck, casino.store.journal, question)
    return LuckView(
        found.title,
        currency_view(casino.currency),
        book_reports.heading(casino.clock.now_ms(), *question.times),
        book_reports.wire_rows(found),
        book_reports.wire_total(found) or {},
        points,
    )


def work_out_luck(
    journal: str, asked: LuckQuestion
) -> tuple[book_reports.Report, tuple[Point, ...]]:
    """Make the report; runs in a process of its own, so that no stake waits for its sums."""
    with _opened(journal).begin_read() as transaction:
        tables = [asked.table] if asked.table else own_tables(transaction.streams(), asked.person)
        rows, total = luck_report(
            transaction, tables, asked.times, asked.by, asked.day_starts_ms, asked.name
        )
        points = () if asked.name else tuple(luck_points(transaction, tables, asked.times))
    return luck_document(asked.by, rows, total), points


_opened = cache(Store)  # in the worker process, which reads one journal


def prepare_reports() -> None:
    """Work out the law of a game once, so that the first report does not wait for it."""
    law_moments(find_game("tiger"), 8)


_costly = costly(show_luck, "luck", REPORTS_A_MINUTE)
luck_routes = Router("", route_handlers=[_costly], tags=["reports"])
