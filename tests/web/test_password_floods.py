"""Sign-ins from everywhere at once: hashing is bounded, and staff still get in."""

import socket
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select
from time import sleep
from typing import Any, Literal

import httpx
import pytest
from argon2 import PasswordHasher

from punto.client import Client
from punto.refusals import Reason, Refused
from punto.web.auth import sessions
from punto.web.auth.hash_queue import WAITING_MAX
from punto.web.casino import Casino
from tests.web.raw import connect, head, status_of
from tests.web.served import PASSWORD, add_everybody, caller, served

PIT = "10.0.0.5"
ADDRESSES = [f"203.0.113.{number}" for number in range(25)]
NAMES = 150
HASH_S = 0.05
PROCESSORS = 4


class SlowHasher(PasswordHasher):
    """Takes a while without taking a processor, and counts how many hash at the same time."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.at_once = self.most = self.done = 0
        self.may_go = threading.Event()
        self.may_go.set()
        self._lock = threading.Lock()

    def _wait(self) -> None:
        with self._lock:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
        self.may_go.wait()
        sleep(HASH_S)
        with self._lock:
            self.at_once -= 1
            self.done += 1

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self._wait()
        return super().hash(password, salt=salt)

    def verify(self, *given: Any) -> Literal[True]:
        self._wait()
        return super().verify(*given)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Casino, str]]:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(PROCESSORS)))
    with served(tmp_path, proxies=["127.0.0.1"]) as (casino, address):
        add_everybody(casino)
        yield casino, address


@pytest.fixture
def hasher(place: object, monkeypatch: pytest.MonkeyPatch) -> SlowHasher:
    slow = SlowHasher()
    monkeypatch.setattr(sessions, "_hasher", slow)
    return slow


def sign_in(address: str, name: str, password: str, source: str) -> httpx.Response:
    """An attempt from an address of its own, as a proxy in front reports it."""
    body = {"name": name, "password": password, "bearer": True}
    headers = {"Authorization": "Bearer none", "X-Forwarded-For": source}
    return httpx.post(f"{address}/api/v1/sign-in", json=body, headers=headers, timeout=120)


@contextmanager
def flood(address: str) -> Iterator[list[socket.socket]]:
    """Names that nobody has, each sent from one of many addresses, all at once."""
    with ExitStack() as stack:
        sent = []
        for number in range(NAMES):
            body = b'{"name":"name%d","password":"a wrong password"}' % number
            headers = [
                ("Authorization", "Bearer none"),
                ("X-Forwarded-For", ADDRESSES[number % len(ADDRESSES)]),
                ("Content-Type", "application/json"),
                ("Content-Length", str(len(body))),
            ]
            connection = stack.enter_context(connect(address))
            connection.sendall(head("POST", "/api/v1/sign-in", headers) + body)
            sent.append(connection)
        yield sent


def refused_at_once(sent: list[socket.socket], count: int) -> None:
    """Wait until so many have an answer."""
    while len(select(sent, [], [], 1.0)[0]) < count:
        sleep(0.01)


def test_hashing_takes_a_set_share_and_staff_still_get_in(
    place: tuple[Casino, str], hasher: SlowHasher
) -> None:
    _, address = place
    assert sign_in(address, "dealer", PASSWORD, PIT).status_code == 200
    with flood(address) as sent:
        entered = sign_in(address, "dealer", PASSWORD, PIT)
        checked = hasher.done
        told = Counter(map(status_of, sent))
    assert entered.status_code == 200
    assert checked < told[401], "the dealer did not wait for the flood"
    assert hasher.most == 1, "a quarter of four processors"
    assert set(told) == {401, 429}
    assert told[401] <= WAITING_MAX + checked + 1


def test_who_is_refused_is_told_when_to_come_again_and_not_counted(
    place: tuple[Casino, str], hasher: SlowHasher
) -> None:
    """No name is locked by attempts whose password nobody looked at."""
    _, address = place
    hasher.may_go.clear()
    with flood(address) as sent:
        refused_at_once(sent, NAMES - WAITING_MAX - 2)
        refused = sign_in(address, "dealer", PASSWORD, ADDRESSES[0])
        hasher.may_go.set()
        told = Counter(map(status_of, sent))
    assert told[401] == hasher.done
    assert refused.status_code == 429
    assert refused.json()["reason"] == "too-often"
    assert int(refused.headers["Retry-After"]) >= 1
    assert sign_in(address, "dealer", PASSWORD, ADDRESSES[0]).status_code == 200


def test_signed_in_people_share_the_bound(place: tuple[Casino, str], hasher: SlowHasher) -> None:
    """New accounts, reset and changed passwords hash as well."""
    _, address = place
    manager = caller(address)
    manager.sign_in("assistant-casino-manager", PASSWORD)
    people = {name: Client(address) for name in ("dealer", "pit-supervisor", "patron")}
    for name, client in people.items():
        client.sign_in(name, PASSWORD)
    before = hasher.done
    with ThreadPoolExecutor(12) as pool:
        asked = [
            *(pool.submit(_add, manager, f"{kind}{n}") for n in range(3) for kind in ("s", "p")),
            *(pool.submit(_own, client) for client in people.values()),
            *(pool.submit(_reset, manager, "stranger") for _ in range(2)),
            pool.submit(_factor, address),
        ]
        for each in asked:
            each.result()
    for client in people.values():
        client.close()
    assert hasher.done - before >= 12
    assert hasher.most == 1


def _add(manager: Client, name: str) -> None:
    body = {"name": name, "password": PASSWORD}
    if name.startswith("s"):
        manager.post("/api/v1/staff", {**body, "position": 1}, dict[str, object])
    else:
        manager.post("/api/v1/patrons", body, dict[str, object])


def _own(client: Client) -> None:
    client.change_own_password(PASSWORD, "another horse stapled")


def _reset(manager: Client, name: str) -> None:
    with pytest.raises(Refused) as waits:
        manager.post(f"/api/v1/people/{name}/password", {"password": PASSWORD}, dict[str, object])
    assert waits.value.reason in (Reason.APPROVAL_NEEDED, Reason.NOT_AUTHORISED)


def _factor(address: str) -> None:
    with Client(address) as client:
        client.set_up_second_factor("pit-manager", PASSWORD)
