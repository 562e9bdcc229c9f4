"""A card reader's socket."""

import msgspec
from websockets.sync.client import ClientConnection

from punto.client.connection import ANSWER_S
from punto.floor.reads import Read
from punto.refusals import Reason, Refused
from punto.web.read_routes import Expected, ReadAnswer

_frames: msgspec.json.Decoder[Expected | ReadAnswer] = msgspec.json.Decoder(Expected | ReadAnswer)


class ReaderLink:
    """One socket of a card reader: a read in, its answer out."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        first = self._next()
        if isinstance(first, ReadAnswer):
            assert first.refused is not None, "nothing was sent yet"
            raise Refused(Reason(first.refused.reason), first.refused.sentence)
        self.expected = first.expected

    def send(self, read: Read) -> ReadAnswer:
        """Send a read and wait for its answer."""
        self.socket.send(msgspec.json.encode(read).decode())
        answer = self._next()
        assert isinstance(answer, ReadAnswer), "each read is answered"
        self.expected = answer.expected
        return answer

    def close(self) -> None:
        self.socket.close()

    def _next(self) -> Expected | ReadAnswer:
        return _frames.decode(self.socket.recv(timeout=ANSWER_S))
