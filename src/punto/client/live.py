"""A live table over a WebSocket: a single connection, or one that reconnects by itself."""

from collections.abc import Iterator
from itertools import count
from secrets import token_hex
from time import monotonic, sleep

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from punto.client.connection import ANSWER_S, Connection, path_to
from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.web.errors import NOT_ALLOWED, UNREADABLE, refusal_from
from punto.web.live.frames import Ping, Push
from punto.web.live.socket import Answer
from punto.web.live.subscribers import SIGNED_OUT
from punto.web.views.mine import Mine
from punto.web.views.table import TableView

Frame = Push | Answer
SILENT_S = 5.0  # a server that sends nothing for this long is considered dead
PATIENCE_S = 60.0
PAUSE_S, PAUSE_S_MAX = 0.05, 2.0
FOR_GOOD = {
    SIGNED_OUT: (Reason.NOT_SIGNED_IN, Message.of("You were signed out: sign in again.")),
    NOT_ALLOWED: (Reason.NOT_AUTHORISED, Message.of("This table is not yours to watch.")),
    UNREADABLE: (Reason.UNREADABLE_REQUEST, Message.of("The server could not read what was sent.")),
}
_frames: msgspec.json.Decoder[Push | Answer | Ping] = msgspec.json.Decoder(Push | Answer | Ping)


class Watch:
    """One connection to a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table: TableView | None = None
        self.mine: Mine | None = None
        self._numbers = count(1)
        self._run = token_hex(8)

    def next(self, wait_s: float = ANSWER_S) -> Frame:
        """Return the next frame; raise TimeoutError if none arrives."""
        deadline = monotonic() + wait_s
        while True:
            frame = _frames.decode(self.receive(max(0.0, deadline - monotonic())))
            if not isinstance(frame, Ping):
                self._take(frame)
                return frame

    def receive(self, wait_s: float) -> str | bytes:
        """Return the next raw frame, pings included; raise TimeoutError if none arrives."""
        return self.socket.recv(timeout=wait_s)

    def _take(self, frame: Frame) -> None:
        """Update the view, unless the frame is older: an answer may overtake a push."""
        if isinstance(frame, Push) and frame.table is not None:
            self.table = frame.table
        if frame.mine is not None and (self.mine is None or frame.mine.seq >= self.mine.seq):
            self.mine = frame.mine

    @property
    def seq(self) -> int:
        """Return the number of the last event included in the view."""
        return self.table.seq if self.table is not None else 0

    def give(self, command: c.Command, key: str = "") -> Answer:
        """Send a command and wait for its answer; updates that arrive first are processed."""
        key = key or f"{self._run}-{next(self._numbers)}"
        self.send({"type": "give", "id": key, "command": command})
        while True:
            frame = self.next()
            if isinstance(frame, Answer) and frame.id == key:
                return frame

    def send(self, message: object) -> None:
        self.socket.send(msgspec.json.encode(message).decode())

    def rest(self, wait_s: float = 0.5) -> Iterator[Frame]:
        """Yield frames until none has arrived for `wait_s`."""
        while True:
            try:
                yield self.next(wait_s)
            except (TimeoutError, ConnectionClosed):
                return

    def close(self) -> None:
        self.socket.close()


class Follow(Watch):
    """A table followed across reconnects, at any server that answers.

    After a reconnect the next frame is a snapshot, with the events missed since the last number
    seen. A command without an answer is sent again under its key, so it is executed once. A server
    that sends nothing, not even a ping, for `silent_s` is considered dead.
    """

    def __init__(
        self,
        connection: Connection,
        table: str,
        after: int | None = None,
        patience_s: float = PATIENCE_S,
        silent_s: float = SILENT_S,
    ) -> None:
        self._connection = connection
        self._path = path_to("tables", table, "live")
        self._patience_s = patience_s
        self._after = after
        self._silent_s = silent_s
        self._waiting: dict[str, object] = {}  # commands by key, until they are answered
        self.breaks = 0
        super().__init__(self._open())

    def next(self, wait_s: float = ANSWER_S) -> Frame:
        deadline = monotonic() + wait_s
        while True:
            try:
                frame = super().next(max(0.0, deadline - monotonic()))
            except ConnectionClosed as closed:
                self._come_back(closed)
                continue
            if isinstance(frame, Answer):
                if frame.id is None and frame.refused is not None:  # admission refused
                    raise refusal_from(frame.refused)
                self._waiting.pop(frame.id or "", None)
            else:
                self._after = self.seq or self._after
            return frame

    def receive(self, wait_s: float) -> str | bytes:
        try:
            return super().receive(min(wait_s, self._silent_s))
        except TimeoutError:
            if wait_s < self._silent_s:
                raise
            self._reopen()
            return super().receive(wait_s)

    def send(self, message: object) -> None:
        if isinstance(message, dict) and message.get("type") == "give":
            self._waiting[message["id"]] = message
        try:
            super().send(message)
        except ConnectionClosed as closed:
            self._come_back(closed)  # resends unanswered commands

    def _come_back(self, closed: ConnectionClosed) -> None:
        code = closed.rcvd.code if closed.rcvd else None
        if code in FOR_GOOD:
            raise Refused.of(*FOR_GOOD[code])
        self._reopen()

    def _reopen(self) -> None:
        """Reconnect, and send again what was not answered."""
        self.breaks += 1
        self.socket.close()
        self.socket = self._open()
        for message in tuple(self._waiting.values()):
            try:
                super().send(message)
            except ConnectionClosed:
                return  # the next read reconnects

    def _open(self) -> ClientConnection:
        """Open a socket after the last number seen, trying the next server if one is down."""
        query = f"?after={self._after}" if self._after is not None else ""
        deadline, pause_s = monotonic() + self._patience_s, PAUSE_S
        while True:
            try:
                return self._connection.socket(self._path + query)
            except OSError:
                self._connection.move_on()
            if monotonic() + pause_s > deadline:
                raise self._connection.unreachable()
            sleep(pause_s)
            pause_s = min(2 * pause_s, PAUSE_S_MAX)
