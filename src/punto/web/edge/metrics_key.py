"""Metrics for a key from a file: they are there when the database, which knows accounts, is not."""

import asyncio
from hmac import compare_digest
from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

PATH = "/metrics"
BEARER = b"Bearer "


class MetricsByKey:
    """Answers `GET /metrics` with this key; all other requests go on to the application."""

    def __init__(self, app: ASGIApp, registry: CollectorRegistry, key: str) -> None:
        self._app = app
        self._registry = registry
        self._key = key.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._is_asked(scope):
            await self._app(scope, receive, send)
            return
        body = await asyncio.to_thread(generate_latest, self._registry)
        headers = [
            (b"content-type", CONTENT_TYPE_LATEST.encode()),
            (b"content-length", str(len(body)).encode()),
        ]
        start: Any = {"type": "http.response.start", "status": 200, "headers": headers}
        await send(start)
        rest: Any = {"type": "http.response.body", "body": body, "more_body": False}
        await send(rest)

    def _is_asked(self, scope: Scope) -> bool:
        if not self._key or scope.get("path") != PATH or scope.get("method") != "GET":
            return False
        given = dict(scope["headers"]).get(b"authorization", b"")
        is_bearer = given.startswith(BEARER)
        return is_bearer and compare_digest(given.removeprefix(BEARER), self._key)
