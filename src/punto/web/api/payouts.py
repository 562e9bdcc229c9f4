"""The dealer's takes and payments for the last round, in order."""

from litestar import Router, get
from litestar.params import FromPath
from msgspec import Struct

from punto.ledger.payouts import payouts, tray_change_cents
from punto.table.state import State
from punto.web.api.ledger import CURRENCY
from punto.web.api.tables import look_at
from punto.web.auth.guards import AskingRequest, TheCasino, dealers, person_of
from punto.web.openapi.examples import answers
from punto.web.views.table import CurrencyView, currency_view


class PayoutView(Struct, frozen=True):
    """One action of the dealer: a stake taken, paid, or left with its patron."""

    action: str
    position: int
    patron: str
    wager: str
    stake: int
    cents: int
    pays: str
    clause: str


class PayoutsView(Struct, frozen=True):
    """The dealer's actions for the last round, in order, and the change of the tray."""

    table: str
    round: int
    currency: CurrencyView
    payouts: tuple[PayoutView, ...]
    tray_cents: int


PAYOUTS = {
    "table": "t1",
    "round": 12,
    "currency": CURRENCY,
    "payouts": [
        {
            "action": "take",
            "position": 2,
            "patron": "seat2",
            "wager": "player",
            "stake": 8,
            "cents": 3_000,
            "pays": "",
            "clause": "3.16",
        }
    ],
    "tray_cents": 3_000,
}


@get(
    "/tables/{table:str}/payouts",
    sync_to_thread=True,
    guards=[dealers],
    summary="Takes and payments of the last round, in order",
    responses=answers(PayoutsView, PAYOUTS),
)
def show_payouts(request: AskingRequest, casino: TheCasino, table: FromPath[str]) -> PayoutsView:
    """For the last round: first the stakes taken, then the payments, position by position."""
    return payouts_of(table, look_at(casino, table, person_of(request)).state, casino.currency)


def payouts_of(table: str, state: State, house_currency: str) -> PayoutsView:
    """The dealer's actions for the last round of a table as it stands."""
    finished, config = state.finished, state.configuration
    currency = currency_view(config.currency if config else house_currency)
    if not finished:
        return PayoutsView(table, 0, currency, (), 0)
    found = payouts(finished[-1])
    shown = tuple(
        PayoutView(
            each.action.value,
            each.position,
            each.patron,
            each.wager,
            each.stake,
            each.cents,
            each.pays,
            each.clause,
        )
        for each in found
    )
    return PayoutsView(table, finished[-1].number, currency, shown, tray_change_cents(found))


payout_routes = Router("", route_handlers=[show_payouts], tags=["tables"])
