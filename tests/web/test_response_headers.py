"""Security headers on every answer, cookie names under TLS, CSRF, JSON only."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from punto.web.casino import Casino
from punto.web.edge.response_headers import HEADERS
from tests.web.raw import connect, head, upgrade
from tests.web.served import PASSWORD, add_everybody, served

OVER_TLS = {"X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, str]]:
    folder: Path = tmp_path_factory.mktemp("headers")
    with served(folder, proxies=("127.0.0.1",)) as (casino, address):
        add_everybody(casino)
        yield casino, address


def answer(address: str, sent: bytes) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the answer to bytes sent as they are."""
    with connect(address) as connection:
        connection.sendall(sent)
        received = b""
        while b"\r\n\r\n" not in received:
            new = connection.recv(4096)
            if not new:
                break
            received += new
    lines, _, body = received.partition(b"\r\n\r\n")
    status, *rest = lines.decode("latin-1").split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in rest)
    return int(status.split(" ")[1]), headers, body


JSON = ("Content-Type", "application/json")
ASKED: dict[str, tuple[bytes, int]] = {
    "a page": (head("GET", "/"), 200),
    "another page": (head("GET", "/pit"), 200),
    "an icon": (head("GET", "/favicon.svg"), 200),
    "health": (head("GET", "/health"), 200),
    "the document": (head("GET", "/schema/openapi.json"), 200),
    "the law": (head("GET", "/api/v1/games"), 200),
    "nothing there": (head("GET", "/nothing"), 404),
    "no such file": (head("GET", "/assets/none.js"), 404),
    "a zero in a file's name": (head("GET", "/assets/%00"), 404),
    "a zero in a path": (head("GET", "/api/v1/tables/%00"), 404),
    "a line in a path": (head("GET", "/history/a%0Ab"), 404),
    "not signed in": (head("GET", "/api/v1/me"), 401),
    "no such method": (head("DELETE", "/api/v1/me"), 405),
    "forged": (head("POST", "/api/v1/sign-in", [JSON, ("Content-Length", "0")]), 403),
    "too long": (head("GET", "/" + "a" * 5000), 414),
    "too large": (head("GET", "/", [("X", "a" * 20_000)]), 431),
    "no request at all": (b"\x16\x03\x01 nonsense\r\n\r\n", 400),
    "a socket that is opened to say no": (upgrade("/api/v1/tables/t1/live"), 101),
    "a socket that is not there": (upgrade("/nothing"), 403),
    "a socket from elsewhere": (
        upgrade("/api/v1/tables/t1/live", [("Origin", "https://evil.example")]),
        101,
    ),
}


@pytest.mark.parametrize("what", ASKED)
def test_every_answer_carries_them(place: tuple[Casino, str], what: str) -> None:
    sent, status = ASKED[what]
    found, headers, _ = answer(place[1], sent)
    assert found == status
    for name, value in HEADERS.items():
        if name == "Cache-Control":  # pages and files say otherwise
            assert name.lower() in headers
        else:
            assert headers.get(name.lower()) == value.lower(), name


def test_what_they_say() -> None:
    policy = HEADERS["Content-Security-Policy"]
    for part in ("default-src 'self'", "form-action 'self'", "frame-ancestors 'none'"):
        assert part in policy
    assert "unsafe" not in policy


def set_cookies(answer: httpx.Response) -> dict[str, str]:
    lines = answer.headers.get_list("set-cookie")
    return {line.partition("=")[0]: line for line in lines}


@pytest.mark.parametrize("tls", [False, True])
def test_cookies_are_named_and_kept_by_tls(place: tuple[Casino, str], tls: bool) -> None:
    _, address = place
    prefix = "__Host-" if tls else ""
    first = httpx.get(f"{address}/health", headers=OVER_TLS if tls else {})
    (csrf,) = set_cookies(first).values()
    assert csrf.startswith(f"{prefix}csrftoken=")
    token = csrf.partition("=")[2].partition(";")[0]
    said = {"name": "patron", "password": PASSWORD}
    headers = {"x-csrftoken": token, "Cookie": f"{prefix}csrftoken={token}"}
    headers |= OVER_TLS if tls else {}
    come = httpx.post(f"{address}/api/v1/sign-in", json=said, headers=headers)
    assert come.status_code == 200, come.text
    session = set_cookies(come)[f"{prefix}punto"]
    for cookie in (csrf, session):
        assert ("; secure" in cookie.lower()) is tls
        assert "path=/" in cookie.lower()
        assert "samesite=strict" in cookie.lower()
        assert "domain=" not in cookie.lower()
    assert "httponly" in session.lower()
    mine = session.partition(";")[0]
    me = httpx.get(f"{address}/api/v1/me", headers={"Cookie": mine, **(OVER_TLS if tls else {})})
    assert me.json()["id"] == "patron"
    other = mine.removeprefix("__Host-") if tls else f"__Host-{mine}"
    me = httpx.get(f"{address}/api/v1/me", headers={"Cookie": other, **(OVER_TLS if tls else {})})
    assert me.status_code == 401


@pytest.mark.parametrize(
    "authorization",
    [["Basic eDp5"], ["bearer x"], ["Digest y"], [""], ["Basic eDp5", "Bearer x"]],
    ids=str,
)
def test_no_other_authorization_skips_the_check_for_forged_requests(
    place: tuple[Casino, str], authorization: list[str]
) -> None:
    casino, address = place
    person = casino.people.find("patron")
    assert person is not None
    token = casino.sessions.open_session(person)
    headers = [("Cookie", f"punto={token}"), ("Content-Type", "application/json")]
    headers += [("Authorization", each) for each in authorization]
    said = httpx.post(f"{address}/api/v1/sign-out", content=b"{}", headers=headers)
    assert said.status_code == 403, said.text
    assert "csrftoken" in said.json()["sentence"]
    assert casino.sessions.authenticate(token) is not None  # they are signed in still


def test_a_bearer_token_leaves_the_cookie_unread(place: tuple[Casino, str]) -> None:
    casino, address = place
    person = casino.people.find("patron")
    assert person is not None
    token = casino.sessions.open_session(person)
    headers = {"Cookie": f"punto={token}", "Authorization": "Bearer nonsense"}
    said = httpx.post(f"{address}/api/v1/sign-out", json={}, headers=headers)
    assert said.status_code == 401
    assert casino.sessions.authenticate(token) is not None


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/msgpack",
        "text/json",
        "",
    ],
)
def test_json_comes_as_json_alone(place: tuple[Casino, str], kind: str) -> None:
    casino, address = place
    manager = casino.people.find("pit-manager")
    assert manager is not None
    headers = {"Authorization": f"Bearer {casino.sessions.open_session(manager)}"}
    body = b'{"name":"made-by-a-form","password":"correct horse battery"}'
    typed = headers | ({"Content-Type": kind} if kind else {})
    said = httpx.post(f"{address}/api/v1/patrons", content=body, headers=typed)
    assert (said.status_code, said.json()["sentence"]) == (415, "Send JSON.")
    assert casino.people.find("made-by-a-form") is None


def test_json_with_a_charset_is_json(place: tuple[Casino, str]) -> None:
    casino, address = place
    manager = casino.people.find("pit-manager")
    assert manager is not None
    headers = {
        "Authorization": f"Bearer {casino.sessions.open_session(manager)}",
        "Content-Type": "application/json; charset=utf-8",
    }
    body = b'{"name":"made-by-json","password":"correct horse battery"}'
    said = httpx.post(f"{address}/api/v1/patrons", content=body, headers=headers)
    assert said.status_code == 201, said.text
