"""A connection that has gone silent is noticed by both of its ends, over real sockets."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import ceil
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from punto.client import Client
from punto.client import bot as bots
from punto.client.bot import Bot, Rules, Tally
from punto.client.live import SILENT_S, Follow
from punto.floor.command_rates import PAUSE_S_MAX, Rate, RefusalPace
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.app import make_app
from punto.web.live import live_tables
from punto.web.live.frames import PING
from punto.web.live.live_tables import PING_S
from punto.web.live.socket import Answer
from punto.web.server import HEARTBEAT, Heartbeat, in_thread, opened
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import FAST, PASSWORD, add_everybody, credits_table

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
QUICK = Heartbeat(every_s=0.2, answer_s=2.0)  # a busy machine may stop for a second
QUIET_S = 2.0  # a server that sends nothing for so long is gone
TABLE = "t1"


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server whose heart beats fast, with a table and a patron."""
    monkeypatch.setattr(live_tables, "PING_S", 0.2)
    monkeypatch.setattr(live_tables, "PING_CHECK_S", 0.05)
    with opened(str(tmp_path / "house.journal"), dealing_times=FAST) as (casino, _):
        add_everybody(casino)
        ask(casino.host, CAGE, "fund", Given(cage.BuyCredits("patron", 100_000), DEALER))
        ask(casino.host, TABLE, "open", Given(c.OpenTable(credits_table()), MANAGER))
        with in_thread(make_app(casino), heartbeat=QUICK) as found:
            yield found


def signed_in(address: str) -> Client:
    client = Client(address)
    client.sign_in("patron", PASSWORD)
    return client


class Relay:
    """A network between a client and a server that can go silent without closing anything."""

    def __init__(self, address: str) -> None:
        self._to = int(address.rpartition(":")[2])
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._silent: set[socket.socket] = set()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def go_silent(self) -> None:
        """From here on the connections that are open carry nothing; new ones do."""
        self._silent.update(self._open)

    def close(self) -> None:
        self._listening.close()
        for each in self._open:
            each.close()

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._listening.accept()
            except OSError:
                return
            there = socket.create_connection(("127.0.0.1", self._to))
            self._open += [here, there]
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while data := one.recv(65_536):
                if one not in self._silent:
                    other.sendall(data)
        except OSError:
            return
        if one not in self._silent:
            other.close()


@contextmanager
def relayed(address: str) -> Iterator[Relay]:
    relay = Relay(address)
    try:
        yield relay
    finally:
        relay.close()


def is_followed() -> bool:
    """Whether the server has somebody at the table: then a thread follows it."""
    return any(each.name == f"live-{TABLE}" for each in threading.enumerate())


def test_the_usual_times_are_those_that_are_promised() -> None:
    assert HEARTBEAT.every_s + HEARTBEAT.answer_s <= 15
    assert PING_S <= 2 < SILENT_S <= 5


def test_a_table_where_nothing_happens_sends_pings(address: str) -> None:
    with signed_in(address) as client, client.watch(TABLE) as watch:
        watch.next()
        frames = [watch.receive(60.0) for _ in range(3)]
        assert frames == [PING.decode()] * 3
        with pytest.raises(TimeoutError):  # they are not shown to whoever waits for news
            watch.next(0.5)


@pytest.fixture
def longest_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """After every refusal but the first, a patron is not read for `PAUSE_S_MAX` seconds."""
    patient = partial(RefusalPace, patron=Rate(burst=1, per_s=0.001))
    monkeypatch.setattr(live_tables, "RefusalPace", patient)


@pytest.mark.usefixtures("longest_pauses")
def test_a_client_that_is_read_slowly_is_not_silent(address: str) -> None:
    """Refused often, a patron is read slowly, and what answers a ping waits behind the rest."""
    with signed_in(address) as client, client.watch(TABLE) as watch:
        watch.next()
        for _ in range(2):
            assert watch.give(c.WithdrawStake(1)).refused, "there is none"
        began_s = monotonic()
        keys = [str(number) for number in range(2 + ceil(sum(QUICK) / PAUSE_S_MAX))]
        for key in keys:
            watch.send({"type": "give", "id": key, "command": c.WithdrawStake(1)})
        answers = [watch.next(60.0) for _ in keys]
    assert [each.id for each in answers if isinstance(each, Answer)] == keys
    assert monotonic() - began_s > sum(QUICK), "read so slowly that it could seem silent"


def test_the_server_drops_a_client_that_has_gone_silent(address: str) -> None:
    with (
        relayed(address) as relay,
        signed_in(relay.address) as client,
        client.watch(TABLE) as watch,
    ):
        watch.next()
        sleep(1.2 * sum(QUICK))
        assert is_followed(), "one who answers stays"
        relay.go_silent()
        deadline = monotonic() + 60
        while is_followed():
            assert monotonic() < deadline, "it still has somebody who is gone"
            sleep(0.02)


def test_a_client_comes_back_from_a_server_that_has_gone_silent(address: str) -> None:
    with relayed(address) as relay, signed_in(relay.address) as client:
        follow = Follow(client, TABLE, silent_s=QUIET_S)
        follow.next()
        with pytest.raises(TimeoutError):
            follow.next(1.5 * QUIET_S)
        assert follow.breaks == 0, "pings keep it"
        relay.go_silent()
        assert follow.next(60.0).mine is not None
        assert follow.breaks == 1
        follow.close()


def test_a_bot_gives_a_silent_server_up(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "SILENT_S", QUIET_S)

    async def play(relay: Relay, token: str) -> None:
        rules = Rules(TABLE, {"tie": 1000}, ("tie",), 8)
        bot = Bot(
            "patron", token, rules, Tally(), Random(1), position=1, stakes_a_round=1, rounds=1
        )
        playing = asyncio.create_task(bot.play(relay.address))
        await asyncio.sleep(1.5 * QUIET_S)
        assert not playing.done(), "pings keep it"
        relay.go_silent()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(playing), 60)
        assert playing.done()

    with relayed(address) as relay, signed_in(address) as client:
        asyncio.run(play(relay, client.token))
