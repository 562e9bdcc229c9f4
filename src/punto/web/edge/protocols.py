"""HTTP connections with limits on the size of requests, on slow clients and on connections.

uvicorn leaves these limits to a reverse proxy. Here they hold without one.
"""

import asyncio
import re
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from secrets import token_hex
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from punto.web.edge.bounds import (
    BODY_BYTES_MAX,
    HEAD_BYTES_MAX,
    HEADERS_MAX,
    TARGET_BYTES_MAX,
)
from punto.web.edge.connections import Connections, ReadTimeout
from punto.web.edge.response_headers import RAW
from punto.web.edge.socket_protocol import SocketProtocol
from punto.web.errors import refusal_with

HEAD_S = 5.0  # to receive the request line and all headers, from the first byte
BODY_S = 10.0  # to receive the body, from the end of the head
CHUNKS_MAX = 1_024  # of one body; who sends one in good faith needs a few


_END_OF_HEAD = re.compile(rb"\n\r?\n")
# With its value, which a line that begins with a blank continues.
_FRAMING = re.compile(
    rb"^(?:content-length|transfer-encoding):([^\n]*(?:\n[ \t][^\n]*)*)",
    re.IGNORECASE | re.MULTILINE,
)


class HttpProtocol(H11Protocol):
    """One HTTP connection, with limits on head size, receive times and unread responses."""

    def __init__(self, *args: Any, connections: Connections, **options: Any) -> None:
        super().__init__(*args, **options)
        self._counted = ""
        self._connections = connections
        self._read_timeout = ReadTimeout()
        self._phase: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._chunks = self._body_bytes = 0  # of the request that is being received
        self._fault = HTTPStatus.BAD_REQUEST
        self._usual_next_event = self.conn.next_event
        self.conn.next_event = self._next_event  # type: ignore[method-assign]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self._connections.add(address):
            self._refuse(503)
            return
        self._counted = address
        self._set_deadline()
        self._note_idle()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            status = _head_fault(self.conn.trailing_data[0])
            if status:
                self._refuse(status)
                return
        super().handle_events()
        self._set_deadline()
        self._note_idle()

    def _note_idle(self) -> None:
        """Note whether there is no request: such a connection may be ended to make room."""
        is_idle = self._counted and self.conn.their_state is h11.IDLE
        if not is_idle:
            self._connections.idle.pop(self, None)
        elif self not in self._connections.idle:
            self._connections.idle[self] = self._end

    def _end(self) -> None:
        self._release()
        self.transport.abort()

    def _next_event(self) -> Any:
        """The next part of a request; a body that is too long, or in crumbs, is an error at once.

        The application is not asked: it may have answered, and the rest would be read all the same.
        """
        event = self._usual_next_event()
        if isinstance(event, h11.Request):
            self._chunks = self._body_bytes = 0
        elif isinstance(event, h11.Data):
            self._chunks += event.chunk_start
            self._body_bytes += len(event.data)
            if self._chunks > CHUNKS_MAX or self._body_bytes > BODY_BYTES_MAX:
                self._fault = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
                raise h11.RemoteProtocolError("The body is too long.")
        return event

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._release()  # from here on the WebSocket protocol counts it
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        self._read_timeout.start(self.transport)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._read_timeout.stop()
        super().resume_writing()

    def _set_deadline(self) -> None:
        """Start the deadline of the part of a request that is being received, once per part."""
        phase = self._receiving()
        if phase == self._phase:
            return
        self._phase = phase
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if phase is not None:
            time_s = HEAD_S if phase == "head" else BODY_S
            self._deadline = self.loop.call_later(time_s, self._time_out)

    def _receiving(self) -> str | None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return None
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        # Between two requests uvicorn's own keep-alive timeout applies.
        is_idle = self.conn.their_state is h11.IDLE and self.timeout_keep_alive_task is None
        return "head" if is_idle else None

    def _time_out(self) -> None:
        self._deadline = None
        if self.cycle is not None and self.cycle.response_started:
            self.transport.abort()
        else:
            self._refuse(408)

    def _refuse(self, status: int) -> None:
        """Respond without the application and close; if a response has begun, only close.

        An address that has had many such responses is given none.
        """
        can_answer = self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE)
        if can_answer and self._connections.may_refuse(self.client[0] if self.client else ""):
            self.transport.write(_refusal(status, token_hex(8)))
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answer an unparsable request in the same way as the other refusals."""
        self._refuse(self._fault)

    def _release(self) -> None:
        self._read_timeout.stop()
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self._connections.idle.pop(self, None)
        if self._counted:
            self._connections.remove(self._counted)
            self._counted = ""


def protocols(connections: Connections) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The factories of HTTP and WebSocket protocols that share these counts."""

    def http(*args: Any, **options: Any) -> HttpProtocol:
        return HttpProtocol(*args, connections=connections, **options)

    def socket(*args: Any, **options: Any) -> SocketProtocol:
        return SocketProtocol(*args, connections=connections, **options)

    return http, socket


def _refusal(status: int, request_id: str) -> bytes:
    """A whole response that refuses a request and closes its connection."""
    line, rest = _parts(status)
    return line + b"X-Request-ID: %s\r\n" % request_id.encode() + rest


@cache
def _parts(status: int) -> tuple[bytes, bytes]:
    body = msgspec.json.encode(refusal_with(status))
    line = b"HTTP/1.1 %d %s\r\n" % (status, HTTPStatus(status).phrase.encode())
    retry = b"Retry-After: 1\r\n" if status == 503 else b""
    end = b"Connection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    return line, RAW + retry + end % len(body) + body


def _head_fault(received: bytes) -> int:
    """The status to refuse a possibly incomplete request head with, or 0 if it is acceptable.

    >>> _head_fault(b"GET / HTTP/1.1\\r\\n"), _head_fault(b"GET /" + b"a" * 20_000)
    (0, 414)
    """
    target = received.find(b"\n")
    if (target if target >= 0 else len(received)) > TARGET_BYTES_MAX:
        return 414
    end = _END_OF_HEAD.search(received, 0, HEAD_BYTES_MAX + 4)
    if end is None and len(received) > HEAD_BYTES_MAX:
        return 431
    head = received[: end.start()] if end else received
    if head.count(b"\n") > HEADERS_MAX:
        return 431
    return 400 if _is_ambiguous(head) else 0


def _is_ambiguous(head: bytes) -> bool:
    """Whether the length of the body is stated twice: a proxy may believe the other statement.

    >>> _is_ambiguous(b"POST / HTTP/1.1\\r\\nContent-Length: 5\\r\\nTransfer-Encoding: chunked")
    True
    >>> _is_ambiguous(b"POST / HTTP/1.1\\r\\nContent-Length: 2, 2")
    True
    """
    stated = _FRAMING.findall(head)
    return len(stated) > 1 or any(b"," in value for value in stated)
