"""A socket that sends frames without end is closed before they cost the server much."""

import socket as sockets
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol
from websockets.sync.client import ClientConnection

from punto.client import Client
from punto.rules.staff import Position
from punto.table import commands as c
from punto.web.edge.socket_protocol import EXTRA_FRAMES, FLOODED, QUEUED_MAX, SocketProtocol
from tests.envelope import Given
from tests.floor.tables import MANAGER
from tests.submission import ask
from tests.web.raw import connect, upgrade
from tests.web.served import credits_table, open_session, served

MANY = 40_000
NOT_SIGNED_IN = 4403  # the close code
TABLE = "t1"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with served(tmp_path) as (casino, address):
        ask(casino.host, TABLE, "open", Given(c.OpenTable(credits_table()), MANAGER))
        yield open_session(casino, address, "dana", Position.DEALER, TABLE)


@pytest.fixture
def received(monkeypatch: pytest.MonkeyPatch) -> list[Opcode]:
    """The frames that the server has parsed."""
    found: list[Opcode] = []
    usual = ServerProtocol.recv_frame

    def recv_frame(self: ServerProtocol, frame: Frame) -> None:
        found.append(frame.opcode)
        usual(self, frame)

    monkeypatch.setattr(ServerProtocol, "recv_frame", recv_frame)
    return found


@pytest.fixture
def handled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what the server has done with frames that are no message of their own."""
    found: list[str] = []

    def noted(name: str) -> Callable[..., None]:
        usual = getattr(SocketProtocol.__mro__[1], name)

        def handle(self: SocketProtocol, *event: Frame) -> None:
            found.append(name)
            usual(self, *event)

        return handle

    for name in ("handle_cont", "handle_ping", "handle_pong", "handle_text"):
        monkeypatch.setattr(SocketProtocol.__mro__[1], name, noted(name))
    return found


def flood(connection: ClientConnection, frame: Frame) -> None:
    """Write to the socket itself: the client's own writer waits for answers."""
    data = frame.serialize(mask=True) * MANY
    try:
        connection.socket.sendall(data)
    except OSError:
        return  # closed in the middle of it


@pytest.mark.parametrize("opcode", [Opcode.CONT, Opcode.PING, Opcode.PONG])
def test_frames_that_are_no_message_are_limited(
    client: Client, handled: list[str], opcode: Opcode
) -> None:
    with client.watch(TABLE) as watch:
        watch.next()
        if opcode is Opcode.CONT:
            watch.socket.socket.sendall(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        flood(watch.socket, Frame(opcode, b"", fin=opcode is not Opcode.CONT))
        code = closed_with(watch.socket)
    assert code in (FLOODED, 1006)  # what was unread when it closed may reset the connection
    count = sum(name == f"handle_{opcode.name.lower()}" for name in handled)
    assert EXTRA_FRAMES.burst - 5 <= count < 2 * EXTRA_FRAMES.burst


def test_messages_that_are_not_taken_are_limited(client: Client, handled: list[str]) -> None:
    with client.watch(TABLE) as watch:
        watch.next()
        flood(watch.socket, Frame(Opcode.TEXT, b"{}"))
        assert closed_with(watch.socket) in (FLOODED, 1006, 4400)
    assert handled.count("handle_text") <= 2 * QUEUED_MAX


def test_a_message_in_many_fragments_is_answered(client: Client) -> None:
    with client.watch(TABLE) as watch:
        watch.next()
        whole = '{"type":"give","id":"slow","command":{"type":"close-betting"}}'
        watch.socket.send(iter(whole))
        assert watch.next(60.0).id == "slow"  # type: ignore[union-attr]


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY, Opcode.PING, Opcode.PONG])
def test_a_stranger_whose_socket_is_closed_cannot_go_on(
    client: Client, received: list[Opcode], opcode: Opcode
) -> None:
    """The server waits for the answer to its close, and reads what comes before that."""
    with connect(client.address) as connection:
        connection.sendall(upgrade(f"/api/v1/tables/{TABLE}/live", []))
        connection.settimeout(60.0)
        answer = b""
        while NOT_SIGNED_IN.to_bytes(2, "big") not in answer:
            received_now = connection.recv(65_536)
            assert received_now, answer
            answer += received_now
        with suppress(OSError):  # closed in the middle of it
            connection.sendall(Frame(opcode, b"").serialize(mask=True) * MANY)
        with suppress(OSError):
            while connection.recv(65_536):
                pass
    assert len(received) < MANY // 10


def test_frames_before_a_socket_is_accepted_close_it(client: Client) -> None:
    at = urlsplit(client.address)
    with sockets.create_connection((str(at.hostname), int(at.port or 0))) as connection:
        head = (
            f"GET /api/v1/tables/{TABLE}/live HTTP/1.1\r\nHost: {at.netloc}\r\n"
            f"Authorization: Bearer {client.token}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        frames = Frame(Opcode.PING, b"").serialize(mask=True) * 1_000
        connection.sendall(head.encode() + frames)
        connection.settimeout(60.0)
        try:
            while connection.recv(65_536):
                pass
        except ConnectionError:
            pass  # closed is what it should be, in whichever way
    assert client.get("/api/v1/me", dict)


def closed_with(connection: ClientConnection) -> int:
    """The code of a close by the server."""
    while True:
        try:
            connection.recv(timeout=60.0)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
