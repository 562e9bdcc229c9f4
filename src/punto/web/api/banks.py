"""A table's bank: its balance, the drop box, and its shifts."""

from collections.abc import Mapping
from typing import Any

from litestar import Router, get
from litestar.params import FromPath
from msgspec import Struct

from punto.journal.queries.reports import table_shifts
from punto.ledger import book_reports
from punto.ledger.accounts import bank, drop
from punto.web.api.ledger import CURRENCY, HEADING
from punto.web.api.tables import look_at
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, pit_supervisors
from punto.web.openapi.examples import answers
from punto.web.views.table import CurrencyView, currency_view


class BankView(Struct, frozen=True):
    """A table's bank: whether it is open, its balance, the drop, and its shifts."""

    table: str
    open: bool
    currency: CurrencyView
    balance_cents: int
    drop_cents: int
    shifts: tuple[Mapping[str, Any], ...]  # the last ones
    heading: book_reports.Heading


BANK = {
    "table": "t1",
    "open": True,
    "currency": CURRENCY,
    "balance_cents": 101_250,
    "drop_cents": 0,
    "shifts": [
        {
            "table": "t1",
            "shift": 1,
            "opened": "2026-11-16T02:00:00.000Z",
            "closed": None,
            "opener_cents": 100_000,
            "fills_cents": 0,
            "credits_cents": 0,
            "closer_cents": 0,
            "drop_cents": 0,
            "handle_cents": 50_000,
            "variance_cents": 0,
            "adjusted_cents": 0,
            "win_cents": 1_250,
        }
    ],
    "heading": HEADING,
}


@get(
    "/tables/{table:str}/bank",
    sync_to_thread=True,
    guards=[pit_supervisors],
    summary="A table's bank",
    responses=answers(BankView, BANK),
)
def show_bank(request: AskingRequest, casino: TheCasino, table: FromPath[str]) -> BankView:
    """Opener, fills, credits, closer, drop and win of every shift, and the bank's balance."""
    look_at(casino, table, person_of(request))
    with casino.store.begin_read() as transaction:
        held = transaction.balances([bank(table), drop(table)])
        made = book_reports.shifts_report(table_shifts(transaction, (table,)))
    return BankView(
        table,
        table in casino.cage().banks,
        currency_view(casino.currency),
        held.get(bank(table), 0),
        held.get(drop(table), 0),
        book_reports.wire_rows(made),
        book_reports.heading(casino.clock.now_ms()),
    )


bank_routes = Router("", route_handlers=[show_bank], tags=["tables"])
