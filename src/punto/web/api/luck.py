"""Actual win beside the exact theoretical win: luck, mix of bets, or a problem."""

from collections.abc import Mapping
from typing import Annotated, Any

from litestar import Router, get
from litestar.params import QueryParameter
from msgspec import Struct

from punto.journal.queries.luck import By, luck_report
from punto.journal.queries.luck_rows import Point, luck_document, luck_points, pace_document
from punto.journal.queries.pace import table_paces
from punto.ledger import documents as d
from punto.web.api.ledger import CURRENCY, HEADING, ReportView, own_tables, report_view
from punto.web.api.tables import Since, Until
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, pit_managers
from punto.web.openapi.examples import answers
from punto.web.views.table import CurrencyView, currency_view
from punto.web.work_routes import costly

DAY_MS = 86_400_000
REPORTS_A_MINUTE = 30  # of each report and person: they read totals of all tables


class LuckView(Struct, frozen=True):
    """A luck report: rows by column name, their total, and points of a plot."""

    title: str
    currency: CurrencyView
    heading: d.Heading
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


@get(
    "/reports/luck",
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Actual and theoretical win",
    responses=answers(LuckView, LUCK),
)
def show_luck(
    request: AskingRequest,
    casino: TheCasino,
    by: Annotated[By, QueryParameter(description="What there is a row for each of.")] = By.TABLE,
    table: Annotated[str | None, QueryParameter(description="Only this table.")] = None,
    name: Annotated[str, QueryParameter(max_length=40, description="Only this patron.")] = "",
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
    times = since_ms or 0, until_ms
    with casino.store.begin_read() as transaction:
        tables = [table] if table is not None else own_tables(transaction.streams(), person)
        rows, total = luck_report(transaction, tables, times, by, day_starts_ms, name)
        points = () if name else tuple(luck_points(transaction, tables, times))
    found = luck_document(by, rows, total)
    return LuckView(
        found.title,
        currency_view(casino.currency),
        d.heading(casino.clock.now_ms(), *times),
        d.wire_rows(found),
        d.wire_total(found) or {},
        points,
    )


PACE = {
    "title": "Pace against 60 rounds an hour",
    "currency": CURRENCY,
    "heading": HEADING,
    "rows": [
        {
            "table": "t1",
            "rounds": 60,
            "rounds_an_hour": "52.4",
            "betting": "24.0",
            "dealing": "18.2",
            "settling": "9.5",
            "waiting": "17.0",
            "theoretical_win_an_hour_cents": 98_300,
            "lost_an_hour_cents": 14_260,
            "behind": "yes",
        }
    ],
    "total": None,
    "next": None,
}


@get(
    "/reports/pace",
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Rounds an hour and seconds of each step",
    responses=answers(ReportView, PACE),
)
def show_pace(
    request: AskingRequest,
    casino: TheCasino,
    target: Annotated[
        int, QueryParameter(ge=1, le=1000, description="Rounds an hour to compare with.")
    ] = 60,
) -> ReportView:
    """The last rounds of the caller's tables: where their time goes, and what it is worth."""
    with casino.store.begin_read() as transaction:
        tables = own_tables(transaction.streams(), person_of(request))
        found = pace_document(table_paces(transaction, tables), target)
        return report_view(casino, found)


_costly = [
    costly(show_luck, "luck", REPORTS_A_MINUTE),
    costly(show_pace, "pace", REPORTS_A_MINUTE),
]
luck_routes = Router("", route_handlers=_costly, tags=["reports"])
