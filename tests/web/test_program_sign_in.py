"""A program signs in with one request; pages of other sites gain nothing by it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from punto.web.casino import Casino
from tests.web.served import PASSWORD, add_everybody, served

WANTED = {"name": "dealer", "password": PASSWORD, "bearer": True}
JSON = {"Content-Type": "application/json"}
FORM_TYPES = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "text/plain; application/json",
    "",
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, str]]:
    folder: Path = tmp_path_factory.mktemp("programs")
    with served(folder) as (casino, address):
        add_everybody(casino)
        yield casino, f"{address}/api/v1"


def is_about_csrf(answer: httpx.Response) -> bool:
    return answer.status_code == 403 and "csrftoken" in answer.json()["sentence"]


@pytest.mark.parametrize(
    ("path", "body", "status"), [("/sign-in", WANTED, 200), ("/guests", {"bearer": True}, 201)]
)
def test_one_request_is_enough_and_sets_no_cookie(
    place: tuple[Casino, str], path: str, body: dict[str, Any], status: int
) -> None:
    answer = httpx.post(place[1] + path, json=body)
    assert answer.status_code == status, answer.text
    assert "set-cookie" not in answer.headers
    bearer = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert httpx.get(f"{place[1]}/me", headers=bearer).status_code == 200


def test_a_wrong_password_is_answered_as_such(place: tuple[Casino, str]) -> None:
    answer = httpx.post(f"{place[1]}/sign-in", json={**WANTED, "name": "who", "code": ""})
    assert answer.json()["reason"] == "wrong-password"
    answer = httpx.post(f"{place[1]}/sign-in", json={**WANTED, "extra": 1})
    assert answer.json()["reason"] == "unreadable-request"


@pytest.mark.parametrize("path", ["/sign-in", "/guests"])
@pytest.mark.parametrize(
    "fields",
    [
        '"bearer": false',
        '"bearer": 1',
        '"bearer": "true"',
        '"bearer": null',
        '"bearer": true, "bearer": false',
        '"BEARER": true',
        '"code": "bearer: true"',
    ],
)
def test_who_asks_for_no_token_needs_the_one_against_forgery(
    place: tuple[Casino, str], path: str, fields: str
) -> None:
    known = f'"name": "dealer", "password": "{PASSWORD}", ' if path == "/sign-in" else ""
    answer = httpx.post(place[1] + path, content=f"{{{known}{fields}}}", headers=JSON)
    assert is_about_csrf(answer), answer.text


@pytest.mark.parametrize("kind", FORM_TYPES)
def test_a_form_of_another_site_is_no_program(place: tuple[Casino, str], kind: str) -> None:
    content = '{"name": "dealer", "password": "' + PASSWORD + '", "bearer": true}'
    answer = httpx.post(f"{place[1]}/sign-in", content=content, headers={"Content-Type": kind})
    is_form = kind.startswith(("multipart", "application/x-"))
    assert answer.status_code == (415 if is_form else 403), answer.text


def test_no_form_is_parsed(place: tuple[Casino, str]) -> None:
    """Litestar looks for the token against forgery in forms, even of a GET."""
    content, kind = b"--x\r\n" * 9_000, {"Content-Type": "multipart/form-data; boundary=x"}
    for method, path, status in (("POST", "/guests", 415), ("GET", "/games", 200)):
        answer = httpx.request(method, place[1] + path, content=content, headers=kind)
        assert answer.status_code == status, answer.text


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://127.0.0.1"])
def test_nor_is_a_page(place: tuple[Casino, str], origin: str) -> None:
    answer = httpx.post(f"{place[1]}/sign-in", json=WANTED, headers={"Origin": origin})
    assert is_about_csrf(answer)


def test_the_cookie_of_a_browser_is_left_alone(place: tuple[Casino, str]) -> None:
    """Signing in ends the browser's session before: not for a request that nothing protects."""
    casino, address = place
    person = casino.people.find("patron")
    assert person is not None
    token = casino.sessions.open_session(person)
    answer = httpx.post(f"{address}/sign-in", json=WANTED, headers={"Cookie": f"punto={token}"})
    assert answer.status_code == 200
    assert casino.sessions.authenticate(token) is not None


@pytest.mark.parametrize("path", ["/sign-out", "/displays", "/second-factor", "/me/password"])
def test_no_other_route_is_open_to_it(place: tuple[Casino, str], path: str) -> None:
    answer = httpx.post(place[1] + path, json={"bearer": True})
    assert is_about_csrf(answer)


def test_a_long_body_is_refused_all_the_same(place: tuple[Casino, str]) -> None:
    for size, statuses in ((60_000, [400]), (200_000, [403, 413])):  # by its size or as a page
        body = b'{"bearer": true, "name": "' + b"a" * size + b'"}'
        answer = httpx.post(f"{place[1]}/sign-in", content=body, headers=JSON)
        assert answer.status_code in statuses, answer.text


def test_a_body_in_pieces_is_read_whole(place: tuple[Casino, str]) -> None:
    def pieces() -> Iterator[bytes]:
        yield b'{"name": "dealer", "pass'
        yield b'word": "' + PASSWORD.encode()
        yield b'", "bearer": true}'

    answer = httpx.post(f"{place[1]}/sign-in", content=pieces(), headers=JSON)
    assert answer.status_code == 200, answer.text
