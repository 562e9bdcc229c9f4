"""One person's socket at a table, as the table sees it: frames wait here until they are sent."""

import asyncio
from time import monotonic

from msgspec import Struct

from punto.journal.people import Person

FRAMES_WAITING_MAX = 96  # a reader further behind than this is dropped
LIGHT_FRAMES_WAITING_MAX = 4  # a reader with more to read is not told how a card is bent
SEND_S = 10.0  # a reader who takes longer for one frame is gone
SIGNED_OUT, TOO_SLOW = 4401, 4408


class Wants(Struct, frozen=True):
    """What a socket wants to be told beside what happens: how cards are bent, and the board."""

    bends: bool = False
    board: bool = False


class Watcher:
    """One person's socket: frames wait here until they are sent."""

    def __init__(self, person: Person, token: str, wants: Wants) -> None:
        self.person = person
        self.token = token
        self.wants = wants
        self.waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self.sending_since: float | None = None
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    @property
    def sends_for_s(self) -> float:
        """How long its reader has not taken a frame."""
        return 0.0 if self.sending_since is None else monotonic() - self.sending_since

    def push(self, frame: bytes) -> None:
        """Put a frame in; one who does not read is dropped, and the table goes on."""
        if self.waiting.qsize() >= FRAMES_WAITING_MAX:
            self.end(TOO_SLOW)
        elif not self.ended.done():
            self.waiting.put_nowait(frame)

    def push_lightly(self, frame: bytes) -> bool:
        """Put a frame in that may as well be lost; whether it was."""
        if self.waiting.qsize() >= LIGHT_FRAMES_WAITING_MAX or self.ended.done():
            return False
        self.waiting.put_nowait(frame)
        return True

    def end(self, code: int) -> None:
        """End the socket with this code."""
        if not self.ended.done():
            self.ended.set_result(code)
