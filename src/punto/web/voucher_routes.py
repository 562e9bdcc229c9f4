"""Vouchers: the ticket of one that is open, for whoever has its code."""

from typing import Annotated, Any, cast

from litestar import Request, Response, Router, post
from litestar.openapi.spec import Example
from litestar.params import Body
from msgspec import Struct

from punto.journal.people import Person
from punto.journal.streams import CAGE
from punto.journal.vouchers import issued
from punto.ledger.cage.state import State as CageState
from punto.ledger.cage.vouchers import print_code, read_code
from punto.refusals import Reason, Refused
from punto.web.entrance import TheHouse, person_of, plays_or_works
from punto.web.tickets import Ticket, draw_ticket
from punto.web.views import is_staff

SVG = "image/svg+xml"

AskingRequest = Request[Person, str, Any]


class TicketWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A voucher by its code, which the server keeps nowhere: it has to be sent along."""

    code: str


WANTED = Example(
    summary="A voucher's code, as its maker keeps it",
    value={"code": "0004-1061-050R-3GG2-8A1C-60T3-GF5E"},
)


@post(
    "/vouchers/ticket",
    status_code=200,
    sync_to_thread=True,
    guards=[plays_or_works],
    media_type=SVG,
    summary="A voucher's ticket, to be printed",
)
def print_ticket(
    house: TheHouse,
    request: AskingRequest,
    data: Annotated[TicketWanted, Body(examples=[WANTED])],
) -> Response[str]:
    """An SVG picture for 80 mm paper: house, amount, number, time, and the code with its QR code.

    For staff, and for the patron whose voucher it is; only while nobody has brought it.
    """
    person, seal = person_of(request), read_code(data.code)
    state = cast(CageState, house.host.look(CAGE).state)
    voucher = state.vouchers.get(seal)
    if voucher is None:
        raise Refused(
            Reason.UNKNOWN_VOUCHER, "No such voucher is open: it was used before or never issued."
        )
    if not is_staff(person) and voucher.patron != person.id:
        raise Refused(Reason.NOT_YOURS, "This voucher is another patron's: ask at the cage.")
    with house.store.reading() as reading:
        record = issued(reading, seal)
    if record is None:
        raise Refused(
            Reason.UNKNOWN_VOUCHER, "This voucher is too old to be printed: take it to the cage."
        )
    ticket = Ticket(
        house.name,
        house.currency,
        voucher.cents,
        record.seq,
        record.at_ms,
        print_code(data.code),
    )
    return Response(draw_ticket(ticket), media_type=SVG)


voucher_routes = Router("", route_handlers=[print_ticket], tags=["vouchers"])
