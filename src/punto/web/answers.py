"""Answers from the journal's writer to the event loop: many at once, with one word.

The writer answers a whole commit; to wake the loop for each answer of it would make the two threads
take turns hundreds of times.
"""

import asyncio
from collections import deque
from concurrent.futures import Future
from threading import Lock
from typing import TypeVar

T = TypeVar("T")


class Answers:
    """Where futures of other threads become those of one loop."""

    def __init__(self) -> None:
        self._ready: deque[tuple[asyncio.Future[object], Future[object]]] = deque()
        self._woken = False
        self._lock = Lock()

    async def of(self, asked: "Future[T]") -> T:
        """What was asked for, once it is there; to stop waiting takes nothing back."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[T] = loop.create_future()

        def answered(done: "Future[T]") -> None:
            with self._lock:
                self._ready.append((waiting, done))  # type: ignore[arg-type]
                woken, self._woken = self._woken, True
            if not woken:
                try:
                    loop.call_soon_threadsafe(self._hand_out)
                except RuntimeError:  # the loop has closed: nobody waits any more
                    return

        asked.add_done_callback(answered)
        return await waiting

    def _hand_out(self) -> None:
        """On the loop: give every answer that is there to whoever waits for it."""
        with self._lock:
            ready, self._ready = self._ready, deque()
            self._woken = False
        for waiting, done in ready:
            if waiting.done():  # whoever asked has gone
                continue
            failure = done.exception()
            if failure is not None:
                waiting.set_exception(failure)
            else:
                waiting.set_result(done.result())
