"""The CSRF check: browsers return the token of a cookie in a header; programs use no cookie."""

from dataclasses import replace

import msgspec
from litestar.config.csrf import CSRFConfig
from litestar.exceptions import HTTPException
from litestar.middleware.csrf import CSRFMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Struct

from punto.web.auth.guards import BEARER, HOST_ONLY
from punto.web.edge.bounds import read_ahead, says_too_long
from punto.web.edge.response_headers import is_secure

FORMS = (b"application/x-www-form-urlencoded", b"multipart/form-data")
GIVES_TOKEN = "gives_token"  # option of a route whose body may ask for a bearer token


class Csrf(CSRFMiddleware):
    """Litestar's CSRF check, skipped for programs.

    A program is a client whose only Authorization header is a bearer token, or one that asks for
    such a token when it signs in. Its cookies are ignored and it is given none, so another site's
    page has nothing to gain by being one. Over TLS the CSRF cookie has the `__Host-` prefix.
    """

    def __init__(self, app: ASGIApp, config: CSRFConfig) -> None:
        super().__init__(app, config)
        name = HOST_ONLY + config.cookie_name
        self._over_tls = CSRFMiddleware(
            app, replace(config, cookie_name=name, cookie_secure=True, cookie_path="/")
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = _values(scope, b"authorization")
        if len(given) == 1 and given[0].startswith(BEARER.encode()):
            await self.app(scope, receive, send)
            return
        if _can_ask_for_token(scope):
            body, receive = await read_ahead(receive)
            if _asks_for_token(body):
                scope["headers"] = [each for each in scope["headers"] if each[0] != b"cookie"]
                await self.app(scope, receive, send)
                return
        _bar_forms(scope)
        if is_secure(scope):
            await self._over_tls(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class _Asked(Struct):
    """What is read of a sign-in to see whether a program sends it."""

    bearer: bool = False


_asked = msgspec.json.Decoder(_Asked)


def _can_ask_for_token(scope: Scope) -> bool:
    """Whether a request may be a program's sign-in, by all but its body.

    A browser names the origin of every POST, and sends JSON to another site only if that allows it.
    """
    if not getattr(scope.get("route_handler"), "opt", {}).get(GIVES_TOKEN):
        return False
    if says_too_long(scope.get("headers", ())):
        return False
    return _kinds(scope) == [b"application/json"] and not _values(scope, b"origin")


def _asks_for_token(body: bytes) -> bool:
    try:
        return _asked.decode(body).bearer
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False


def _bar_forms(scope: Scope) -> None:
    """Refuse a form, in which Litestar would look for the token: no route reads one."""
    if scope.get("method") in ("GET", "HEAD", "OPTIONS"):
        scope["headers"] = [each for each in scope["headers"] if each[0] != b"content-type"]
    elif any(kind in FORMS for kind in _kinds(scope)):
        raise HTTPException(status_code=415)


def _kinds(scope: Scope) -> list[bytes]:
    """The content types of a request; a proper one has at most one."""
    return [kind.partition(b";")[0].strip().lower() for kind in _values(scope, b"content-type")]


def _values(scope: Scope, name: bytes) -> list[bytes]:
    return [value for header, value in scope.get("headers", ()) if header == name]
