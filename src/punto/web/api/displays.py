"""Signs in wall displays: a display sends its key once and gets it back as a cookie."""

import asyncio

from litestar import Response, Router, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec import Struct

from punto.journal.people.people import Kind
from punto.refusals import Reason, Refused
from punto.web.auth.guards import AskingRequest, TheCasino, cookie_name
from punto.web.edge.route_rates import rate_limit
from punto.web.views.mine import MeView, me_view

COOKIE_S = 365 * 24 * 3600  # so that a display signs in again after a power cut


class DisplayKeyRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The key that was returned when the device was added."""

    key: str


@post("/displays", status_code=200, summary="Sign in as a display")
async def sign_in_as_display(
    casino: TheCasino, data: JSONBody[DisplayKeyRequest], request: AskingRequest
) -> Response[MeView]:
    """Sets the key as an HttpOnly cookie, since browsers cannot send headers with a socket."""
    found = await asyncio.to_thread(casino.sessions.authenticate, data.key)
    if found is None or found.kind is not Kind.DEVICE:
        raise Refused(Reason.WRONG_PASSWORD, "No device has this key: ask a Pit Manager for one.")
    secure = request.url.scheme == "https"
    name = cookie_name(request.scope)
    cookie = Cookie(
        name, value=data.key, httponly=True, samesite="strict", secure=secure, max_age=COOKIE_S
    )
    return Response(me_view(found), cookies=[cookie])


def display_routes(sign_ins_a_minute: int) -> Router:
    """Routes for displays; rate-limited, as signing in is."""
    limit = rate_limit("display", sign_ins_a_minute)
    return Router("", route_handlers=[sign_in_as_display], middleware=[limit], tags=["people"])
