"""Security headers on every response: pages, files, refusals, errors and refused sockets."""

from collections.abc import Iterable
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
        " object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
SECURE_SCHEMES = ("https", "wss")

Pairs = list[tuple[bytes, bytes]]


_ENCODED: Pairs = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

# As bytes, for responses written before the application sees the request.
RAW = b"".join(name.encode() + b": " + value.encode() + b"\r\n" for name, value in HEADERS.items())


def is_secure(scope: Scope) -> bool:
    """Whether a request came over TLS, to this server or to a trusted proxy."""
    return scope.get("scheme") in SECURE_SCHEMES


def with_headers(given: Iterable[tuple[bytes, bytes]]) -> Pairs:
    """Add our headers to a response's, except those it sets itself.

    >>> headers = dict(with_headers([(b"Cache-Control", b"no-cache")]))
    >>> headers[b"Cache-Control"], b"cache-control" in headers, headers[b"x-content-type-options"]
    (b'no-cache', False, b'nosniff')
    """
    headers: Pairs = list(given)
    has = {name.lower() for name, _ in headers}
    return headers + [each for each in _ENCODED if each[0] not in has]


class SecurityHeaders:
    """Outermost middleware: adds our headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":  # type: ignore[comparison-overlap]
            await self._app(scope, receive, send)
            return
        is_accepted = False

        async def send_with_headers(message: Message) -> None:
            nonlocal is_accepted
            changed: Any = message
            if message["type"] == "websocket.close" and not is_accepted and _can_answer(scope):
                await _refuse_socket(send)
                return
            if message["type"] in ("http.response.start", "websocket.accept"):
                is_accepted = True
                headers = with_headers(message.get("headers") or ())
                changed = {**message, "headers": headers}
            await send(changed)

        await self._app(scope, receive, send_with_headers)


def _can_answer(scope: Scope) -> bool:
    """Whether the server supports an HTTP response to a refused socket."""
    return "websocket.http.response" in (scope.get("extensions") or {})


async def _refuse_socket(send: Any) -> None:
    """Refuse a socket with status 403, as the server would by default, plus our headers."""
    headers = with_headers([(b"content-length", b"0")])
    await send({"type": "websocket.http.response.start", "status": 403, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})
