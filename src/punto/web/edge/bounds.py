"""Limits on requests, applied before anything is parsed or looked up."""

import re
from collections.abc import Iterable

from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, Scope, Send

HEAD_BYTES_MAX = 16_384  # request line and headers together
HEADERS_MAX = 64
HEADER_BYTES_MAX = 8_192  # name and value of one header
TARGET_BYTES_MAX = 4_096  # path and query string
BODY_BYTES_MAX = 65_536

# No file and no database name contains these.
CONTROL = re.compile(r"[\x00-\x1f\x7f]")

# The session and the CSRF token, under their names with and without TLS.
OWN_COOKIES = frozenset({b"punto", b"csrftoken", b"__Host-punto", b"__Host-csrftoken"})
COOKIE_VALUE = re.compile(rb"[A-Za-z0-9_-]{1,256}")

Headers = list[tuple[bytes, bytes]]


class Bounds(ASGIMiddleware):
    """Refuses request heads that are too large, and removes all cookies but our own.

    Cookie parsers are quadratic in places, and other applications on this host may set cookies.
    The framework's parser only sees a short header that is assembled here.
    """

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        headers: Headers = list(scope["headers"])
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > TARGET_BYTES_MAX:
            raise HTTPException(status_code=414)
        if is_head_too_large(headers):
            raise HTTPException(status_code=431)
        if CONTROL.search(scope["path"]):
            raise HTTPException(status_code=404)
        scope["headers"] = with_own_cookies(headers)
        await next_app(scope, receive, send)


def is_head_too_large(headers: Headers) -> bool:
    """Whether there are too many headers, or one or all of them together are too long."""
    sizes = [len(name) + len(value) for name, value in headers]
    return (
        len(sizes) > HEADERS_MAX
        or max(sizes, default=0) > HEADER_BYTES_MAX
        or sum(sizes) > HEAD_BYTES_MAX
    )


def with_own_cookies(headers: Headers) -> Headers:
    """Replace all Cookie headers by one that has only our own cookies.

    >>> with_own_cookies([(b"host", b"h"), (b"cookie", b'a="\\\\""; punto=x; csrftoken=y')])
    [(b'host', b'h'), (b'cookie', b'csrftoken=y; punto=x')]
    """
    own = own_cookies(value for name, value in headers if name == b"cookie")
    others = [each for each in headers if each[0] != b"cookie"]
    if not own:
        return others
    line = b"; ".join(name + b"=" + value for name, value in sorted(own.items()))
    return [*others, (b"cookie", line)]


def own_cookies(lines: Iterable[bytes]) -> dict[bytes, bytes]:
    """Our own cookies in these headers; those with malformed values are ignored."""
    found: dict[bytes, bytes] = {}
    for line in lines:
        for pair in line.split(b";"):
            name, _, value = pair.strip(b" \t").partition(b"=")
            if name in OWN_COOKIES and COOKIE_VALUE.fullmatch(value):
                found[name] = value
    return found


async def read_ahead(receive: Receive) -> tuple[bytes, Receive]:
    """Read a body as far as it is allowed; returns it, and a `receive` that repeats it."""
    messages: list[HTTPReceiveMessage] = []
    body, is_more = b"", True
    while is_more and len(body) <= BODY_BYTES_MAX:
        message = await receive()
        messages.append(message)  # type: ignore[arg-type]
        is_more = message["type"] == "http.request" and message.get("more_body", False)
        if message["type"] == "http.request":
            body += message.get("body", b"")

    async def repeat() -> HTTPReceiveMessage:
        return messages.pop(0) if messages else await receive()  # type: ignore[return-value]

    return body, repeat


def says_too_long(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request says that its body is longer than is allowed, or does not say how long."""
    said = [value.strip()[:20] for name, value in headers if name == b"content-length"]
    return any(not value.isdigit() or int(value) > BODY_BYTES_MAX for value in said)
