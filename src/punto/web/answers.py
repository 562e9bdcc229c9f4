"""Answers from the journal's writer to the event loop: many at once, with one word.

The writer answers a whole commit; to wake the loop for each answer of it would make the two threads
take turns hundreds of times.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")


class Answers:
    """Where futures of other threads are answered on one loop."""

    def __init__(self) -> None:
        self._ready: deque[tuple[Callable[[Any], None], Future[Any]]] = deque()
        self._woken = False
        self._lock = Lock()

    def then(self, asked: "Future[T]", hear: "Callable[[Future[T]], None]") -> None:
        """Have this called on the loop with what was asked for, once it is there."""
        loop = asyncio.get_running_loop()

        def answered(done: "Future[T]") -> None:
            with self._lock:
                self._ready.append((hear, done))
                woken, self._woken = self._woken, True
            if not woken:
                with suppress(RuntimeError):  # the loop has closed: nobody waits any more
                    loop.call_soon_threadsafe(self._hand_out)

        asked.add_done_callback(answered)

    async def of(self, asked: "Future[T]") -> T:
        """What was asked for, once it is there; to stop waiting takes nothing back."""
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def hear(done: "Future[T]") -> None:
            if waiting.done():  # whoever asked has gone
                return
            failure = done.exception()
            if failure is not None:
                waiting.set_exception(failure)
            else:
                waiting.set_result(done.result())

        self.then(asked, hear)
        return await waiting

    def _hand_out(self) -> None:
        """On the loop: give every answer that is there to whoever waits for it."""
        with self._lock:
            ready, self._ready = self._ready, deque()
            self._woken = False
        for hear, done in ready:
            hear(done)
