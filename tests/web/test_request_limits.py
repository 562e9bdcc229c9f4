"""Limits on requests: by person, else by address; before any work, and not at sockets."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from punto.journal.people.people import Kind, Person
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.casino import Casino
from punto.web.edge import request_limits
from punto.web.edge.request_budget import BURST_S, Asker, RequestBudget
from punto.web.edge.request_limits import READS_PER_PERSON, Turns
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import PASSWORD, caller, credits_table, open_session, served

PER_PERSON, PER_ADDRESS = 4, 3  # a second
OUTSIDE, INSIDE = "203.0.113.7", "10.0.0.5"
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)


http = httpx.Client()


class StoppedClock:
    """Time that goes only when it is told to."""

    def __init__(self) -> None:
        self.now_s = 1_000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def place(
    tmp_path: Path, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Casino, str]]:
    monkeypatch.setattr(request_limits, "DELAY_S", 0.01)
    budget = RequestBudget(PER_PERSON, PER_ADDRESS, clock)
    with served(tmp_path, proxies=["127.0.0.1"], requests=budget) as (casino, address):
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        yield casino, address


def get(
    place: tuple[Casino, str],
    path: str,
    source: str = OUTSIDE,
    token: str = "",
    method: str = "GET",
) -> httpx.Response:
    headers = {"X-Forwarded-For": source}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    return http.request(method, place[1] + path, headers=headers)


def use_up(place: tuple[Casino, str], path: str, source: str = OUTSIDE, token: str = "") -> int:
    """Ask until there is no more; how many were answered."""
    for number in range(10_000):
        if get(place, path, source, token).status_code == 429:
            return number
    raise AssertionError("no end")


def token_of(casino: Casino, name: str, kind: Kind = Kind.STAFF) -> str:
    position = Position.DEALER if kind is Kind.STAFF else None
    person = Person(name, kind, position, ("t1",))
    casino.people.add(person)
    return casino.sessions.open_session(person)


def test_an_address_has_so_many_and_is_told_when_to_come_again(
    place: tuple[Casino, str], clock: StoppedClock
) -> None:
    assert use_up(place, "/health") == PER_ADDRESS * BURST_S
    refused = get(place, "/health")
    assert refused.status_code == 429
    assert refused.json()["reason"] == "too-often"
    assert refused.json()["chinese"]
    assert refused.headers["Retry-After"] == "1"
    assert refused.headers["X-Content-Type-Options"] == "nosniff"
    assert get(place, "/health", INSIDE).status_code == 200
    clock.now_s += 1.0
    assert use_up(place, "/health") == PER_ADDRESS


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/api/v1/nothing/there"),
        ("GET", "/schema/openapi.json"),
        ("HEAD", "/assets/x.js"),
        ("OPTIONS", "/api/v1/games"),
        ("POST", "/api/v1/sign-in"),
        ("DELETE", "/api/v1/games"),
        ("GET", "/api/v1/games/tiger/odds?decks=8"),
    ],
)
def test_nothing_is_left_out(place: tuple[Casino, str], method: str, path: str) -> None:
    use_up(place, "/health")
    assert get(place, path, method=method).status_code == 429


def test_no_work_is_done_for_what_is_refused(
    place: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    casino, _ = place
    use_up(place, "/health")

    def work(*_: Any, **__: Any) -> None:
        raise AssertionError("work")

    monkeypatch.setattr(casino.sessions, "authenticate", work)
    monkeypatch.setattr(casino.store, "begin_read", work)
    for token in ("", "A" * 43):
        assert get(place, "/api/v1/lobby", token=token).status_code == 429


def test_people_are_counted_by_name_wherever_they_are(place: tuple[Casino, str]) -> None:
    casino, _ = place
    one, other = (token_of(casino, f"dealer-{n}") for n in range(2))
    for token in (one, other):
        assert get(place, "/health", token=token).status_code == 200
        assert get(place, "/api/v1/me", token=token).status_code == 200
    use_up(place, "/health")  # somebody else at their address
    used = use_up(place, "/health", token=one)
    assert PER_PERSON * BURST_S - 10 < used <= PER_PERSON * BURST_S
    assert get(place, "/health", INSIDE, token=one).status_code == 429
    assert get(place, "/health", token=other).status_code == 200


def test_a_view_from_the_database_costs_more(place: tuple[Casino, str]) -> None:
    casino, _ = place
    token = token_of(casino, "dealer-1")
    get(place, "/api/v1/me", token=token)
    used = use_up(place, "/api/v1/tables/t1/rounds?limit=100", token=token)
    assert used <= PER_PERSON * BURST_S / 4


def test_a_file_of_the_pages_costs_less(place: tuple[Casino, str]) -> None:
    assert use_up(place, "/assets/x.js") >= 3 * PER_ADDRESS * BURST_S


def test_guests_are_counted_by_address(place: tuple[Casino, str]) -> None:
    """They cost nothing: everybody can be as many of them as they like."""
    casino, _ = place
    tokens = [token_of(casino, f"guest-{n}", Kind.GUEST) for n in range(3)]
    answered = 0
    for number in range(PER_ADDRESS * BURST_S + 1):
        told = get(place, "/api/v1/me", token=tokens[number % 3])
        answered += told.status_code == 200
    assert answered <= PER_ADDRESS * BURST_S / 4
    assert get(place, "/health").status_code == 429


def test_a_token_that_is_nobodys_is_counted_by_address(place: tuple[Casino, str]) -> None:
    for number in range(PER_ADDRESS * BURST_S):
        get(place, "/health", token=f"{number:043d}")
    assert get(place, "/health", token="B" * 43).status_code == 429


def test_an_ended_session_uses_up_nothing_of_its_owner(place: tuple[Casino, str]) -> None:
    casino, _ = place
    ended = token_of(casino, "dealer-1")
    get(place, "/api/v1/me", token=ended)
    casino.sessions.sign_out(ended)
    use_up(place, "/health", token=ended)
    person = casino.people.find("dealer-1")
    assert person is not None
    now = casino.sessions.open_session(person)
    assert get(place, "/api/v1/me", INSIDE, token=now).status_code == 200


def test_stakes_and_commands_over_a_socket_are_no_requests(place: tuple[Casino, str]) -> None:
    casino, address = place
    dealer = open_session(casino, address, "dealer-1", Position.DEALER, "t1")
    dealer.give("t1", c.LoadShoe("first"))
    with dealer.watch("t1") as watch:
        for _ in range(PER_PERSON * BURST_S):
            dealer.http.get("/health")
        assert dealer.http.get("/health").status_code == 429
        assert watch.give(c.OpenBetting())


def test_opening_a_socket_is_a_request(place: tuple[Casino, str]) -> None:
    casino, address = place
    token = token_of(casino, "dealer-1")
    get(place, "/api/v1/me", "127.0.0.1", token)
    use_up(place, "/health", "127.0.0.1", token)
    url = address.replace("http", "ws") + "/api/v1/tables/t1/live"
    headers = {"Authorization": f"Bearer {token}"}
    with pytest.raises(InvalidStatus) as refused, connect(url, additional_headers=headers):
        pass
    assert refused.value.response.status_code == 429
    assert refused.value.response.headers["Retry-After"]


def test_a_person_who_signs_in_again_stays_one(place: tuple[Casino, str]) -> None:
    casino, address = place
    casino.sessions.add("dealer-1", Kind.STAFF, PASSWORD, Position.DEALER)
    tokens = []
    for _ in range(2):
        client = caller(address)
        client.sign_in("dealer-1", PASSWORD)
        tokens.append(client.token)
        client.me()
    use_up(place, "/health", INSIDE, tokens[0])
    assert get(place, "/health", INSIDE, tokens[1]).status_code == 429


def test_reads_of_one_asker_take_turns() -> None:
    async def act() -> list[int]:
        turns, asker = Turns(), Asker("a", is_person=True)
        running, most = Counter[str](), 0

        async def read(number: int) -> int:
            nonlocal most
            await turns.begin(asker)
            running["a"] += 1
            most = max(most, running["a"])
            await asyncio.sleep(0.001)
            running["a"] -= 1
            turns.end(asker)
            return number

        tasks = [asyncio.create_task(read(number)) for number in range(50)]
        await asyncio.sleep(0)
        for task in tasks[20:30]:
            task.cancel()  # while they wait
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert most == READS_PER_PERSON
        other = Asker("b", is_person=True)
        await asyncio.wait_for(turns.begin(other), 1)
        turns.end(other)
        assert not turns._running
        assert not turns._waiting
        return [each for each in done if isinstance(each, int)]

    assert asyncio.run(act()) == [*range(20), *range(30, 50)]
