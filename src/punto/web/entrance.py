"""Who asks: the token of a request or socket, Origin and CSRF, and the guards of the routes."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.middleware.csrf import CSRFMiddleware
from litestar.types import Receive, Scope, Send

from punto.journal.people import Duty, Kind, Person
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.house import House

COOKIE = "punto"
BEARER = "Bearer "
LOOKS_ON = "punto-looks-on"  # a page that asks by itself: nobody stays signed in by it

TheHouse = NamedDependency[House]  # how a route asks for it
Connection = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: Connection) -> str:
    """The token that came along: a header from programs, a cookie from browsers."""
    header = connection.headers.get("authorization", "")
    if header.startswith(BEARER):
        return header.removeprefix(BEARER)
    return connection.cookies.get(COOKIE, "")


class Entrance(AbstractAuthenticationMiddleware):
    """Finds out who asks; nobody may ask too, and the guards say what for."""

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        house: House = connection.app.state.house
        token = token_of(connection)
        person = None
        if token:
            acts = LOOKS_ON not in connection.headers
            person = await asyncio.to_thread(house.sign_ins.who, token, acts=acts)
        return AuthenticationResult(user=person, auth=token)


class Csrf(CSRFMiddleware):
    """Litestar's own, but for programs: no page of somebody else's can send their header."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if any(name == b"authorization" for name, _ in scope.get("headers", ())):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def check_origin(connection: Connection, allowed: tuple[str, ...]) -> None:
    """Refuse a socket that another site's page opens with our cookie."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return
    if urlsplit(origin).netloc != connection.headers.get("host"):
        raise Refused(Reason.NOT_AUTHORISED, "Open this from our own pages.")


def signed_in(connection: Connection, _: BaseRouteHandler) -> None:
    """Anybody, so long as we know who; devices too."""
    person_of(connection)


def plays_or_works(connection: Connection, _: BaseRouteHandler) -> None:
    """Anybody who can give commands: not a device."""
    if person_of(connection).kind is Kind.DEVICE:
        raise Refused(Reason.NOT_AUTHORISED, "A device looks on: sign in to do this.")


def works_or_watches(connection: Connection, _: BaseRouteHandler) -> None:
    """Staff and devices."""
    if person_of(connection).kind not in (Kind.STAFF, Kind.DEVICE):
        raise Refused(Reason.NOT_AUTHORISED, "This is for staff.")


def readers(connection: Connection, _: BaseRouteHandler) -> None:
    """Card readers alone: whatever they say lies on the table."""
    check_reader(person_of(connection))


def dealers(connection: Connection, _: BaseRouteHandler) -> None:
    check_position(person_of(connection), Position.DEALER)


def pit_supervisors(connection: Connection, _: BaseRouteHandler) -> None:
    check_position(person_of(connection), Position.PIT_SUPERVISOR)


def pit_managers(connection: Connection, _: BaseRouteHandler) -> None:
    check_position(person_of(connection), Position.PIT_MANAGER)


def check_reader(person: Person) -> None:
    if person.duty is not Duty.READER:
        raise Refused(Reason.NOT_AUTHORISED, "This is for card readers: give a command instead.")


def shift_managers(connection: Connection, _: BaseRouteHandler) -> None:
    check_position(person_of(connection), Position.GAMING_SHIFT_MANAGER)


def check_position(person: Person, lowest: Position) -> None:
    if person.position is None or person.position < lowest:
        raise Refused(Reason.NOT_AUTHORISED, f"This is for a {lowest.title} to do.")


def person_of(connection: Connection) -> Person:
    """Who asks; refused where nobody is signed in."""
    person = connection.scope.get("user")
    if not isinstance(person, Person):
        raise Refused(Reason.NOT_SIGNED_IN, "Sign in first.")
    return person
