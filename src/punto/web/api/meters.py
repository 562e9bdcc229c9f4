"""Handle, win and hold of each wager, beside its exact edge."""

from typing import Annotated

from litestar import Router, get
from litestar.params import QueryParameter

from punto.journal.queries.reports import table_meters
from punto.ledger import book_reports
from punto.web.api.ledger import CURRENCY, HEADING, ReportView, own_tables, report_view
from punto.web.api.tables import Since, Until
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, pit_managers
from punto.web.openapi.examples import answers

METERS = {
    "title": "Meters by wager",
    "currency": CURRENCY,
    "heading": HEADING,
    "rows": [
        {
            "table": "t1",
            "game": "tiger",
            "decks": 8,
            "wager": "tie",
            "handle_cents": 50_000,
            "win_cents": 6_000,
            "hold": "12.0000 %",
            "edge": "14.3596 %",
            "expected_cents": 7_180,
            "difference_cents": -1_180,
        }
    ],
    "total": None,
    "next": None,
}


@get(
    "/meters",
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Meters by wager",
    responses=answers(ReportView, METERS),
)
def show_meters(
    request: AskingRequest,
    casino: TheCasino,
    table: Annotated[str | None, QueryParameter(description="Only this table.")] = None,
    since_ms: Since = None,
    until_ms: Until = None,
) -> ReportView:
    """Handle, win and hold of every wager at the caller's tables, beside its exact edge."""
    person = person_of(request)
    if table is not None:
        casino.check_table(table, person)
    with casino.store.begin_read() as transaction:
        tables = [table] if table is not None else own_tables(transaction.streams(), person)
        times = since_ms or 0, until_ms
        return report_view(
            casino, book_reports.meters_report(table_meters(transaction, tables, times)), *times
        )


meter_routes = Router("", route_handlers=[show_meters], tags=["tables"])
