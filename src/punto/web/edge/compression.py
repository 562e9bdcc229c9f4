"""Compresses answers that are the same for everyone, each of them once.

Compressing a large answer takes longer than making it, so what was compressed is cached. Answers to
people are never compressed: secrets compressed together with request data would leak.
"""

import gzip
import re
from functools import lru_cache

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

COMPRESSED = re.compile(r"/(?!api/|metrics)|/api/v1/games/")  # pages, the schema and the law
SMALLEST_BYTES = 500
CACHED_MAX = 64


class Compression(ASGIMiddleware):
    """Compresses public answers of one part for clients that can read them."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        start: HTTPResponseStartEvent | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if message["type"] != "http.response.body" or start is None:
                await send(message)
                return
            headers, body = MutableScopeHeaders.from_message(start), message["body"]
            whole = not message.get("more_body") and "content-encoding" not in headers
            if whole and len(body) >= SMALLEST_BYTES:
                message["body"] = body = _compressed(bytes(body))
                headers["Content-Encoding"] = "gzip"
                headers["Content-Length"] = str(len(body))
                headers["Vary"] = "Accept-Encoding"
            await send(start)
            start = None
            await send(message)

        is_public = scope.get("method") == "GET" and COMPRESSED.match(scope["path"])
        if is_public and _reads_gzip(scope):
            await next_app(scope, receive, send_compressed)
        else:
            await next_app(scope, receive, send)


def _reads_gzip(scope: Scope) -> bool:
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding")
    return any(
        each.partition(b";")[0].strip().lower() == b"gzip" and b"q=0" not in each.replace(b" ", b"")
        for each in accepted.split(b",")
    )


@lru_cache(maxsize=CACHED_MAX)
def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
