"""Turns: at most so many commands of patrons are under way at once; others wait in order."""

import asyncio
from collections import deque


class Turns:
    """A number of turns, taken in order of arrival.

    `asyncio.Semaphore` looks through all who wait at each release: with hundreds of answers after
    one commit, that would take longer than the answers.
    """

    def __init__(self, most: int) -> None:
        self._free = most
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self) -> None:
        """Wait for a turn; a caller cancelled while waiting has none."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it came at the same moment
                self.give_back()
            raise

    def give_back(self) -> None:
        """End a turn: the first who waits has the next."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
