"""Vouchers: the open ones, codes for new ones, and the ticket for those who have the code."""

from typing import Annotated

from litestar import Response, Router, get, post
from litestar.openapi.spec import Example
from litestar.params import Body
from msgspec import Struct

from punto.journal.queries.vouchers import issued
from punto.ledger.cage.voucher_codes import print_code, read_code
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.api.ledger import CURRENCY
from punto.web.auth.guards import (
    AskingRequest,
    TheCasino,
    check_position,
    person_of,
    plays_or_works,
)
from punto.web.cage_parties import is_guest
from punto.web.openapi.examples import answers
from punto.web.views.table import CurrencyView, currency_view, is_staff
from punto.web.views.tickets import Ticket, draw_ticket

SVG = "image/svg+xml"

VOUCHERS_MAX = 500  # of one answer


class VoucherView(Struct, frozen=True):
    """An open voucher; its code is on the ticket only."""

    patron: str
    cents: int


class VouchersView(Struct, frozen=True):
    """Open vouchers: their number, their total, and the first of them.

    Also the largest voucher, and the most credits a patron may hold after redeeming one.
    """

    currency: CurrencyView
    count: int
    cents: int
    vouchers: tuple[VoucherView, ...]
    voucher_cents_max: int
    credits_cents_max: int


class VoucherCode(Struct, frozen=True):
    """A code for one new voucher. It is worth nothing until a cash-out is made with it."""

    code: str


class TicketRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A voucher by its code, which the server does not store."""

    code: str


VOUCHERS = {
    "currency": CURRENCY,
    "count": 1,
    "cents": 2_500,
    "vouchers": [{"patron": "seat1", "cents": 2_500}],
    "voucher_cents_max": 10_000_000,
    "credits_cents_max": 100_000_000_000_000,
}
CODE = {"code": "0004-1061-050R-3GG2-8A1C-60T3-GF5E"}
WANTED = Example(summary="The code of the voucher", value=CODE)


@get(
    "/vouchers",
    sync_to_thread=True,
    guards=[plays_or_works],
    summary="Open vouchers",
    responses=answers(VouchersView, VOUCHERS),
)
def list_vouchers(request: AskingRequest, casino: TheCasino) -> VouchersView:
    """A patron's own; for Pit Supervisors and above, all of them. Never their codes."""
    person = person_of(request)
    if is_staff(person):
        check_position(person, Position.PIT_SUPERVISOR)
    cage = casino.cage()
    found = sorted(
        (each.patron, each.cents)
        for each in cage.vouchers.values()
        if is_staff(person) or each.patron == person.id
    )
    shown = tuple(VoucherView(who, cents) for who, cents in found[:VOUCHERS_MAX])
    return VouchersView(
        currency_view(casino.currency),
        len(found),
        sum(cents for _, cents in found),
        shown,
        cage.limits.voucher_cents_max,
        cage.limits.credits_cents_max,
    )


@post(
    "/vouchers/codes",
    status_code=200,
    sync_to_thread=True,
    guards=[plays_or_works],
    summary="A code for a new voucher",
    responses=answers(VoucherCode, CODE),
)
def make_code(casino: TheCasino) -> VoucherCode:
    """For `cash-out`: only the house makes codes, each for one voucher.

    The client asks first, so that it has the code even if the answer to the cash-out is lost.
    """
    return VoucherCode(casino.house_codes.new())


@post(
    "/vouchers/ticket",
    status_code=200,
    sync_to_thread=True,
    guards=[plays_or_works],
    media_type=SVG,
    summary="A voucher's ticket for printing",
)
def print_ticket(
    casino: TheCasino,
    request: AskingRequest,
    data: Annotated[TicketRequest, Body(examples=[WANTED])],
) -> Response[str]:
    """An SVG for 80 mm paper: house, amount, number, time, and the code with its QR code.

    For staff and for the patron whose voucher it is, while the voucher is open.
    """
    person, seal = person_of(request), read_code(data.code)
    voucher = casino.cage().vouchers.get(seal)
    if voucher is None:
        raise Refused(
            Reason.UNKNOWN_VOUCHER, "No such voucher is open: it was used or never issued."
        )
    if not is_staff(person) and voucher.patron != person.id:
        raise Refused(Reason.NOT_YOURS, "This voucher is another player's: ask at the cage.")
    with casino.store.begin_read() as transaction:
        record = issued(transaction, seal)
    if record is None:
        raise Refused(
            Reason.UNKNOWN_VOUCHER, "This voucher is too old to be printed: take it to the cage."
        )
    ticket = Ticket(
        casino.name,
        casino.currency,
        voucher.cents,
        record.seq,
        record.at_ms,
        print_code(data.code),
        is_play=is_guest(casino.people, voucher.patron),
        time_zone=casino.time_zone,
    )
    return Response(draw_ticket(ticket), media_type=SVG)


voucher_routes = Router(
    "", route_handlers=[list_vouchers, make_code, print_ticket], tags=["vouchers"]
)
