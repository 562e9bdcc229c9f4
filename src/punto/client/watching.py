"""A table over its socket: one socket, or one that comes back by itself after every break."""

from collections.abc import Iterator
from itertools import count
from secrets import token_hex
from time import monotonic, sleep

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from punto.client.connection import ANSWER_S, Connection, path_to
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.web.asking import sent
from punto.web.live import Snapshot
from punto.web.sockets import NONSENSE, NOT_ALLOWED, Answer
from punto.web.telling import Push
from punto.web.views import TableView
from punto.web.watcher import SIGNED_OUT

Frame = Snapshot | Push | Answer
PATIENCE_S = 60.0
PAUSE_S, PAUSE_S_MAX = 0.05, 2.0
FOR_GOOD = {
    SIGNED_OUT: (Reason.NOT_SIGNED_IN, "You were signed out: sign in again."),
    NOT_ALLOWED: (Reason.NOT_AUTHORISED, "This table is not yours to watch."),
    NONSENSE: (Reason.UNREADABLE_REQUEST, "The server could not read what was sent."),
}
_frames: msgspec.json.Decoder[Snapshot | Push | Answer] = msgspec.json.Decoder(Frame)


class Watch:
    """One socket at a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seq = 0
        self.view: TableView | None = None
        self._numbers = count(1)
        self._run = token_hex(8)

    def next(self, wait_s: float = ANSWER_S) -> Frame:
        """The next frame; TimeoutError where none comes."""
        frame = _frames.decode(self.socket.recv(timeout=wait_s))
        if isinstance(frame, Snapshot | Push):
            self.seq, self.view = frame.seq, frame.view
        return frame

    def give(self, command: c.Command, key: str = "") -> Answer:
        """Give a command and wait for its answer; pushes that come first are taken in."""
        key = key or f"{self._run}-{next(self._numbers)}"
        self.send({"type": "give", "id": key, "command": sent(command)})
        while True:
            frame = self.next()
            if isinstance(frame, Answer) and frame.id == key:
                return frame

    def send(self, message: object) -> None:
        self.socket.send(msgspec.json.encode(message).decode())

    def rest(self, wait_s: float = 0.5) -> Iterator[Frame]:
        """Whatever comes, until nothing has for so long."""
        while True:
            try:
                yield self.next(wait_s)
            except (TimeoutError, ConnectionClosed):
                return

    def close(self) -> None:
        self.socket.close()


class Follow(Watch):
    """A table followed through breaks, at whichever server answers.

    After a break the next frame is a snapshot, with what was missed since the last number seen;
    a command whose answer had not come is given again under its key, so it is done once.
    """

    def __init__(
        self,
        connection: Connection,
        table: str,
        after: int | None = None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._connection = connection
        self._path = path_to("tables", table, "live")
        self._patience_s = patience_s
        self._after = after
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
                if frame.id is None and frame.refused is not None:  # not let in
                    raise Refused(Reason(frame.refused.reason), frame.refused.sentence)
                self._waiting.pop(frame.id or "", None)
            else:
                self._after = frame.seq
            return frame

    def send(self, message: object) -> None:
        if isinstance(message, dict) and message.get("type") == "give":
            self._waiting[message["id"]] = message
        try:
            super().send(message)
        except ConnectionClosed as closed:
            self._come_back(closed)  # what waits for an answer is sent again there

    def _come_back(self, closed: ConnectionClosed) -> None:
        code = closed.rcvd.code if closed.rcvd else None
        if code in FOR_GOOD:
            reason, sentence = FOR_GOOD[code]
            raise Refused(reason, sentence)
        self.breaks += 1
        self.socket.close()
        self.socket = self._open()
        for message in tuple(self._waiting.values()):
            try:
                super().send(message)
            except ConnectionClosed:
                return  # found again by the next look

    def _open(self) -> ClientConnection:
        """A new socket behind the last number seen; the next server where one does not answer."""
        query = f"?after={self._after}" if self._after is not None else ""
        deadline, pause_s = monotonic() + self._patience_s, PAUSE_S
        while True:
            try:
                return self._connection.socket(self._path + query)
            except OSError:
                self._connection.move_on()
            if monotonic() + pause_s > deadline:
                raise self._connection.nobody()
            sleep(pause_s)
            pause_s = min(2 * pause_s, PAUSE_S_MAX)
