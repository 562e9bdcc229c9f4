"""Lets in a few strangers' requests at a time, so that those who work or play never wait for them.

A stranger is anyone who is not signed in with an account. What they ask for costs as much as what a
dealer asks for, and they can ask for any amount of it from many addresses. Addresses take turns. A
request that comes to wait in a queue of its own leaves its place first (`leave_gate`).
"""

import asyncio
from collections.abc import Callable
from time import monotonic

from litestar.types import Scope

from punto.refusals import Reason, Refused
from punto.web.fair_queue import FairQueue, QueueFullError

AT_ONCE = 2  # requests of all strangers together
REST = 0.5  # so that they have two thirds of the time at most
WAITING_MAX = 8_192
PER_ADDRESS_MAX = 4_096  # of those that wait: a crowd of guests may share one address
LEAVES = "punto.leaves_gate"  # in the scope of a request: the function that leaves its place


class StrangerGate:
    """Bounds how many strangers are served at the same time; used only on the event loop."""

    def __init__(
        self,
        at_once: int = AT_ONCE,
        waiting_max: int = WAITING_MAX,
        per_address_max: int = PER_ADDRESS_MAX,
        rest: float = REST,
    ) -> None:
        """After each request, its place stays empty for `rest` times as long as it took."""
        self._free = at_once
        self._rest = rest
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue(waiting_max, per_address_max)

    async def begin(self, address: str) -> float:
        """Wait for a free place; refused if too many wait. Returns when it began, for `end`."""
        if self._free and not len(self._waiting):
            self._free -= 1
            return monotonic()
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            dropped = self._waiting.add(address, turn)
        except QueueFullError:
            raise _too_many() from None
        if dropped is not None and not dropped.done():
            dropped.set_exception(_too_many())
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._release()  # it was our turn already
            raise
        return monotonic()

    def end(self, began_s: float) -> None:
        """Give the place to the next in turn, at once or after a rest."""
        rest_s = (monotonic() - began_s) * self._rest
        if rest_s:
            asyncio.get_running_loop().call_later(rest_s, self._release)
        else:
            self._release()

    def _release(self) -> None:
        while (turn := self._waiting.next()) is not None:
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def leave_gate(scope: Scope) -> None:
    """Leave the place of a request that is about to wait elsewhere; nothing if it has none."""
    leaves: Callable[[], None] | None = scope.get(LEAVES)  # type: ignore[assignment]
    if leaves is not None:
        leaves()


def _too_many() -> Refused:
    return Refused(Reason.TOO_OFTEN, "Too many requests: wait a moment, then try again.")
