"""A card reader's socket."""

import msgspec
from websockets.sync.client import ClientConnection

from punto.client.connection import ANSWER_S
from punto.floor.card_reads import Read
from punto.web.api.card_readers import Expected, ReadAnswer
from punto.web.errors import refusal_from

_frames: msgspec.json.Decoder[Expected | ReadAnswer] = msgspec.json.Decoder(Expected | ReadAnswer)


class ReaderLink:
    """One socket of a card reader: sends reads and receives their answers."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        first = self._next()
        if isinstance(first, ReadAnswer):
            assert first.refused is not None, "nothing was sent yet"
            raise refusal_from(first.refused)
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
