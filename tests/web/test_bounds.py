"""Limits on requests: each tested from outside, with bytes that no client would send."""

from collections.abc import Iterator
from contextlib import suppress
from http.cookies import _unquote
from threading import Event, Thread
from time import monotonic, sleep

import httpx
import msgspec
import pytest

from punto.client import Client
from punto.floor.command_rates import Buckets
from punto.journal.people.people import Kind
from punto.web.auth import tokens
from punto.web.casino import Casino
from punto.web.edge import bounds
from punto.web.edge.protocols import CHUNKS_MAX, HttpProtocol
from punto.web.edge.response_headers import HEADERS
from tests.web.raw import connect, exchange, head, status_of, upgrade
from tests.web.served import PASSWORD, come_in, served

QUICK_S = 3.0  # on a busy machine; the attack below took five seconds


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, str]]:
    with served(tmp_path_factory.mktemp("bounds"), demo=True) as (casino, address):
        casino.sessions.add("patron", Kind.PATRON, PASSWORD)
        yield casino, address


@pytest.fixture
def address(place: tuple[Casino, str]) -> str:
    return place[1]


def quadratic(size: int) -> str:
    """A cookie whose decoding takes the square of its length, in Python before 3.11.10."""
    return 'punto="' + "\\" * size + '"'


class Asked:
    """Somebody who asks all the time, and how long the slowest answer took."""

    def __init__(self, address: str) -> None:
        self.slowest_s = 0.0
        self._over = Event()
        self._thread = Thread(target=self._run, args=(address,), daemon=True)
        self._thread.start()

    def _run(self, address: str) -> None:
        with httpx.Client(base_url=address, timeout=60) as client:
            while not self._over.is_set():
                began = monotonic()
                client.get("/health")
                self.slowest_s = max(self.slowest_s, monotonic() - began)
                sleep(0.01)

    def end(self) -> float:
        self._over.set()
        self._thread.join()
        return self.slowest_s


@pytest.mark.parametrize("size", [60_000, 15_000, 8_000, 3_900])
@pytest.mark.parametrize("path", ["/api/v1/me", "/", "/api/v1/games", "/health", "/nothing"])
def test_no_cookie_holds_up_anybody(address: str, path: str, size: int) -> None:
    bystander = Asked(address)
    for _ in range(3):
        status, _ = exchange(address, head("GET", path, [("Cookie", quadratic(size))]))
        assert status in (200, 401, 404, 414, 431)
    assert bystander.end() < QUICK_S


@pytest.mark.parametrize("size", [60_000, 8_000, 3_900])
def test_nor_does_one_that_opens_a_socket(address: str, size: int) -> None:
    bystander = Asked(address)
    asked = upgrade("/api/v1/tables/tiger/live", [("Cookie", quadratic(size))])
    for _ in range(3):
        exchange(address, asked)
    assert bystander.end() < QUICK_S


def test_no_cookie_but_ours_reaches_the_parser(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def unquote(value: str) -> str:
        seen.append(value)
        return _unquote(value)

    monkeypatch.setattr("litestar._parsers.unquote_cookie", unquote)
    cookies = "; ".join([*(f"a{n}=b{n}" for n in range(50)), 'punto="x\\"', "csrftoken=abc"])
    for path in ("/api/v1/me", "/api/v1/games", "/"):
        exchange(address, head("GET", path, [("Cookie", cookies)]))
    assert set(seen) <= {"abc"}


def test_our_own_cookie_is_found_among_those_of_others(address: str) -> None:
    client = come_in(address, "patron")
    for cookies in (
        f"punto={client.token}",
        f'theme="dark"; punto={client.token} ; csrftoken=x',
        f"punto; punto=; punto={client.token}; other=1; {'x' * 3_000}=1",
    ):
        answer = httpx.get(f"{address}/api/v1/me", headers={"Cookie": cookies})
        assert answer.json()["id"] == "patron"
    for cookies in (f"xpunto={client.token}", f'punto="{client.token}"', f"punto={client.token}x"):
        answer = httpx.get(f"{address}/api/v1/me", headers={"Cookie": cookies})
        assert answer.status_code == 401


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/health", [("X", "a" * bounds.HEADER_BYTES_MAX)], 431),
        ("/health", [(f"X{n}", "a" * 4_000) for n in range(5)], 431),
        ("/health", [(f"X{n}", "a") for n in range(bounds.HEADERS_MAX + 1)], 431),
        ("/health", [("X", "a" * 1_000_000)], 431),
        ("/health?" + "a" * bounds.TARGET_BYTES_MAX, [], 414),
        ("/api/v1/games/" + "a" * 300_000, [], 414),
        ("/api/v1/games/tiger/hands?cards=" + "AS " * 1_500, [], 414),
        ("/health", [(f"X{n}", "a" * 100) for n in range(bounds.HEADERS_MAX - 4)], 200),
        ("/health?" + "a" * 3_000, [], 200),
    ],
)
@pytest.mark.parametrize("pieces", [1, 50])
def test_heads_are_bounded(
    address: str, path: str, headers: list[tuple[str, str]], status: int, pieces: int
) -> None:
    """However they come: at once, or in pieces. A large one may be cut off in the middle of it."""
    sent = head("GET", path.replace(" ", "%20"), headers)
    with connect(address) as connection:
        size = len(sent) // pieces + 1
        try:
            for start in range(0, len(sent), size):
                connection.sendall(sent[start : start + size])
                sleep(0.001 if pieces > 1 else 0)
            found = status_of(connection)
        except ConnectionError:
            found = 0
    is_cut_off = found == 0 and status != 200 and (pieces > 1 or len(sent) > 100_000)
    assert found == status or is_cut_off


def test_a_second_request_behind_the_first_is_bounded_too(address: str) -> None:
    large = head("GET", "/health", [("X", "a" * 60_000)])
    with connect(address) as connection:
        connection.sendall(head("GET", "/health") + large)
        received = b""
        while new := connection.recv(4096):
            received += new
    assert received.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1 431" in received


def test_a_socket_with_a_large_head_is_refused(address: str) -> None:
    for headers in ([("X", "a" * 20_000)], [(f"X{n}", "a") for n in range(100)]):
        asked = upgrade("/api/v1/tables/tiger/live", headers)
        assert exchange(address, asked)[0] == 431


@pytest.mark.parametrize("token", ["a" * 50, "a" * 8_000, "", "ä" * 43, "a" * 42 + "!"])
def test_what_is_no_token_is_not_remembered(address: str, token: str) -> None:
    before = tokens.digest_of.cache_info()
    for header in (("Authorization", f"Bearer {token}"), ("Cookie", f"punto={token}")):
        assert exchange(address, head("GET", "/api/v1/me", [header]))[0] == 401
        exchange(address, upgrade("/api/v1/tables/tiger/live", [header]))
    after = tokens.digest_of.cache_info()
    assert (after.misses, after.currsize) == (before.misses, before.currsize)


def test_thousands_of_tokens_of_50_kb_leave_nothing_behind(address: str) -> None:
    before = tokens.digest_of.cache_info().currsize
    for number in range(100):
        token = f"{number}-" + "a" * 50_000
        headers = [("Authorization", f"Bearer {token}")]
        assert exchange(address, head("GET", "/api/v1/me", headers))[0] in (0, 431)
    assert tokens.digest_of.cache_info().currsize == before


def test_bodies_are_bounded_by_what_they_say_and_by_what_they_are(address: str) -> None:
    json = ("Content-Type", "application/json")
    for path in ("/api/v1/guests", "/api/v1/sign-in", "/api/v1/games/tiger/odds"):
        said = head("POST", path, [json, ("Content-Length", str(10**9))])
        status, took_s = exchange(address, said + b"{" * 1_000)
        assert status in (403, 413)
        assert took_s < QUICK_S
        chunked = head("POST", path, [json, ("Transfer-Encoding", "chunked")])
        body = b"10000\r\n" + b" " * 65_536 + b"\r\n"
        status, _ = exchange(address, chunked + body * 20)
        assert status in (0, 403, 413)


DEEP = ("[" * 60_000, '{"a":' * 12_000, '{"a":[' * 8_000, "9" * 60_000, '"' + "\\u0000" * 9_000)


@pytest.mark.parametrize("body", DEEP)
@pytest.mark.parametrize("path", ["/sign-in", "/games/tiger/odds", "/tables/tiger/commands"])
def test_a_deep_body_is_an_unreadable_request(address: str, path: str, body: str) -> None:
    client = come_in(address, "patron")
    headers = {
        "Authorization": f"Bearer {client.token}",
        "Content-Type": "application/json",
        "Idempotency-Key": "deep",
    }
    began = monotonic()
    for each in (body, f'{{"decks": {body}'):
        answer = httpx.post(f"{address}/api/v1{path}", content=each, headers=headers)
        assert answer.status_code == 400, answer.text
        assert answer.json()["reason"] == "unreadable-request"
    assert monotonic() - began < QUICK_S


def test_a_deep_message_is_answered_and_the_socket_goes_on(address: str) -> None:
    guest = Client(address)
    guest.sign_in_as_guest()
    with guest, guest.watch("tiger") as watch:
        watch.next()
        for body in DEEP:
            for text in (
                body,
                f'{{"type":"give","id":"x","command":{body}',
                f'{{"type":"give","id":"x","command":{{"type":"place-stake","cents":{body}',
                '{"type":"give","id":"x","command":'
                + '{"type":"place-stake","patron":'
                + "[" * 500
                + "]" * 500
                + "}}",
            ):
                watch.socket.send(text)  # as it is
                while True:
                    frame = watch.next(5.0)
                    if getattr(frame, "refused", None) is not None:
                        break


def test_the_same_limits_hold_for_many_who_ask_at_once(address: str) -> None:
    bystander = Asked(address)
    sent = head("GET", "/api/v1/me", [("Cookie", quadratic(60_000))])
    threads = [Thread(target=exchange, args=(address, sent)) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert bystander.end() < QUICK_S


def test_a_cookie_of_ours_has_a_short_value() -> None:
    assert bounds.own_cookies([b"punto=" + b"a" * 257]) == {}
    assert bounds.own_cookies([b"punto=a; punto=b", b"csrftoken=c"]) == {
        b"punto": b"b",
        b"csrftoken": b"c",
    }


LENGTH, OTHER_LENGTH = ("Content-Length", "5"), ("content-length", "7")
CHUNKED = ("Transfer-Encoding", "chunked")


@pytest.mark.parametrize(
    "headers",
    [
        [LENGTH, CHUNKED],
        [CHUNKED, LENGTH],
        [LENGTH, ("X", "y"), ("TRANSFER-ENCODING", "chunked")],
        [LENGTH, OTHER_LENGTH],
        [LENGTH, LENGTH],
        [CHUNKED, CHUNKED],
        [CHUNKED, ("Transfer-Encoding", "identity")],
    ],
    ids=str,
)
@pytest.mark.parametrize("is_first", [True, False])
def test_a_body_whose_length_is_stated_twice_is_refused(
    address: str, headers: list[tuple[str, str]], is_first: bool
) -> None:
    """A proxy may believe the other statement, and take the rest for a second request."""
    hidden = b"0\r\n\r\n" + head("GET", "/health")
    asked = head("POST", "/api/v1/guests", [*headers, ("Content-Type", "application/json")])
    with connect(address) as connection:
        if not is_first:
            connection.sendall(head("GET", "/health"))
            assert status_of(connection) == 200
        connection.sendall(asked + hidden)
        received = b""
        while new := connection.recv(65_536):  # until the server closes
            received += new
    *_, last = received.split(b"HTTP/1.1 ")
    assert (last[:3], received.count(b"HTTP/1.1 200")) == (b"400", 0)


@pytest.mark.parametrize("length", ["2", "2, 2", "2,2", "2\r\n\t, 2"])
def test_a_length_stated_twice_in_one_header_is_refused(address: str, length: str) -> None:
    stated = [("Content-Length", length), ("Content-Type", "application/json")]
    with connect(address) as connection:
        connection.sendall(head("POST", "/api/v1/games/tiger/odds", stated) + b"{}")
        assert status_of(connection) == (403 if length == "2" else 400), "403: not from our pages"


def test_what_reaches_no_application_is_answered_like_the_rest_and_not_for_ever(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = head("GET", "/health", [("X", "x" * bounds.HEAD_BYTES_MAX)])
    with connect(address) as connection:
        connection.sendall(large)
        received = b""
        while new := connection.recv(65_536):
            received += new
    lines = received.partition(b"\r\n\r\n")[0].split(b"\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in lines[1:])
    assert lines[0].startswith(b"HTTP/1.1 431")
    assert len(fields[b"x-request-id"]) == 16
    assert fields.keys() >= {name.lower().encode() for name in HEADERS}
    monkeypatch.setattr(Buckets, "take", lambda *_: False)
    with connect(address) as connection:
        connection.sendall(large)
        assert connection.recv(65_536) == b"", "closed without an answer"


@pytest.fixture
def received(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The parts of requests that the server has parsed."""
    found: list[object] = []
    usual = HttpProtocol._next_event

    def next_event(self: HttpProtocol) -> object:
        event = usual(self)
        found.append(event)
        return event

    monkeypatch.setattr(HttpProtocol, "_next_event", next_event)
    return found


@pytest.mark.parametrize("path", ["/api/v1/sign-in", "/health", "/nothing", "/api/v1/me"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_body_of_many_small_chunks_ends_early(
    address: str, received: list[object], method: str, path: str
) -> None:
    kind = [("Content-Type", "application/json"), ("Transfer-Encoding", "chunked")]
    with connect(address) as connection:
        connection.sendall(head(method, path, kind))
        with suppress(OSError):  # closed in the middle of it
            for _ in range(40):
                connection.sendall(b"1\r\na\r\n" * 1_000)
        with suppress(OSError):
            while connection.recv(65_536):
                pass
    assert len(received) < 1.5 * CHUNKS_MAX


def test_a_body_in_some_chunks_is_read(address: str) -> None:
    body = msgspec.json.encode({"name": "patron", "password": PASSWORD, "bearer": True})
    pieces = (body[at : at + 1] for at in range(len(body)))
    kind = {"Content-Type": "application/json"}
    answer = httpx.post(f"{address}/api/v1/sign-in", content=pieces, headers=kind, timeout=60)
    assert answer.json()["token"]
