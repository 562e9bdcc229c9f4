"""A minimal WebSocket client, so that a thousand of them leave the CPU to the server."""

import asyncio
from base64 import b64encode
from collections.abc import Callable
from os import urandom
from typing import cast

Heard = Callable[[bytes], None]
Closed = Callable[[], None]
HANDSHAKE_S = 30.0
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Connection(asyncio.Protocol):
    """The client's side of a WebSocket (RFC 6455): text, pings, no extensions."""

    def __init__(self, request: bytes, heard: Heard, closed: Closed) -> None:
        self._request = request
        self._heard = heard
        self._closed = closed
        self._unread = bytearray()
        self._open = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(
        cls, port: int, table: str, token: str, heard: Heard, closed: Closed
    ) -> "Connection":
        key = b64encode(urandom(16)).decode()
        request = (
            f"GET /api/v1/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(
            lambda: cls(request.encode(), heard, closed), "127.0.0.1", port
        )
        await asyncio.wait_for(made._open, HANDSHAKE_S)
        return made

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by name
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._open.done():
            self._open.set_exception(ConnectionError("refused"))
        self._closed()

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if not self._open.done():
            head, ended, rest = bytes(self._unread).partition(b"\r\n\r\n")
            if not ended:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self._open.set_exception(ConnectionError(head.decode()))
                return
            self._unread = bytearray(rest)
            self._open.set_result(None)
        while (frame := self._next()) is not None:
            kind, body = frame
            if kind == TEXT:
                self._heard(body)
            elif kind == PING:
                self._send(PONG, body)
            elif kind == CLOSE and self._transport is not None:
                self._transport.close()

    def _next(self) -> tuple[int, bytes] | None:
        unread = self._unread
        if len(unread) < 2:
            return None
        length, start = unread[1] & 0x7F, 2
        if length == 126:
            length, start = int.from_bytes(unread[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(unread[2:10], "big"), 10
        if len(unread) < start + length:
            return None
        body = bytes(unread[start : start + length])
        kind = unread[0] & 0x0F
        del unread[: start + length]
        return kind, body

    def send(self, text: bytes) -> None:
        self._send(TEXT, text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _send(self, kind: int, body: bytes) -> None:
        assert self._transport is not None
        length = len(body)
        if length < 126:
            head = bytes((0x80 | kind, 0x80 | length))
        else:
            head = bytes((0x80 | kind, 0x80 | 126)) + length.to_bytes(2, "big")
        self._transport.write(head + bytes(4) + body)  # masked with zeros, which is enough here
