"""Raw bytes sent to a server, and its response, without a client that would correct them."""

import socket
from collections.abc import Iterable
from http.client import HTTPResponse, RemoteDisconnected
from time import monotonic
from urllib.parse import urlsplit

PATIENCE_S = 60.0


def connect(address: str) -> socket.socket:
    where = urlsplit(address)
    assert where.hostname
    assert where.port
    return socket.create_connection((where.hostname, where.port), PATIENCE_S)


def head(method: str, path: str, headers: Iterable[tuple[str, str]] = ()) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: house", *(f"{n}: {v}" for n, v in headers)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def exchange(address: str, sent: bytes) -> tuple[int, float]:
    """Send these bytes and wait for an answer: its status, 0 where there is none, and how long."""
    began = monotonic()
    with connect(address) as connection:
        try:
            connection.sendall(sent)
            status = status_of(connection)
        except ConnectionError:
            status = 0
    return status, monotonic() - began


def status_of(connection: socket.socket) -> int:
    """The status of the answer, read to its end; 0 where the other side ends it without one."""
    answer = HTTPResponse(connection)
    try:
        answer.begin()
        answer.read()
    except RemoteDisconnected:
        return 0
    return answer.status


def upgrade(path: str, headers: Iterable[tuple[str, str]] = ()) -> bytes:
    """The first request of a WebSocket."""
    asked = [
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ]
    return head("GET", path, [*asked, *headers])
