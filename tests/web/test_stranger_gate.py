"""Strangers are served a few at a time, in turns, and never before those who work or play."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from punto.floor.command_rates import Buckets, Rate
from punto.floor.event_log import FACTS
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.casino import Casino
from punto.web.edge import request_limits
from punto.web.edge.request_limits import RequestLimits
from punto.web.edge.stranger_gate import AT_ONCE, StrangerGate
from punto.web.errors import DenialLog
from tests.envelope import Given
from tests.submission import ask
from tests.web.raw import head
from tests.web.served import credits_table, open_session, served

MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
JSON = ("Content-Type", "application/json")


async def hold(gate: StrangerGate, address: str, order: list[str], name: str) -> None:
    began_s = await gate.begin(address)
    order.append(name)
    await asyncio.sleep(0)
    gate.end(began_s)


def test_addresses_take_turns() -> None:
    order: list[str] = []

    async def run() -> None:
        gate = StrangerGate(1, rest=0.0)
        names = [("loud", f"loud-{at}") for at in range(4)] + [("quiet", "quiet")]
        await asyncio.gather(*(hold(gate, address, order, name) for address, name in names))

    asyncio.run(run())
    assert order == ["loud-0", "loud-1", "quiet", "loud-2", "loud-3"]


def test_a_full_queue_refuses_those_who_send_most() -> None:
    async def run() -> list[Any]:
        gate = StrangerGate(1, waiting_max=3, per_address_max=3, rest=0.0)
        order: list[str] = []
        sent = ["loud"] * 5 + ["quiet"]
        waits = [hold(gate, address, order, address) for address in sent]
        return list(await asyncio.gather(*waits, return_exceptions=True))

    answers = asyncio.run(run())
    refused = [each for each in answers if isinstance(each, Refused)]
    assert [each.reason for each in refused] == [Reason.TOO_OFTEN] * 2
    assert answers[-1] is None


def test_a_place_is_passed_on_by_those_who_leave_while_they_wait() -> None:
    async def run() -> None:
        gate = StrangerGate(1, rest=0.0)
        first = await gate.begin("a")
        gone = asyncio.create_task(gate.begin("b"))
        await asyncio.sleep(0)
        gone.cancel()
        gate.end(first)
        second = await asyncio.wait_for(gate.begin("c"), 60)
        last = asyncio.create_task(gate.begin("d"))
        await asyncio.sleep(0)
        gate.end(second)  # it is d's turn now
        last.cancel()
        await asyncio.gather(last, return_exceptions=True)
        await asyncio.wait_for(gate.begin("e"), 60)

    asyncio.run(run())


@pytest.fixture
def place(tmp_path: Path) -> Iterator[tuple[Casino, str]]:
    with served(tmp_path) as (casino, address):
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        yield casino, address


def test_staff_are_served_while_strangers_wait(
    place: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While no place of strangers becomes free, a dealer and the house's monitor notice nothing."""
    casino, address = place
    dealer = open_session(casino, address, "dealer", Position.DEALER, "t1")
    dealer.me()  # so that the token is known
    closed = StrangerGate(0)
    monkeypatch.setattr(RequestLimits, "_gate", property(lambda _: closed, lambda *_: None), False)
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{address}/api/v1/games", timeout=0.5)
    dealer.give("t1", c.LoadShoe("one"))
    assert dealer.me().position == "Dealer"
    for path in ("/health", "/ready"):
        assert httpx.get(address + path, timeout=60).status_code == 200


def test_health_checks_wait_only_for_each_other(
    place: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, address = place
    closed = StrangerGate(0)
    stays = property(lambda _: closed, lambda *_: None)
    monkeypatch.setattr(RequestLimits, "_health_gate", stays, False)
    assert httpx.get(f"{address}/api/v1/games", timeout=60).status_code == 200
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{address}/ready", timeout=0.5)


def test_half_sent_bodies_keep_no_place(place: tuple[Casino, str]) -> None:
    _, address = place
    host, port = address.removeprefix("http://").split(":")
    half = head("POST", "/api/v1/guests", [("Content-Length", "100"), JSON])
    sockets = []
    for _ in range(2 * AT_ONCE):
        connection = socket.create_connection((host, int(port)))
        connection.sendall(half + b"{")
        sockets.append(connection)
    assert httpx.get(f"{address}/api/v1/games", timeout=4).status_code == 200
    for connection in sockets:
        connection.close()


def test_a_body_is_passed_on_whole(place: tuple[Casino, str]) -> None:
    _, address = place
    headers = {"Authorization": "Bearer none", "Content-Type": "application/json"}

    def chunks() -> Iterator[bytes]:
        yield b'{"bear'
        yield b'er":true}'

    made = httpx.post(f"{address}/api/v1/guests", content=chunks(), headers=headers)
    assert made.status_code == 201
    large = httpx.post(
        f"{address}/api/v1/guests", content=b" " * 200_000, headers=headers, timeout=60
    )
    assert large.status_code == 413


def test_guests_sign_up_one_after_another(
    place: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many come at once, and each gets a name and a token of their own."""
    casino, address = place
    at_once, most = 0, 0
    names = casino.guest_names

    class Counting:
        def new(self, origin: str) -> str:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            try:
                return names.new(origin)
            finally:
                at_once -= 1

    monkeypatch.setattr(casino, "guest_names", Counting())

    async def sign_up() -> list[str]:
        headers = {"Authorization": "Bearer none"}
        async with httpx.AsyncClient(timeout=60) as http:
            sent = [
                http.post(f"{address}/api/v1/guests", json={"bearer": True}, headers=headers)
                for _ in range(12)
            ]
            return [each.json()["token"] for each in await asyncio.gather(*sent)]

    assert len(set(asyncio.run(sign_up()))) == 12
    assert most == 1


def test_what_waits_elsewhere_leaves_its_place(
    place: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sign-ins wait for their turn to be hashed, without keeping other strangers out."""
    _, address = place
    monkeypatch.setattr("punto.web.auth.password_checks.sign_in_delay_s", lambda _: 5.0)

    async def run() -> int:
        async with httpx.AsyncClient(timeout=60) as http:
            body = {"name": "someone", "password": "not a password", "bearer": True}
            headers = {"Authorization": "Bearer none"}
            waits = [
                asyncio.create_task(
                    http.post(f"{address}/api/v1/sign-in", json=body, headers=headers)
                )
                for _ in range(AT_ONCE)
            ]
            await asyncio.sleep(0.5)
            answer = await http.get(f"{address}/api/v1/games", timeout=4)
            for each in waits:
                each.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
            return answer.status_code

    assert asyncio.run(run()) == 200


def test_a_limit_of_waiting_strangers_is_answered_as_too_many(
    place: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, address = place
    monkeypatch.setattr(request_limits, "DELAY_S", 0.01)
    full = StrangerGate(0, waiting_max=0)
    monkeypatch.setattr(RequestLimits, "_gate", property(lambda _: full, lambda *_: None), False)
    answer = httpx.get(f"{address}/api/v1/games", timeout=60)
    assert (answer.status_code, answer.json()["reason"]) == (429, "too-often")


def test_strangers_do_not_fill_the_log(
    place: tuple[Casino, str], caplog: pytest.LogCaptureFixture
) -> None:
    casino, address = place
    casino.denial_log = DenialLog(Buckets(Rate(20, 1), lambda: 0.0))
    with httpx.Client(base_url=address, timeout=60) as http:
        assert {http.get("/api/v1/me").status_code for _ in range(100)} == {401}
    assert len([each for each in caplog.messages if each == "request-denied"]) == 20


def test_what_was_left_out_of_the_log_is_counted_in_it(caplog: pytest.LogCaptureFixture) -> None:
    times = iter([0.0] * 10 + [1.0, 1.0])
    log = DenialLog(Buckets(Rate(1, 1), lambda: next(times)))
    for _ in range(10):
        log.write("ann", path="/a")
    log.write("ann", path="/b")
    log.write("", path="/c")
    assert [getattr(record, FACTS) for record in caplog.records] == [
        {"path": "/a"},
        {"path": "/b", "count": 10},
        {"path": "/c"},
    ]
