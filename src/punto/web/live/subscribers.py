"""Subscribers of a live table: one per socket, each with a queue of frames."""

import asyncio
from collections.abc import Callable
from time import monotonic

from msgspec import Struct

from punto.journal.people.people import Person
from punto.web.live.frames import Own

FRAMES_WAITING_MAX = 96  # a client further behind is dropped
DROPPABLE_WAITING_MAX = 4  # a client further behind is not sent bends and pings
SEND_S = 10.0  # a client that takes longer to read one frame is dropped
SIGNED_OUT, TOO_SLOW = 4401, 4408


class Subscription(Struct, frozen=True):
    """What a socket is sent besides the table: bends of cards, and the board."""

    bends: bool = False
    board: bool = False


class Subscriber:
    """One person's socket and its queue of frames."""

    def __init__(self, person: Person, token: str, subscription: Subscription) -> None:
        self.person = person
        self.token = token
        self.subscription = subscription
        self.waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self.write: Callable[[bytes], bool] | None = None  # sends a frame if the client keeps up
        self.sending_since: float | None = None
        self.queued_at = monotonic()  # when a frame was last queued
        self.own: Own | None = None  # the person's own part as last sent, for comparison
        self.own_seq = 0  # the event number of that part
        self.credits_seq = 0  # the last event whose effect on credits was sent
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    @property
    def sends_for_s(self) -> float:
        """How long the current frame has been waiting for the client to read it."""
        return 0.0 if self.sending_since is None else monotonic() - self.sending_since

    def push(self, frame: bytes) -> None:
        """Queue a frame; a client too far behind is dropped instead."""
        if self.waiting.qsize() >= FRAMES_WAITING_MAX:
            self.end(TOO_SLOW)
        elif not self.ended.done():
            self.put(frame)

    def push_droppable(self, frame: bytes) -> bool:
        """Queue a frame that may be dropped; returns whether it was queued."""
        if self.waiting.qsize() >= DROPPABLE_WAITING_MAX or self.ended.done():
            return False
        self.put(frame)
        return True

    def put(self, frame: bytes) -> None:
        """Send a frame at once, or queue it after those that wait, however many."""
        self.queued_at = monotonic()
        is_behind = self.sending_since is not None or not self.waiting.empty()
        if is_behind or self.write is None or not self.write(frame):
            self.waiting.put_nowait(frame)

    def end(self, code: int) -> None:
        """End the socket with this close code."""
        if not self.ended.done():
            self.ended.set_result(code)
