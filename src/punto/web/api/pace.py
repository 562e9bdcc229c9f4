"""The pace of tables and dealers: rounds an hour, and where their time goes."""

from typing import Annotated

from litestar import Router, get
from litestar.params import QueryParameter

from punto.journal.queries.pace_rows import PaceBy, pace_report
from punto.web.api.ledger import CURRENCY, HEADING, ReportView, own_tables, report_view
from punto.web.api.luck import REPORTS_A_MINUTE
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, pit_managers
from punto.web.openapi.examples import answers
from punto.web.work_routes import costly

PACE = {
    "title": "Pace by dealer",
    "currency": CURRENCY,
    "heading": HEADING,
    "rows": [
        {
            "table": "t1",
            "dealer": "dana",
            "rounds": 60,
            "rounds_an_hour": "52.4",
            "target": 60,
            "betting": "24.0",
            "dealing": "18.2",
            "settling": "9.5",
            "waiting": "17.0",
            "longest": "dealing",
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
    by: Annotated[
        PaceBy, QueryParameter(description="What there is a row for each of.")
    ] = PaceBy.TABLE,
    target: Annotated[
        int | None,
        QueryParameter(
            ge=1, le=1000, description="Rounds an hour to compare with; else the table's own."
        ),
    ] = None,
) -> ReportView:
    """The last rounds of the caller's tables: where their time goes, and what it is worth."""
    with casino.store.begin_read() as transaction:
        tables = own_tables(transaction.streams(), person_of(request))
        return report_view(casino, pace_report(transaction, tables, by, target))


_costly = costly(show_pace, "pace", REPORTS_A_MINUTE)
pace_routes = Router("", route_handlers=[_costly], tags=["reports"])
