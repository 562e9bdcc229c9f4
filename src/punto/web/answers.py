"""Answers from the journal's writer to the event loop: many at once, with one word.

The writer answers a whole commit; to wake the loop for each answer of it would make the two threads
take turns hundreds of times.
"""

import asyncio
from collections import deque
from contextlib import suppress
from logging import getLogger

from punto.floor.host import Answer, Hear

_log = getLogger("punto.web")


class Answers:
    """Where what another thread answers is heard on one loop."""

    def __init__(self) -> None:
        self._ready: deque[tuple[Hear, Answer]] = deque()
        self._woken = False

    def on_loop(self, hear: Hear) -> Hear:
        """What to hand to another thread, so that this is heard on the loop that runs now."""
        loop = asyncio.get_running_loop()

        def told(answer: Answer) -> None:
            self._ready.append((hear, answer))
            if not self._woken:
                self._woken = True
                with suppress(RuntimeError):  # the loop has closed: nobody waits any more
                    loop.call_soon_threadsafe(self._hand_out)

        return told

    def _hand_out(self) -> None:
        """On the loop: give every answer that is there to whoever waits for it."""
        self._woken = False  # first: what comes from now on wakes the loop again
        while self._ready:
            hear, answer = self._ready.popleft()
            try:
                hear(answer)
            except Exception:  # the others wait for theirs
                _log.exception("an answer was not heard")
