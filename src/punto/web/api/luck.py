"""Actual win beside the exact theoretical win: luck, mix of bets, or a problem."""

from collections.abc import Mapping
from typing import Annotated, Any

from litestar import Router, get
from litestar.params import QueryParameter
from msgspec import Struct

from punto.journal.queries.luck import By, luck_report
from punto.journal.queries.luck_rows import Point, luck_document, luck_points
from punto.ledger import documents as d
from punto.web.api.ledger import CURRENCY, HEADING, own_tables
from punto.web.api.tables import Since, Until
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, pit_managers
from punto.web.openapi.examples import answers
from punto.web.views.table import CurrencyView, currency_view

DAY_MS = 86_400_000


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


luck_routes = Router("", route_handlers=[show_luck], tags=["reports"])
