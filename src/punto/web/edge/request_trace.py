"""Gives every request an id, measures it, and makes it known to the log and the notices."""

import re
from secrets import token_hex
from time import perf_counter

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from punto.floor.event_log import EventLog
from punto.journal.caller import caller_address
from punto.web.edge.addresses import network_of
from punto.web.log_lines import Served, served
from punto.web.traffic import Traffic

HEADER = b"x-request-id"
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")

_log = EventLog("punto.web")


class RequestTrace:
    """Outermost middleware: traces requests, and answers HEAD as GET without its body.

    A request keeps the id that a proxy gave it, if there is a trusted proxy; else it gets a new
    one. Either is in the answer's `X-Request-ID`.
    """

    def __init__(self, app: ASGIApp, traffic: Traffic, *, trusts_ids: bool = False) -> None:
        self._app = app
        self._traffic = traffic
        self._trusts_ids = trusts_ids

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":  # type: ignore[comparison-overlap]
            await self._app(scope, receive, send)
            return
        method = str(scope.get("method", "WebSocket"))
        if method == "HEAD":
            # A copy, so that the server still knows to send no body.
            scope = {**scope, "method": "GET"}  # type: ignore[assignment]
        request_id = self._id_of(scope)
        client = scope.get("client")
        in_log = served.set(Served(request_id, scope))
        in_notices = caller_address.set(network_of(client[0]) if client else "")
        began_s, status = perf_counter(), 0

        async def send_traced(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                headers = [*message.get("headers", ()), (HEADER, request_id.encode())]
                message = {**message, "headers": headers}  # type: ignore[misc, assignment]
            await send(message)

        try:
            await self._app(scope, receive, send_traced)
        finally:
            took_s = perf_counter() - began_s
            if method != "WebSocket":
                self._measure(scope, method, status, took_s)
            caller_address.reset(in_notices)
            served.reset(in_log)

    def _measure(self, scope: Scope, method: str, status: int, took_s: float) -> None:
        route = str(scope.get("path_template") or "none")
        known = method if method in METHODS else "other"  # anyone can make up more
        self._traffic.requests.add(took_s, known, route, f"{status // 100}xx")
        facts = {"method": method, "path": scope["path"], "status": status}
        timed = {**facts, "ms": round(took_s * 1000, 1)}
        if status >= 500 or not status:
            _log.warning("request-failed", **timed)
        else:
            _log.debug("request", **timed)

    def _id_of(self, scope: Scope) -> str:
        if self._trusts_ids:
            for name, value in scope["headers"]:
                if name.lower() == HEADER and ID.fullmatch(value):
                    return value.decode()
        return token_hex(8)
