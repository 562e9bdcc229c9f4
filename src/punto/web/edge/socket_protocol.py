"""WebSocket connections with limits on frames, on slow clients and on connections."""

import asyncio
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from punto.floor.command_rates import Bucket, Rate
from punto.web.edge.connections import Connections, ReadTimeout

READ_BYTES = 4_096  # of a socket's data between two looks at what it has sent
EXTRA_FRAMES = Rate(100, 10)  # of one socket: fragments, pings and pongs
QUEUED_MAX = 4_096  # messages of one socket that the application has not taken
FLOODED = 1008  # the close code of a broken policy
RESTARTING = 1012  # the close code of a server that restarts (RFC 6455's registry)

WRITE_TEXT = "punto.write_text"  # in the scope of a socket: the function of that name


class SocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket connection: counted by address, dropped when its client does not read."""

    def __init__(self, *args: Any, connections: Connections, **options: Any) -> None:
        super().__init__(*args, **options)
        self._counted = ""
        self._connections = connections
        self._read_timeout = ReadTimeout()
        self._taken_s = 0.0  # when a message was last taken by the application
        self._extra_frames = Bucket(EXTRA_FRAMES, self.loop.time())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self._connections.add(address):
            self._counted = address

    def connection_lost(self, exc: Exception | None) -> None:
        self._read_timeout.stop()
        if self._counted:
            self._connections.remove(self._counted)
            self._counted = ""
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what arrived piece by piece, and close a socket that floods the server.

        A frame costs its sender six bytes and the server as much as a message of hundreds.
        """
        for start in range(0, len(data), READ_BYTES):
            super().data_received(data[start : start + READ_BYTES])
            if self.queue.qsize() > QUEUED_MAX:
                self._close(FLOODED, "too many messages")
            if self.transport.is_closing():
                return

    def handle_text(self, event: Frame) -> None:
        if not self.close_sent or self._takes_extra():  # after a close it is read and left
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if not self.close_sent or self._takes_extra():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._takes_extra():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._takes_extra():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._takes_extra():
            super().handle_pong(event)

    def _takes_extra(self) -> bool:
        """Count a frame that is no message; with too many of them the socket is closed."""
        if not self._extra_frames.take(self.loop.time()):
            self._close(FLOODED, "too many frames")
        return not self.close_sent

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope[WRITE_TEXT] = self.write_text  # type: ignore[literal-required]

    async def receive(self) -> Any:
        message = await super().receive()
        self._taken_s = self.loop.time()
        return message

    def keepalive_timeout(self) -> None:
        """Close a silent connection, but not while its answer waits behind messages of its own.

        Nothing is read from a socket until the application has taken what it sent before, and the
        messages of a patron with many refusals are taken slowly.
        """
        assert self.ping_timeout is not None
        read_for_s = 0.0 if self.read_paused else self.loop.time() - self._taken_s
        if read_for_s >= self.ping_timeout:
            super().keepalive_timeout()
        else:
            left_s = self.ping_timeout - read_for_s
            self.pong_timer = self.loop.call_later(left_s, self.keepalive_timeout)

    async def send(self, message: Any) -> None:
        """Send a message; after a close, ours or for an oversized frame, raise instead."""
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def write_text(self, text: bytes) -> bool:
        """Send a message of an accepted socket at once; False if its client is behind or leaving.

        It never raises, because what is pushed to one socket must not keep others from theirs. It
        passes by the middleware, which has to do with the opening of a socket alone.
        """
        is_open = self.conn.state is State.OPEN and not self.transport.is_closing()
        if self.close_sent or not is_open or not self.writable.is_set():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def shutdown(self) -> None:
        """Close the socket with a reason when the server stops: its client comes back."""
        if self.handshake_complete and not self.close_sent:
            self._close(RESTARTING, "restart")
        else:
            super().shutdown()

    def _close(self, code: int, reason: str) -> None:
        """Close a socket from our side and end its application; wait for no answer to a close."""
        if not self.close_sent:
            self.stop_keepalive()
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
            if self.conn.state is State.OPEN:  # not before the answer to its opening
                self.conn.send_close(code, reason)
                self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def pause_writing(self) -> None:
        self._read_timeout.start(self.transport)
        self.transport.pause_reading()  # else each incoming ping would queue another pong
        super().pause_writing()

    def resume_writing(self) -> None:
        self._read_timeout.stop()
        if not self.read_paused:
            self.transport.resume_reading()
        super().resume_writing()
