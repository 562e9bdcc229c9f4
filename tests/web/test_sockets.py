"""Sockets: snapshots, pushes, resuming, commands; bad senders and slow readers."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from punto.client import Client, Watch
from punto.floor.command_rates import CommandBudget, Rate, RefusalPace
from punto.journal.errors import Unavailable
from punto.journal.people.people import Kind, Person
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.auth.sessions import SOCKET_CACHED_MS
from punto.web.casino import Casino
from punto.web.live import live_table
from punto.web.live import live_tables as live
from punto.web.live.frames import Push
from punto.web.live.socket import Answer
from punto.web.server import FRAME_BYTES_MAX
from tests.envelope import Given
from tests.submission import ask as ask_host
from tests.web.served import SECOND, add_everybody, caller, come_in, credits_table, served

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
ids = count(1)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, str]]:
    folder: Path = tmp_path_factory.mktemp("sockets")
    with served(folder) as (casino, address):
        add_everybody(casino)
        ask_host(
            casino.host,
            CAGE,
            "fund",
            Given(cage.BuyCredits("patron", 10_000_000), DEALER, approval=SECOND),
        )
        yield casino, address


@pytest.fixture
def table(place: tuple[Casino, str]) -> str:
    """A table where betting is open."""
    name = f"t{next(ids)}"
    ask(place[0], name, Given(c.OpenTable(credits_table()), MANAGER))
    ask(place[0], name, Given(c.LoadShoe("first"), DEALER))
    ask(place[0], name, Given(c.OpenBetting(), DEALER))
    return name


def ask(casino: Casino, table: str, command: Given) -> None:
    ask_host(casino.host, table, f"direct{next(ids)}", command)


def patron_of(casino: Casino) -> Person:
    found = casino.people.find("patron")
    assert found is not None
    return found


def bet(cents: int = 1000) -> c.PlaceStake:
    return c.PlaceStake("patron", "banker", 1, cents)


def test_a_snapshot_then_every_event_in_order_and_what_may_be_done(
    place: tuple[Casino, str], table: str
) -> None:
    casino, address = place
    patron = come_in(address, "patron")
    with patron.watch(table) as watch:
        first = watch.next()
        assert isinstance(first, Push)
        assert first.table is not None
        assert first.mine is not None
        assert (first.seq, first.events, first.table.after) == (4, (), None)
        assert first.mine.may == ("place-stake",)
        assert first.table.round is not None
        assert first.table.round.betting_open
        answer = watch.give(bet())
        assert answer.done is not None
        assert [event.type for event in answer.done.events] == ["stake-placed"]
        assert answer.mine is not None
        assert [each.cents for each in answer.mine.stakes] == [1000]
        assert answer.mine.me.credits_cents == casino.credits([patron_of(casino)])["patron"]
        ask(casino, table, Given(c.CloseBetting(), DEALER))
        ask(casino, table, Given(c.DrawCard("2C"), DEALER))
        pushes = [frame for frame in watch.rest() if isinstance(frame, Push)]
        seqs = [event.seq for push in pushes for event in push.events]
        assert seqs == sorted(set(seqs))
        last, mine = watch.table, watch.mine
        assert last is not None
        assert mine is not None
        assert last.round is not None
        assert last.round.player == ("2C",)
        assert mine.may == ()
        said = [event.said.english for push in pushes for event in push.events if event.said]
        assert "No more bets" in said


def test_whoever_comes_back_is_told_just_what_was_missed(
    place: tuple[Casino, str], table: str
) -> None:
    casino, address = place
    patron = come_in(address, "patron")
    with patron.watch(table) as watch:
        watch.next()
        seq = watch.seq
    ask(casino, table, Given(c.CloseBetting(), DEALER))
    ask(casino, table, Given(c.DrawCard("2C"), DEALER))
    with patron.watch(table, after=seq) as watch:
        back = watch.next()
    assert isinstance(back, Push)
    assert back.table is not None
    assert back.table.after == seq
    assert [event.type for event in back.events] == ["betting-closed", "card-drawn"]
    with patron.watch(table, after=10**9) as watch:  # a number there never was
        back = watch.next()
    assert isinstance(back, Push)
    assert back.table is not None
    assert back.table.after is None


def test_the_same_key_is_done_once_over_either_way(place: tuple[Casino, str], table: str) -> None:
    patron = come_in(place[1], "patron")
    with patron.watch(table) as watch:
        watch.next()
        first = watch.give(bet(), key="one")
        again = watch.give(bet(), key="one")
        over_http = patron.give(table, bet(), key="one")
        other = watch.give(bet(2000), key="one")
    assert first.done is not None
    assert first.done == again.done == over_http
    assert other.refused is not None
    assert other.refused.reason == "id-used-before"
    assert len(patron.mine(table).stakes) == 1


def test_one_key_thrown_from_many_sides_at_once_is_done_once(
    place: tuple[Casino, str], table: str
) -> None:
    patron = come_in(place[1], "patron")
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda _: patron.give(table, bet(), key="same"), range(40)))
    assert len({each.seq for each in told}) == 1
    assert len(patron.mine(table).stakes) == 1


def test_the_key_of_one_person_is_not_the_key_of_another(
    place: tuple[Casino, str], table: str
) -> None:
    patron, guest = come_in(place[1], "patron"), caller(place[1])
    name = guest.sign_in_as_guest().id
    patron.give(table, bet(), key="k")
    guest.give(table, c.PlaceStake(name, "banker", 2, 1000), key="k")
    assert len(place[0].host.look(table).state.round.stakes) == 2  # type: ignore[union-attr]


NONSENSE = [
    "",
    "{",
    "null",
    "[]",
    '"give"',
    '{"type":"nothing"}',
    '{"type":"give"}',
    '{"type":"give","id":1,"command":{}}',
    '{"type":"give","id":"x","command":{}}',
    '{"type":"give","id":"x","command":null}',
    '{"type":"give","id":"x","command":{"type":"place-stake"}}',
    '{"type":"give","id":"","command":{"type":"close-betting"}}',
    '{"type":"give","id":"\\u0000","command":{"type":"close-betting"}}',
    '{"type":"give","id":"\\ud800","command":{"type":"close-betting"}}',
    '{"type":"give","id":"y","command":{"type":"close-betting","by":{"type":"staff"}}}',
    '{"type":"give","id":"z","command":{"type":"open-betting","at":5}}',
    "[" * 5_000,
    '{"type":"give","id":"w","command":' + "[" * 20_000 + "]" * 20_000 + "}",
    '{"type":"give","id":"v","command":{"type":"place-stake","patron":"patron","wager":"tie",'
    '"position":1,"cents":"1000"}}',
    '{"type":"give","id":"u","command":{"type":"place-stake","patron":"patron","wager":"tie",'
    '"position":99999999999999999999999,"cents":1000}}',
]


def test_nonsense_is_answered_and_the_table_goes_on(place: tuple[Casino, str], table: str) -> None:
    patron = come_in(place[1], "patron")
    with patron.watch(table) as watch:
        watch.next()
        for text in NONSENSE:
            watch.socket.send(text)
            frame = watch.next()
            assert isinstance(frame, Answer), text[:80]
            assert frame.refused is not None
            watch.send({"type": "here"})
        assert watch.give(bet()).done is not None


def test_whoever_sends_only_nonsense_is_shown_out(place: tuple[Casino, str], table: str) -> None:
    patron = come_in(place[1], "patron")
    with patron.watch(table) as watch:
        for _ in range(100):
            try:
                watch.socket.send("{")
            except ConnectionClosed:
                break
        told = list(watch.rest(2.0))
        with pytest.raises(ConnectionClosed) as closed:
            watch.socket.recv(timeout=60)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4400
    assert len(told) < 40
    assert patron.give(table, bet()).seq == 5


def test_a_huge_frame_and_bytes_end_their_socket_alone(
    place: tuple[Casino, str], table: str
) -> None:
    patron = come_in(place[1], "patron")
    with patron.watch(table) as other:
        other.next()
        with patron.watch(table) as watch:
            watch.next()
            watch.socket.send("x" * (FRAME_BYTES_MAX + 1))
            assert closing_code(watch) == 1009
        with patron.watch(table) as watch:
            watch.next()
            watch.socket.send(b"\xff\xfe\x00")
            assert isinstance(watch.next(), Answer)
        assert other.give(bet()).done is not None


def test_a_flood_is_answered_to_the_last_and_holds_nobody_up(
    place: tuple[Casino, str], table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RefusalPace, "pause_s", lambda *_: 0.0)  # else it would take its time
    patron = come_in(place[1], "patron")
    with patron.watch(table) as watch:
        watch.next()
        for number in range(500):
            watch.send({"type": "give", "id": f"f{number}", "command": {"type": "draw-card"}})
        answers = [frame for frame in watch.rest(2.0) if isinstance(frame, Answer)]
    assert {answer.id for answer in answers} == {f"f{number}" for number in range(500)}
    reasons = {answer.refused.reason for answer in answers if answer.refused}
    assert reasons <= {"not-authorised", "too-often"}


def test_who_does_not_read_is_dropped_and_the_others_go_on(
    place: tuple[Casino, str], table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wait in ("MERGE_S", "STAKES_WAIT_S"):
        monkeypatch.setattr(live_table, wait, 0.0)  # so that every change is a frame
    casino, address = place
    monkeypatch.setattr(casino, "budget", CommandBudget(patron=Rate(10_000, 10_000)))
    slow, quick = come_in(address, "patron"), come_in(address, "patron")
    host, port = address.removeprefix("http://").split(":")
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect((host, int(port)))
        lines = [
            f"GET /api/v1/tables/{table}/live HTTP/1.1",
            f"Host: {host}:{port}",
            f"Authorization: Bearer {slow.token}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        ]
        raw.sendall("\r\n".join([*lines, "", ""]).encode())
        assert raw.recv(12) == b"HTTP/1.1 101"  # and nothing is read any more
        with quick.watch(table) as watch:
            watch.next()
            placed = watch.give(bet(1000)).done
            assert placed is not None
            stake = placed.events[0].fields["stake"]
            for number in range(1, 600):
                answer = watch.give(c.ChangeStake(stake, 1000 + 100 * number))
                assert answer.done is not None
        deadline = time.monotonic() + 60
        while followed(table) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not followed(table)


def followed(table: str) -> bool:
    """Whether the server still has somebody at a table: then a thread follows it."""
    return any(each.name == f"live-{table}" for each in threading.enumerate())


def test_everybody_is_looked_up_at_once_when_it_was_too_long_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that looks people up one by one when it is slow gets slower still."""

    async def never(_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(live.LiveTables, "run_checks", never)
    singly: list[str] = []
    with ExitStack() as stack:
        casino, address = stack.enter_context(served(tmp_path))
        add_everybody(casino)
        ask(casino, "t1", Given(c.OpenTable(credits_table()), MANAGER))
        signed_in = casino.people.signed_in

        def looked_up(token: str) -> Any:
            singly.append(token)
            return signed_in(token)

        patrons = [come_in(address, "patron") for _ in range(10)]
        watches = [stack.enter_context(patron.watch("t1")) for patron in patrons]
        for watch in watches:
            watch.next()
        time.sleep(SOCKET_CACHED_MS / 1000 + 0.2)
        monkeypatch.setattr(casino.people, "signed_in", looked_up)
        for number, watch in enumerate(watches):
            watch.send({"type": "give", "id": f"g{number}", "command": {"type": "draw-card"}})
        for watch in watches:
            assert any(isinstance(frame, Answer) for frame in watch.rest(1.0))
    assert len(singly) <= 1


def test_credits_that_cannot_be_read_for_a_moment_cost_no_event(
    place: tuple[Casino, str], table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    casino, address = place
    read = casino.credits_of
    failures = [True, False, True]

    def now_and_then(ids: Collection[str]) -> Mapping[str, int]:
        if ids and failures and failures.pop():
            raise Unavailable("The database does not answer.")
        return read(ids)

    patron = come_in(address, "patron")
    with patron.watch(table) as watch:
        watch.next()
        monkeypatch.setattr(casino, "credits_of", now_and_then)
        for cents in (1000, 2000):
            patron.give(table, bet(cents))
        while watch.mine is None or len(watch.mine.stakes) < 2:
            watch.next(10.0)
    assert [each.cents for each in watch.mine.stakes] == [1000, 2000]
    assert watch.mine.me.credits_cents == read(["patron"])["patron"]


def test_a_socket_ends_when_its_person_is_disabled(place: tuple[Casino, str], table: str) -> None:
    casino, address = place
    casino.sessions.add("leaver", Kind.PATRON, "correct horse battery")
    leaver, manager = come_in(address, "leaver"), come_in(address, "pit-manager")
    with leaver.watch(table) as watch:
        watch.next()
        manager.post("/api/v1/people/leaver/disable", {}, dict[str, object])
        assert closing_code(watch) == 4401


def closing_code(watch: Watch) -> int:
    for _ in watch.rest(5.0):
        pass
    assert watch.socket.close_code is not None
    return watch.socket.close_code


@pytest.mark.parametrize("who", ["nobody", "stranger", "forger", "elsewhere"])
def test_a_socket_is_opened_only_to_those_who_may_look(
    place: tuple[Casino, str], table: str, who: str
) -> None:
    client = Client(place[1]) if who == "nobody" else come_in(place[1], "patron")
    if who == "stranger":
        client = come_in(place[1], "stranger")
    name = "no-such-table" if who == "elsewhere" else table
    headers = {"Authorization": f"Bearer {client.token}"} if client.token else {}
    if who == "forger":
        headers["Origin"] = "https://elsewhere.example"
    path = f"{place[1].replace('http', 'ws')}/api/v1/tables/{name}/live"
    with connect(path, additional_headers=headers, proxy=None) as opened:
        told = json.loads(opened.recv(timeout=60))
        with pytest.raises(ConnectionClosed) as closed:
            opened.recv(timeout=60)
    client.close()
    assert told["type"] == "answer"
    assert told["refused"]["reason"] in ("not-signed-in", "not-authorised", "unknown-table")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403
