"""Identifies callers by token, checks the Origin, and guards routes by kind and position."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import Scope

from punto.journal.people.people import Duty, Kind, Person
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.auth.tokens import is_token
from punto.web.casino import Casino
from punto.web.edge.response_headers import is_secure

COOKIE = "punto"
CSRF_COOKIE = "csrftoken"
HOST_ONLY = "__Host-"  # browsers accept such a cookie only over TLS and from this host
BEARER = "Bearer "
READING = ("GET", "HEAD")  # methods that change nothing
BACKGROUND = "punto-background"  # header of a page's polling, which keeps no one signed in

TheCasino = NamedDependency[Casino]  # as a route declares it
AskingRequest = Request[Person, str, Any]  # with the person who is signed in and their token
Connection = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: Connection) -> str:
    """The caller's token: from a header for programs, from a cookie for browsers.

    Anything that cannot be a token is dropped here, so that it does not fill the caches.
    """
    header = connection.headers.get("authorization", "")
    is_bearer = header.startswith(BEARER)
    name = cookie_name(connection.scope)
    token = header.removeprefix(BEARER) if is_bearer else connection.cookies.get(name, "")
    return token if is_token(token) else ""


def cookie_name(scope: Scope, name: str = COOKIE) -> str:
    """The name of one of our cookies on this connection."""
    return HOST_ONLY + name if is_secure(scope) else name


class AuthenticationMiddleware(AbstractAuthenticationMiddleware):
    """Identifies the caller; anonymous requests pass, and the guards decide what they may do."""

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        casino: Casino = connection.app.state.casino
        token = token_of(connection)
        person = None
        if token:
            acts = BACKGROUND not in connection.headers
            reads = connection.scope.get("method") in READING
            person = await asyncio.to_thread(
                casino.sessions.authenticate, token, acts=acts, is_cached=reads
            )
        return AuthenticationResult(user=person, auth=token)


def check_origin(connection: Connection, allowed: tuple[str, ...]) -> None:
    """Refuse a socket that another site's page opens with our cookie.

    A page that came without TLS is another site to one that has it: anyone on the way may have
    written it.
    """
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return
    page, is_secure = urlsplit(origin), connection.scope["scheme"] in ("https", "wss")
    if page.netloc != connection.headers.get("host") or (is_secure and page.scheme != "https"):
        raise Refused(Reason.NOT_AUTHORISED, "Open this from our own pages.")


def signed_in(connection: Connection, _: BaseRouteHandler) -> None:
    """Anyone who is signed in, including devices."""
    person_of(connection)


def plays_or_works(connection: Connection, _: BaseRouteHandler) -> None:
    """Anyone who can give commands: not devices."""
    if person_of(connection).kind is Kind.DEVICE:
        raise Refused(Reason.NOT_AUTHORISED, "A device may only watch: sign in to do this.")


def works_or_watches(connection: Connection, _: BaseRouteHandler) -> None:
    """Staff and devices."""
    if person_of(connection).kind not in (Kind.STAFF, Kind.DEVICE):
        raise Refused(Reason.NOT_AUTHORISED, "This is for staff.")


def readers(connection: Connection, _: BaseRouteHandler) -> None:
    """Card readers only: their reads are taken as the cards on the table."""
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
        raise Refused(Reason.NOT_AUTHORISED, "This is for the {position} to do.", position=lowest)


def person_of(connection: Connection) -> Person:
    """The signed-in person; refused if no one is signed in."""
    person = connection.scope.get("user")
    if not isinstance(person, Person):
        raise Refused(Reason.NOT_SIGNED_IN, "Sign in first.")
    return person
