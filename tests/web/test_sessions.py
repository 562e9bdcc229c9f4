"""Sign-in: passwords, lockout, idle timeouts, disabling, tokens, CSRF, over real requests."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from punto.client import Client
from punto.journal.people.lockout import FAILURES_MAX, LOCKED_MS
from punto.journal.people.people import Kind
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.casino import Casino
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import (
    PASSWORD,
    SetClock,
    add_everybody,
    caller,
    come_in,
    credits_table,
    served,
)

MINUTE_MS = 60_000


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def place(tmp_path: Path, clock: SetClock) -> Iterator[tuple[Casino, str]]:
    with served(tmp_path, clock=clock) as (casino, address):
        add_everybody(casino)
        yield casino, address


def refused(reason: Reason, client: Client, name: str, password: str) -> None:
    with pytest.raises(Refused) as told:
        client.sign_in(name, password)
    assert told.value.reason is reason


def test_a_password_is_kept_as_argon2id_and_a_token_as_its_hash(
    usual_passwords: None, place: tuple[Casino, str]
) -> None:
    casino, address = place
    client = come_in(address, "dealer")
    person = casino.people.find("dealer")
    assert person is not None
    assert person.secret.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert len(client.token) >= 43  # 256 bits in letters
    assert casino.people.signed_in(client.token) is None
    assert client.me().position == "Dealer"


def test_a_third_wrong_password_locks_until_half_an_hour_has_passed(
    place: tuple[Casino, str], clock: SetClock
) -> None:
    client = caller(place[1])
    for _ in range(FAILURES_MAX):
        refused(Reason.WRONG_PASSWORD, client, "dealer", "wrong password")
    refused(Reason.LOCKED_OUT, client, "dealer", PASSWORD)
    clock.at_ms += LOCKED_MS - 1
    refused(Reason.LOCKED_OUT, client, "dealer", PASSWORD)
    clock.at_ms += 1
    refused(Reason.WRONG_PASSWORD, client, "dealer", "wrong password")  # counted anew
    assert client.sign_in("dealer", PASSWORD).id == "dealer"


def test_a_pit_manager_unlocks_at_once(place: tuple[Casino, str]) -> None:
    client = caller(place[1])
    for _ in range(FAILURES_MAX):
        refused(Reason.WRONG_PASSWORD, client, "dealer", "wrong password")
    manager = come_in(place[1], "pit-manager")
    manager.post("/api/v1/people/dealer/enable", {}, dict[str, object])
    assert client.sign_in("dealer", PASSWORD).id == "dealer"


def test_two_wrong_and_one_right_start_the_count_again(place: tuple[Casino, str]) -> None:
    client = caller(place[1])
    for _ in range(2):
        for _ in range(FAILURES_MAX - 1):
            refused(Reason.WRONG_PASSWORD, client, "patron", "wrong password")
        assert client.sign_in("patron", PASSWORD).kind == "patron"


@pytest.mark.parametrize(
    ("name", "idle_minutes"), [("dealer", 5), ("pit-manager", 5), ("patron", 30)]
)
def test_whoever_is_idle_for_too_long_is_signed_out(
    place: tuple[Casino, str], clock: SetClock, name: str, idle_minutes: int
) -> None:
    client = come_in(place[1], name)
    for _ in range(3):  # doing something keeps them in, however long altogether
        clock.at_ms += idle_minutes * MINUTE_MS - 1
        assert client.me().id == name
    clock.at_ms += idle_minutes * MINUTE_MS
    with pytest.raises(Refused) as told:
        client.me()
    assert told.value.reason is Reason.NOT_SIGNED_IN


def test_a_disabled_person_is_out_at_once_and_stays_out(place: tuple[Casino, str]) -> None:
    dealer, manager = come_in(place[1], "dealer"), come_in(place[1], "pit-manager")
    assert dealer.me().id == "dealer"
    manager.post("/api/v1/people/dealer/disable", {}, dict[str, object])
    with pytest.raises(Refused) as told:
        dealer.me()
    assert told.value.reason is Reason.NOT_SIGNED_IN
    refused(Reason.WRONG_PASSWORD, caller(place[1]), "dealer", PASSWORD)


def test_a_device_comes_in_by_its_key_until_it_is_disabled(place: tuple[Casino, str]) -> None:
    manager = come_in(place[1], "pit-manager")
    device = caller(place[1], manager.add_device("display", ("t1",)).key)
    assert device.me().kind == "device"
    manager.post("/api/v1/people/display/disable", {}, dict[str, object])
    with pytest.raises(Refused) as told:
        device.me()
    assert told.value.reason is Reason.NOT_SIGNED_IN


def test_a_browsers_sign_in_is_a_cookie_that_changes_and_needs_the_token_against_forgery(
    place: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = {"name": "patron", "password": PASSWORD}
    with httpx.Client(base_url=place[1]) as browser:
        assert browser.post("/api/v1/sign-in", json=wanted).status_code == 403
        browser.get("/health")
        forged = {"x-csrftoken": browser.cookies["csrftoken"]}
        first = browser.post("/api/v1/sign-in", json=wanted, headers=forged)
        assert first.status_code == 200
        assert first.json()["token"] is None
        set_cookie = next(
            each for each in first.headers.get_list("set-cookie") if each.startswith("punto=")
        )
        assert "HttpOnly" in set_cookie
        assert "SameSite=strict" in set_cookie
        before = browser.cookies["punto"]
        browser.post("/api/v1/sign-in", json=wanted, headers=forged)
        assert browser.cookies["punto"] != before
        assert browser.get("/api/v1/me").json()["id"] == "patron"
        old = httpx.get(f"{place[1]}/api/v1/me", cookies={"punto": before})
        assert old.status_code == 401
        monkeypatch.setattr(place[0], "guests_cents", 10_000)
        before = browser.cookies["punto"]
        assert browser.post("/api/v1/guests", json={}, headers=forged).status_code == 201
        old = httpx.get(f"{place[1]}/api/v1/me", cookies={"punto": before})
        assert old.status_code == 401, "a guest leaves no session behind either"
        assert browser.post("/api/v1/sign-out", json={}).status_code == 403
        assert browser.post("/api/v1/sign-out", json={}, headers=forged).status_code == 200
        assert browser.get("/api/v1/me").status_code == 401


def test_nobody_makes_an_account_above_their_own_or_for_tables_that_are_not_theirs(
    place: tuple[Casino, str],
) -> None:
    manager = come_in(place[1], "pit-manager")
    wanted = {"name": "new", "password": PASSWORD, "position": 4, "tables": []}
    with pytest.raises(Refused) as told:
        manager.post("/api/v1/staff", wanted, dict[str, object])
    assert told.value.reason is Reason.NOT_AUTHORISED
    stranger = come_in(place[1], "stranger")
    with pytest.raises(Refused) as told:
        stranger.post("/api/v1/staff", wanted | {"tables": ["t1"]}, dict[str, object])
    assert told.value.reason is Reason.NOT_AUTHORISED
    with pytest.raises(Refused) as told:
        manager.post("/api/v1/staff", wanted | {"position": 3}, dict[str, object])
    assert told.value.reason is Reason.NOT_AUTHORISED
    made = manager.post("/api/v1/staff", wanted | {"position": 2}, dict[str, object])
    assert made["position"] == "Pit Supervisor"
    with pytest.raises(Refused) as told:
        manager.post("/api/v1/people/gaming-shift-manager/disable", {}, dict[str, object])
    assert told.value.reason is Reason.NOT_AUTHORISED


def test_whoever_tries_many_passwords_is_slowed_down(tmp_path: Path) -> None:
    with served(tmp_path, sign_ins_a_minute=5) as (_, address):
        client = caller(address)
        for number in range(5):
            refused(Reason.WRONG_PASSWORD, client, f"nobody-{number}", "wrong password")
        refused(Reason.TOO_OFTEN, client, "nobody-there", "wrong password")


def test_looking_on_through_a_socket_keeps_nobody_signed_in(
    place: tuple[Casino, str], clock: SetClock
) -> None:
    casino, address = place
    manager = Staff("manager", Position.PIT_MANAGER)
    ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), manager))
    patron = come_in(address, "patron")
    with patron.watch("t1") as watch:
        watch.next()
        clock.at_ms += 29 * MINUTE_MS
        watch.send({"type": "here"})
        assert list(watch.rest(2.5)) == []
        clock.at_ms += 29 * MINUTE_MS
        assert list(watch.rest(2.5)) == []
        assert watch.socket.close_code is None
        clock.at_ms += MINUTE_MS
        assert list(watch.rest(5.0)) == []
        assert watch.socket.close_code == 4401


def test_a_page_that_asks_by_itself_keeps_nobody_signed_in(
    place: tuple[Casino, str], clock: SetClock
) -> None:
    looking, acting = come_in(place[1], "pit-manager"), come_in(place[1], "pit-supervisor")
    looking.http.headers["Punto-Background"] = "1"
    for _ in range(6):
        clock.at_ms += MINUTE_MS - 1000
        assert looking.http.get("/api/v1/me").status_code in (200, 401)
        assert acting.http.get("/api/v1/me").status_code == 200
    assert looking.http.get("/api/v1/me").status_code == 401


@pytest.mark.parametrize("table", ["*,cage", "T 1", "", "x" * 400, "t1\x00"])
def test_an_account_is_assigned_only_to_what_can_be_a_table(
    place: tuple[Casino, str], table: str
) -> None:
    """Also on the machine itself, where nothing checks who adds it."""
    sessions = place[0].sessions
    for add in (
        lambda: sessions.add("new", Kind.STAFF, PASSWORD, Position.DEALER, (table,)),
        lambda: sessions.add_device("new", (table,)),
    ):
        with pytest.raises(Refused) as told:
            add()
        assert told.value.reason is Reason.UNREADABLE_REQUEST
    assert place[0].people.find("new") is None
