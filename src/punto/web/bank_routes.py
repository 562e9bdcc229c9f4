"""What a table is set to, what its bank did, and what its wagers took in and kept."""

from collections.abc import Mapping
from typing import Annotated, Any

from litestar import Router, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from punto.journal.reports import table_entries, table_meters
from punto.ledger import documents as d
from punto.ledger.accounts import bank, drop
from punto.ledger.payouts import payouts, tray_change_cents
from punto.ledger.shifts import shifts
from punto.money import print_amount
from punto.web.entrance import (
    TheHouse,
    dealers,
    person_of,
    pit_managers,
    pit_supervisors,
    signed_in,
)
from punto.web.examples import answers
from punto.web.ledger_routes import ReportView, own_tables, report_view
from punto.web.table_routes import AskingRequest, Since, Until
from punto.web.views import configuration_view


class BankView(Struct, frozen=True):
    """A table's bank: whether it is open, what it and the box hold, and its shifts."""

    table: str
    open: bool
    balance: str
    drop: str
    shifts: tuple[Mapping[str, Any], ...]


class PayoutView(Struct, frozen=True):
    """One movement of the dealer's hand: what is taken, paid, or left with its patron."""

    action: str
    position: int
    patron: str
    wager: str
    stake: int
    amount: str
    pays: str
    clause: str


class PayoutsView(Struct, frozen=True):
    """What the dealer does for the last round, in the order to do it, and the tray's change."""

    table: str
    round: int
    payouts: tuple[PayoutView, ...]
    tray: str


class ConfigurationView(Struct, frozen=True):
    """What a table is set to; nothing while it is closed."""

    table: str
    open: bool
    configuration: Mapping[str, Any]


METERS = {
    "title": "Meters by wager",
    "rows": [
        {
            "table": "t1",
            "game": "tiger",
            "decks": 8,
            "wager": "tie",
            "handle": "500.00",
            "win": "60.00",
            "hold": "12.0000 %",
            "edge": "14.3596 %",
            "expected": "71.80",
            "difference": "-11.80",
        }
    ],
    "total": None,
}
BANK = {
    "table": "t1",
    "open": True,
    "balance": "1012.50",
    "drop": "0.00",
    "shifts": [
        {
            "table": "t1",
            "shift": 1,
            "opened": "2026-11-16T02:00:00.000Z",
            "closed": None,
            "opener": "1000.00",
            "fills": "0.00",
            "credits": "0.00",
            "closer": "0.00",
            "drop": "0.00",
            "handle": "500.00",
            "variance": "0.00",
            "adjusted": "0.00",
            "win": "12.50",
        }
    ],
}
PAYOUTS = {
    "table": "t1",
    "round": 12,
    "payouts": [
        {
            "action": "take",
            "position": 2,
            "patron": "seat2",
            "wager": "player",
            "stake": 8,
            "amount": "30.00",
            "pays": "",
            "clause": "3.16",
        }
    ],
    "tray": "30.00",
}
CONFIGURATION = {
    "table": "t1",
    "open": True,
    "configuration": {"game": "tiger", "decks": 8, "approval": "5000.00"},
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
    house: TheHouse,
    table: Annotated[str | None, QueryParameter(description="Only this table.")] = None,
    since_ms: Since = None,
    until_ms: Until = None,
) -> ReportView:
    """Handle, win and hold of every wager at the caller's tables, beside its exact edge."""
    person = person_of(request)
    if table is not None:
        house.check_table(table, person)
    with house.store.reading() as reading:
        tables = [table] if table is not None else own_tables(reading.streams(), person)
        times = since_ms or 0, until_ms
        return report_view(d.meters_report(table_meters(reading, tables, times)))


@get(
    "/tables/{table:str}/bank",
    sync_to_thread=True,
    guards=[pit_supervisors],
    summary="A table's bank",
    responses=answers(BankView, BANK),
)
def show_bank(request: AskingRequest, house: TheHouse, table: FromPath[str]) -> BankView:
    """Opener, fills, credits, closer, drop and win of every shift, and what the bank holds."""
    house.check_table(table, person_of(request))
    house.check_there(table)
    with house.store.reading() as reading:
        held = reading.balances([bank(table), drop(table)])
        made = d.shifts_report(shifts(table_entries(reading, (table,))))
    return BankView(
        table,
        table in house.cage().banks,
        print_amount(held.get(bank(table), 0)),
        print_amount(held.get(drop(table), 0)),
        report_view(made).rows,
    )


@get(
    "/tables/{table:str}/payouts",
    sync_to_thread=True,
    guards=[dealers],
    summary="What is taken and paid, in order",
    responses=answers(PayoutsView, PAYOUTS),
)
def show_payouts(request: AskingRequest, house: TheHouse, table: FromPath[str]) -> PayoutsView:
    """Of the last round: first what is taken, then what is paid, from position to position."""
    house.check_table(table, person_of(request))
    house.check_there(table)
    finished = house.host.look(table).state.finished
    if not finished:
        return PayoutsView(table, 0, (), print_amount(0))
    found = payouts(finished[-1])
    shown = tuple(
        PayoutView(
            each.action.value,
            each.position,
            each.patron,
            each.wager,
            each.stake,
            print_amount(each.cents),
            each.pays,
            each.clause,
        )
        for each in found
    )
    return PayoutsView(table, finished[-1].number, shown, print_amount(tray_change_cents(found)))


@get(
    "/tables/{table:str}/configuration",
    sync_to_thread=True,
    guards=[signed_in],
    summary="What a table is set to",
    responses=answers(ConfigurationView, CONFIGURATION),
)
def show_configuration(
    request: AskingRequest, house: TheHouse, table: FromPath[str]
) -> ConfigurationView:
    """Game, edition, decks, layout, limits, method and the rest."""
    house.check_table(table, person_of(request))
    house.check_there(table)
    set_to = house.host.look(table).state.configuration
    shown = configuration_view(set_to, person_of(request)) if set_to else {}
    return ConfigurationView(table, set_to is not None, shown)


bank_routes = Router(
    "",
    route_handlers=[show_meters, show_bank, show_payouts, show_configuration],
    tags=["tables"],
)
