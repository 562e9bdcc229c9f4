"""Lockout by name and address: outsiders lock out no one, and answers reveal no name."""

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from punto.cli import main
from punto.journal.people.lockout import FAILURES_MAX, LOCKED_MS
from punto.web.app import make_app
from punto.web.casino import Casino
from punto.web.server import in_thread, opened
from tests.web.served import FAST, PASSWORD, STAFF, SetClock, add_everybody

Place = tuple[Casino, str, SetClock]
OUTSIDE, PIT = "203.0.113.7", "10.0.0.5"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    clock = SetClock()
    with opened(str(tmp_path / "house.journal"), dealing_times=FAST, clock=clock) as (casino, _):
        app = make_app(casino, sign_ins_a_minute=10_000)
        with in_thread(app, proxies=["127.0.0.1"]) as address:
            add_everybody(casino)
            yield casino, address, clock


def sign_in(place: Place, name: str, password: str, address: str) -> httpx.Response:
    """An attempt from an address of its own, as a proxy in front says it."""
    body = {"name": name, "password": password, "bearer": True}
    with httpx.Client(base_url=place[1], timeout=60) as browser:
        browser.get("/health")
        token = browser.cookies["csrftoken"]
        headers = {"x-csrftoken": token, "X-Forwarded-For": address}
        return browser.post("/api/v1/sign-in", json=body, headers=headers)


def test_eighteen_requests_from_outside_lock_no_staff_out(place: Place) -> None:
    names = (*STAFF, "stranger")
    for name in names:
        for _ in range(FAILURES_MAX):
            assert sign_in(place, name, "wrong password", OUTSIDE).status_code == 401
        assert sign_in(place, name, PASSWORD, OUTSIDE).json()["reason"] == "locked-out"
    for name in names:
        assert sign_in(place, name, PASSWORD, PIT).status_code == 200


def test_from_elsewhere_an_account_under_attack_only_slows_down(place: Place) -> None:
    assert sign_in(place, "dealer", PASSWORD, PIT).status_code == 200
    for number in range(6):
        assert sign_in(place, "dealer", "wrong password", f"203.0.113.{number}").status_code == 401
    began = time.monotonic()
    assert sign_in(place, "dealer", PASSWORD, PIT).status_code == 200
    known_s = time.monotonic() - began
    began = time.monotonic()
    assert sign_in(place, "dealer", PASSWORD, "10.0.0.99").status_code == 200
    assert time.monotonic() - began >= 2.0 > known_s


def test_three_wrong_ones_lock_an_address_that_is_known_too(place: Place) -> None:
    clock = place[2]
    assert sign_in(place, "dealer", PASSWORD, PIT).status_code == 200
    for _ in range(FAILURES_MAX):
        assert sign_in(place, "dealer", "wrong password", PIT).status_code == 401
    assert sign_in(place, "dealer", PASSWORD, PIT).status_code == 403
    clock.at_ms += LOCKED_MS
    assert sign_in(place, "dealer", PASSWORD, PIT).status_code == 200


def test_no_answer_tells_whether_an_account_exists(place: Place) -> None:
    """Status, text and lockout of three guesses and more, for every kind of name there is."""
    place[0].sessions.change("pit-supervisor", lambda each: replace(each, disabled=True))
    names = ("dealer", "pit-supervisor", "patron", "nobody-there", "No Name!", "", "x" * 300)
    told = {
        name: [
            (answer.status_code, answer.text, sorted(answer.headers))
            for answer in (sign_in(place, name, "wrong password", OUTSIDE) for _ in range(5))
        ]
        for name in names
    }
    assert len({str(each) for each in told.values()}) == 1, told


def test_the_right_password_of_a_disabled_account_is_answered_like_a_wrong_one(
    place: Place,
) -> None:
    place[0].sessions.change("dealer", lambda each: replace(each, disabled=True))
    right = [sign_in(place, "dealer", PASSWORD, OUTSIDE).text for _ in range(5)]
    assert right == [sign_in(place, "nobody", PASSWORD, OUTSIDE).text for _ in range(5)]


def test_the_time_of_an_answer_tells_nothing(place: Place) -> None:
    """The medians of many guesses at a name that exists and one that does not, in turn."""
    took: dict[str, list[float]] = {"dealer": [], "nobody-there": []}
    for number in range(24):
        for name, times in took.items():
            place[0].sessions.attempts.unlock(name)
            began = time.perf_counter()
            sign_in(place, name, "wrong password", f"203.0.113.{number}")
            times.append(time.perf_counter() - began)
    there, absent = (statistics.median(times) for times in took.values())
    assert 0.6 < there / absent < 1.67, (there, absent)


def test_a_known_address_is_slowed_down_for_wrong_passwords_alone(place: Place) -> None:
    """Or the time of an answer would tell that the account signed in from there."""
    assert sign_in(place, "dealer", PASSWORD, PIT).status_code == 200
    for number in range(6):
        for name in ("dealer", "nobody-there"):
            sign_in(place, name, "wrong password", f"203.0.113.{number}")
    for name in ("dealer", "nobody-there"):
        began = time.monotonic()
        assert sign_in(place, name, "wrong password", PIT).status_code == 401
        assert time.monotonic() - began >= 2.0


def test_an_ipv6_customer_is_one_address(place: Place) -> None:
    for number in range(FAILURES_MAX):
        sign_in(place, "dealer", "wrong password", f"2001:db8:1:2::{number + 1}")
    assert sign_in(place, "dealer", PASSWORD, "2001:db8:1:2:ffff::9").status_code == 403
    assert sign_in(place, "dealer", PASSWORD, "2001:db8:1:3::1").status_code == 200


def test_staff_are_unlocked_locally(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    casino = place[0]
    for _ in range(FAILURES_MAX):
        sign_in(place, "dealer", "wrong password", PIT)
    assert sign_in(place, "dealer", PASSWORD, PIT).status_code == 403
    journal = casino.store.engine.url.database
    assert main(["staff", "unlock", "dealer", "--journal", str(journal)]) == 0
    assert "dealer" in capsys.readouterr().out
    assert sign_in(place, "dealer", PASSWORD, PIT).status_code == 200
