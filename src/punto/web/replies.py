"""Delivers replies from the journal's writer thread on the event loop, in batches.

One commit answers many commands. Waking the loop for each answer would make the two threads
switch hundreds of times.
"""

import asyncio
from collections import deque
from contextlib import suppress

from punto.floor.event_log import EventLog
from punto.floor.submission import Answer, Reply

_log = EventLog("punto.web")


class LoopReplies:
    """Calls on the event loop the replies that another thread gives."""

    def __init__(self) -> None:
        self._ready: deque[tuple[Reply, Answer]] = deque()
        self._woken = False

    def on_loop(self, reply: Reply) -> Reply:
        """Wrap a reply so that another thread can give it and the running loop calls it."""
        loop = asyncio.get_running_loop()

        def given(answer: Answer) -> None:
            self._ready.append((reply, answer))
            if not self._woken:
                self._woken = True
                with suppress(RuntimeError):  # the loop has closed
                    loop.call_soon_threadsafe(self._deliver)

        return given

    def _deliver(self) -> None:
        """Call every reply that is ready; runs on the loop."""
        self._woken = False  # first, so that later answers wake the loop again
        while self._ready:
            reply, answer = self._ready.popleft()
            try:
                reply(answer)
            except Exception as bug:  # the other replies must still be called
                _log.error("reply-failed", bug)
