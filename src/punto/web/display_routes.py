"""How a display on the wall comes in: it sends its key once and keeps it as a cookie."""

import asyncio
from typing import Any

from litestar import Request, Response, Router, post
from litestar.datastructures import Cookie
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.params import JSONBody
from msgspec import Struct

from punto.journal.people import Kind, Person
from punto.refusals import Reason, Refused
from punto.web.entrance import COOKIE, TheHouse
from punto.web.views import MeView, me_view

KEPT_S = 365 * 24 * 3600  # a display comes back by itself after a power cut


class KeyBrought(Struct, frozen=True, forbid_unknown_fields=True):
    """The key that was told when the device was added."""

    key: str


@post("/displays", status_code=200, summary="Come in as a display")
async def come_as_display(
    house: TheHouse, data: JSONBody[KeyBrought], request: Request[Person, str, Any]
) -> Response[MeView]:
    """A browser cannot send a header with a socket, so the key becomes a cookie no script reads."""
    found = await asyncio.to_thread(house.sign_ins.who, data.key)
    if found is None or found.kind is not Kind.DEVICE:
        raise Refused(Reason.WRONG_PASSWORD, "No device has this key: ask a Pit Manager for one.")
    secure = request.url.scheme == "https"
    cookie = Cookie(
        COOKIE, value=data.key, httponly=True, samesite="strict", secure=secure, max_age=KEPT_S
    )
    return Response(me_view(found), cookies=[cookie])


def display_routes(sign_ins_a_minute: int) -> Router:
    """Slowed down for one who tries many keys, as signing in is."""
    limit = RateLimitConfig(("minute", sign_ins_a_minute)).middleware
    return Router("", route_handlers=[come_as_display], middleware=[limit], tags=["people"])
