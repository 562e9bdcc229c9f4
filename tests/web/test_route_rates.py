"""Limits per address and minute: each is counted apart, by network, in bounded memory."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from punto.journal.people.people import Kind
from punto.rules.staff import Position
from punto.web.api.betting_sessions import REQUESTS_A_MINUTE
from punto.web.edge import route_rates
from punto.web.edge.connections import Connections
from punto.web.edge.route_rates import RequestCounts
from tests.web.served import PASSWORD, served

TRIES = 3
PROGRAM = {"Authorization": "Bearer none"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with (
        served(tmp_path, sign_ins_a_minute=TRIES, proxies=["127.0.0.1"]) as (casino, address),
        httpx.Client(base_url=address, headers=PROGRAM, timeout=60) as client,
    ):
        casino.sessions.add("dealer", Kind.STAFF, PASSWORD, Position.DEALER)
        yield client


def ask(client: httpx.Client, path: str, body: object, address: str = "192.0.2.1") -> int:
    headers = {"X-Forwarded-For": address}
    return client.post(f"/api/v1{path}", json=body, headers=headers).status_code


def sign_in(client: httpx.Client) -> int:
    return ask(client, "/sign-in", {"name": "dealer", "password": PASSWORD})


def test_guests_do_not_use_up_the_sign_ins_of_staff(client: httpx.Client) -> None:
    guests = [ask(client, "/guests", {}) for _ in range(TRIES + 1)]
    assert guests == [201] * TRIES + [429]
    assert [sign_in(client) for _ in range(TRIES + 1)] == [200] * TRIES + [429]


def test_nor_do_questions_about_odds_and_sessions(client: httpx.Client) -> None:
    """One limit of the framework counts all requests of an address, whatever they ask."""
    for path, body in (("odds", {"decks": 3}), ("session", {"stakes": [], "rounds": 1})):
        for _ in range(TRIES + 1):
            assert ask(client, f"/games/tiger/{path}", body) == 400
    assert sign_in(client) == 200
    assert REQUESTS_A_MINUTE > TRIES + 1


def test_an_address_does_not_use_up_the_questions_of_someone_signed_in(
    client: httpx.Client,
) -> None:
    while ask(client, "/games/tiger/odds", {"decks": "none"}) != 429:
        pass
    made = {"name": "dealer", "password": PASSWORD, "bearer": True}
    answer = client.post("/api/v1/sign-in", json=made, headers={"X-Forwarded-For": "192.0.2.1"})
    headers = {"X-Forwarded-For": "192.0.2.1", "Authorization": f"Bearer {answer.json()['token']}"}
    asked = client.post("/api/v1/games/tiger/odds", json={"decks": "none"}, headers=headers)
    assert asked.status_code == 400


def test_an_ipv6_network_is_one_address(client: httpx.Client) -> None:
    addresses = [f"2001:db8:0:1::{number:x}" for number in range(TRIES + 1)]
    assert [ask(client, "/guests", {}, each) for each in addresses] == [201] * TRIES + [429]
    assert ask(client, "/guests", {}, "2001:db8:0:2::1") == 201
    connections = Connections(per_address=1)
    assert connections.add("2001:db8::1")
    assert not connections.add("2001:db8::2")
    connections.remove("2001:db8::1")
    assert connections.add("2001:db8::2")


def test_the_counts_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route_rates, "COUNTS_MAX", 10)

    async def count() -> list[bool]:
        counts = RequestCounts()
        for number in range(25):
            await counts.set(str(number), "1", 60)
        return [await counts.exists(str(number)) for number in range(25)]

    assert asyncio.run(count()) == [False] * 15 + [True] * 10
