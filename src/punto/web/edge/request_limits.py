"""Limits on requests, applied before anything is done for them.

Messages of a socket are not requests: only its opening is counted.
"""

import asyncio
from collections import Counter, deque
from math import ceil
from typing import Any

import msgspec
from litestar import Litestar
from litestar.types import Message, Receive, Scope, Send

from punto.refusals import Reason, Refused
from punto.web.edge.bounds import read_ahead, says_too_long
from punto.web.edge.request_budget import Asker, RequestBudget
from punto.web.edge.response_headers import with_headers
from punto.web.edge.stranger_gate import LEAVES, StrangerGate
from punto.web.errors import refusal_view

ASSET_COST = 0.25  # a file of the pages
READ_COST = 5.0  # a view for someone who is signed in, from the database
READS_PER_PERSON = 6  # at the same time, as many as a browser sends; more wait for their turn
READS_PER_ADDRESS = 24
DELAY_S = 0.5  # of a refusal, so that a flood takes turns with itself
DELAYED_MAX = 64  # of one asker; more are refused at once and their connections closed

HEALTH = ("/health", "/ready")  # asked by those who run the house: never behind other requests

TOO_MANY = Refused(Reason.TOO_OFTEN, "Too many requests: wait a moment, then try again.")
_BODY = msgspec.json.encode(refusal_view(TOO_MANY))


class Turns:
    """Lets a few reads of one asker go on at the same time; used only on the event loop."""

    def __init__(self) -> None:
        self._running: Counter[Asker] = Counter()
        self._waiting: dict[Asker, deque[asyncio.Future[None]]] = {}

    async def begin(self, asker: Asker) -> None:
        """Wait until one more read of this asker may begin."""
        if self._running[asker] < (READS_PER_PERSON if asker.is_person else READS_PER_ADDRESS):
            self._running[asker] += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.end(asker)  # it was our turn already
            raise

    def end(self, asker: Asker) -> None:
        """Give the turn to the next read of this asker, if one waits."""
        waiting = self._waiting.get(asker)
        while waiting:
            turn = waiting.popleft()
            if not waiting:
                del self._waiting[asker]
            if not turn.done():
                turn.set_result(None)
                return
        self._running[asker] -= 1
        if self._running[asker] <= 0:
            del self._running[asker]


class RequestLimits:
    """Outer middleware: refuses what is beyond the budget; reads of one asker take turns."""

    def __init__(self, app: Litestar, budget: RequestBudget) -> None:
        self._app = app
        self._budget = budget
        self._turns = Turns()
        self._gate = StrangerGate()
        self._health_gate = StrangerGate()
        self._delayed: Counter[Asker] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":  # type: ignore[comparison-overlap]
            await self._app(scope, receive, send)
            return
        asker = self._budget.asker_of(scope)
        wait_s = self._budget.take(asker, ASSET_COST if is_asset(scope) else 1.0)
        if wait_s:
            await self._refuse(scope, send, asker, wait_s)
            return
        if asker.is_person:
            await self._serve(scope, receive, send, asker)
        else:
            await self._serve_stranger(scope, receive, send, asker)

    async def _serve_stranger(
        self, scope: Scope, receive: Receive, send: Send, asker: Asker
    ) -> None:
        """Serve a request once strangers' turn comes to its address; its body comes first."""
        is_socket = "method" not in scope  # its opening alone has to wait
        if not is_socket and not says_too_long(scope["headers"]):
            _, receive = await read_ahead(receive)
        gate = self._health_gate if scope["path"] in HEALTH else self._gate
        try:
            began_s = await gate.begin(asker.name)
        except Refused:
            await self._refuse(scope, send, asker, DELAY_S)
            return
        is_inside = True

        def leave() -> None:
            nonlocal is_inside
            if is_inside:
                is_inside = False
                gate.end(began_s)

        async def send_answer(message: Message) -> None:
            leave()
            await send(message)

        scope[LEAVES] = leave  # type: ignore[literal-required]
        try:
            await self._serve(scope, receive, send_answer, asker)
        finally:
            leave()

    async def _serve(self, scope: Scope, receive: Receive, send: Send, asker: Asker) -> None:
        is_read = scope.get("method") in ("GET", "HEAD")
        if is_read:
            await self._turns.begin(asker)
        is_answered = False

        def answer() -> None:
            nonlocal is_answered
            if is_answered:
                return
            is_answered = True
            self._budget.learn(scope)
            if is_read:
                self._turns.end(asker)
                if is_costly(scope):
                    self._budget.charge(asker, READ_COST - 1)

        async def send_answer(message: Message) -> None:
            answer()
            await send(message)

        try:
            await self._app(scope, receive, send_answer)
        finally:
            answer()

    async def _refuse(self, scope: Scope, send: Any, asker: Asker, wait_s: float) -> None:
        """Answer 429; the connections of a flood are kept waiting or closed."""
        who = asker.name if asker.is_person else ""
        about = f"{scope.get('method', 'WebSocket')} {scope['path']}"
        casino = self._app.state.casino
        casino.deny(who, about, TOO_MANY)
        casino.traffic.refusals[TOO_MANY.reason.value] += 1
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(_BODY)).encode()),
            (b"retry-after", str(ceil(wait_s)).encode()),
        ]
        if self._delayed[asker] < DELAYED_MAX:
            self._delayed[asker] += 1
            try:
                await asyncio.sleep(DELAY_S)
            finally:
                self._delayed[asker] -= 1
                if self._delayed[asker] <= 0:
                    del self._delayed[asker]
        else:
            headers.append((b"connection", b"close"))
        kind = "http" if "method" in scope else "websocket.http"
        start = {"type": f"{kind}.response.start", "status": 429, "headers": with_headers(headers)}
        await send(start)
        await send({"type": f"{kind}.response.body", "body": _BODY})


def is_asset(scope: Scope) -> bool:
    """Whether a request is for a file of the pages."""
    return scope["path"].startswith("/assets/")


def is_costly(scope: Scope) -> bool:
    """Whether a request was for a view from the database: all of those need a sign-in."""
    handler = scope.get("route_handler")
    return handler is not None and bool(handler.resolve_guards())
