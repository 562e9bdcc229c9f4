"""Connections: partial requests, slow readers, many from one address or person."""

import socket as sockets
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from punto.client import Client
from punto.floor.dealing_times import DealingTimes
from punto.web import server
from punto.web.app import make_app
from punto.web.edge import connections, protocols
from punto.web.edge.socket_counts import SocketCounts
from punto.web.server import in_thread, opened
from tests.web.raw import connect, exchange, head, status_of, upgrade

DEALING_TIMES = DealingTimes(
    betting_ms=1_000, card_ms=10, call_ms=10, contributing_ms=0, outcome_ms=10
)
HEAD_S, BODY_S, READ_S = 0.5, 0.8, 0.6
PER_ADDRESS, PER_PERSON = 30, 3
SLACK_S = 3.0  # of a busy machine

JSON = ("Content-Type", "application/json")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("connections")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(protocols, "HEAD_S", HEAD_S)
        patch.setattr(protocols, "BODY_S", BODY_S)
        patch.setattr(connections, "READ_S", READ_S)
        with opened(str(folder / "journal"), demo=True, dealing_times=DEALING_TIMES) as (casino, _):
            app = make_app(casino, sign_ins_a_minute=10_000, sockets=SocketCounts(PER_PERSON, 10))
            with in_thread(app, connections_per_address=PER_ADDRESS) as found:
                yield found


def closed_after(connection: sockets.socket, feed: Callable[[], None]) -> float:
    """How long until the server ends it, while it is fed."""
    began = monotonic()
    connection.settimeout(0.05)
    while monotonic() - began < HEAD_S + BODY_S + SLACK_S + 5:
        try:
            feed()
            if not connection.recv(65_536):
                return monotonic() - began
        except TimeoutError:
            continue
        except ConnectionError:
            return monotonic() - began
    raise AssertionError("it was never ended")


def nothing() -> None:
    pass


@pytest.mark.parametrize(
    "sent",
    [b"", b"G", b"GET / HTTP/1.1\r\n", b"\r\n", head("GET", "/health")[:-2], b"\x16\x03\x01"],
)
def test_a_head_that_does_not_come_is_waited_for_for_seconds_only(
    address: str, sent: bytes
) -> None:
    with connect(address) as connection:
        connection.sendall(sent)
        assert closed_after(connection, nothing) < HEAD_S + SLACK_S


def test_nor_is_one_that_trickles_in(address: str) -> None:
    """A byte at a time, and never the end of it: each byte buys no more time."""
    with connect(address) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX: ")
        assert closed_after(connection, lambda: connection.sendall(b"a")) < HEAD_S + SLACK_S


def test_nor_the_second_of_a_connection(address: str) -> None:
    with connect(address) as connection:
        connection.sendall(head("GET", "/health"))
        assert status_of(connection) == 200
        connection.sendall(b"GET /health HT")
        assert closed_after(connection, lambda: connection.sendall(b"T")) < HEAD_S + SLACK_S


@pytest.mark.parametrize(
    "sent",
    [
        head("POST", "/api/v1/guests", [JSON, ("Content-Length", "1000")]) + b"{",
        head("POST", "/api/v1/games/tiger/odds", [JSON, ("Content-Length", "1000")]) + b"{",
        head("POST", "/api/v1/games/tiger/odds", [JSON, ("Transfer-Encoding", "chunked")]) + b"5",
        head("GET", "/health", [("Content-Length", "1000")]),
    ],
)
def test_a_body_that_does_not_come_is_waited_for_for_seconds_only(
    address: str, sent: bytes
) -> None:
    with connect(address) as connection:
        connection.sendall(sent)
        assert closed_after(connection, nothing) < BODY_S + 5 + SLACK_S


def test_nor_is_a_body_that_trickles_in(address: str) -> None:
    said = [JSON, ("Content-Length", "60000"), ("Authorization", "Bearer x")]
    with connect(address) as connection:
        connection.sendall(head("POST", "/api/v1/games/tiger/odds", said))
        assert closed_after(connection, lambda: connection.sendall(b" ")) < BODY_S + SLACK_S


def test_whoever_sends_in_time_is_served_on_one_connection(address: str) -> None:
    """Slowly, but in time; and a connection may rest between requests."""
    asked = head("GET", "/health")
    with connect(address) as connection:
        for _ in range(3):
            connection.sendall(asked[:10])
            sleep(HEAD_S / 8)
            connection.sendall(asked[10:])
            assert status_of(connection) == 200
            sleep(HEAD_S * 1.5)
    with httpx.Client(base_url=address) as client:
        for _ in range(20):
            assert client.get("/api/v1/games").status_code == 200


def test_whoever_does_not_read_an_answer_is_dropped(address: str) -> None:
    """Requests without end, whose answers nobody takes."""
    asked = head("GET", "/api/v1/games/tiger/clauses") * 20
    with sockets.socket() as connection:
        connection.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
        host, _, port = address.removeprefix("http://").partition(":")
        connection.connect((host, int(port)))
        connection.settimeout(0.1)
        began = monotonic()
        while monotonic() - began < READ_S + SLACK_S + 5:
            try:
                connection.sendall(asked)
            except TimeoutError:
                continue
            except ConnectionError:
                return
    raise AssertionError("it was never dropped")


def test_an_address_has_a_number_of_connections_and_no_more(address: str) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(connect(address)) for _ in range(PER_ADDRESS + 5)]
        sleep(0.2)
        last = held[-1]
        last.settimeout(5)
        assert last.recv(100).startswith(b"HTTP/1.1 503")
    sleep(0.2)
    assert exchange(address, head("GET", "/health"))[0] == 200  # as soon as they are gone


def test_silent_connections_make_room_for_those_that_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than there can be, of several addresses; one whose request is on its way stays."""
    monkeypatch.setattr(server, "raise_file_limit", lambda: 20)
    with (
        opened(str(tmp_path / "journal"), demo=True, dealing_times=DEALING_TIMES) as (casino, _),
        in_thread(make_app(casino)) as found,
        ExitStack() as crowd,
    ):
        port = int(found.rpartition(":")[2])

        def silent(source: int) -> sockets.socket:
            made = sockets.create_connection(("127.0.0.1", port), 10, (f"127.0.0.{source}", 0))
            return crowd.enter_context(made)

        asking = silent(9)
        asking.sendall(head("POST", "/api/v1/nowhere", [JSON, ("Content-Length", "2")]))
        with httpx.Client(base_url=found) as client:
            assert client.get("/health").status_code == 200
            for place in range(60):
                silent(2 + place % 4)
            assert httpx.get(f"{found}/health").status_code == 200
        asking.sendall(b"{}")
        assert status_of(asking) == 404


def test_connections_are_counted_off_however_they_end(address: str) -> None:
    for turn in range(PER_ADDRESS * 3):
        with connect(address) as connection:
            if turn % 3 == 0:
                connection.sendall(head("GET", "/health"))
                status_of(connection)
            elif turn % 3 == 1:
                connection.sendall(upgrade("/api/v1/tables/tiger/live"))
                status_of(connection)
    sleep(0.3)
    assert exchange(address, head("GET", "/health"))[0] == 200


def test_a_person_has_a_number_of_sockets_and_no_more(address: str) -> None:
    with Client(address) as guest, ExitStack() as stack:
        guest.sign_in_as_guest()
        for _ in range(PER_PERSON):
            stack.enter_context(guest.watch("tiger")).next()
        with guest.watch("tiger") as one_more:
            answer = one_more.next()
            assert getattr(answer, "refused").reason == "too-often"  # noqa: B009
            with pytest.raises(ConnectionClosed) as closed:
                one_more.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        stack.close()
        sleep(0.3)
        with guest.watch("tiger") as again:
            assert again.next().mine is not None


def test_an_address_has_a_number_of_sockets_whoever_they_are(address: str) -> None:
    with ExitStack() as stack:
        refused = 0
        for _ in range(12):
            guest = stack.enter_context(Client(address))
            guest.sign_in_as_guest()
            first = stack.enter_context(guest.watch("tiger")).next()
            refused += getattr(first, "refused", None) is not None
        assert refused == 2


def test_counts_of_a_proxy_are_those_of_whom_it_asks_for(tmp_path: Path) -> None:
    with opened(str(tmp_path / "journal"), demo=True, dealing_times=DEALING_TIMES) as (casino, _):
        app = make_app(casino, sign_ins_a_minute=10_000, sockets=SocketCounts(3, 2))
        with (
            in_thread(app, proxies=["127.0.0.1"], connections_per_address=1) as address,
            ExitStack() as stack,
        ):
            for number in range(8):  # two at each of four addresses
                guest = stack.enter_context(Client(address))
                guest.sign_in_as_guest()
                asked = upgrade(
                    "/api/v1/tables/tiger/live",
                    [
                        ("Authorization", f"Bearer {guest.token}"),
                        ("X-Forwarded-For", f"10.0.0.{number % 4}"),
                    ],
                )
                connection = stack.enter_context(connect(address))
                connection.sendall(asked)
                received = b""
                while b'"type"' not in received:
                    received += connection.recv(65_536)
                assert b'"push"' in received
