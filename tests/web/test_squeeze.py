"""Squeeze frames: sent to watchers, only from the person who squeezes, without a card."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from websockets.sync.client import ClientConnection

from punto.client import Client
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.rules.game import Method, Zone
from punto.rules.hands import Side
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Machine, Patron, Role, Staff
from punto.web.casino import Casino
from punto.web.live import squeeze as bending
from punto.web.live.squeeze import BENDS_A_SECOND, Bend, may_bend
from tests.envelope import Given
from tests.submission import ask as ask_host
from tests.web.served import SECOND, add_everybody, caller, come_in, credits_table, served

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
CARDS = ("2C", "3C", "4D", "KD")  # Player 2C 4D
CODE = re.compile(r"[A23456789TJQK][SHDC]")
ids = count(1)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, str]]:
    with served(tmp_path_factory.mktemp("bends")) as (casino, address):
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
    """Method A: the Player cards lie face down before a patron who has staked most."""
    name = f"t{next(ids)}"
    ask = asker(place[0], name)
    ask(Given(c.OpenTable(replace(credits_table(), method=Method.A)), MANAGER))
    ask(Given(c.LoadShoe("first"), DEALER))
    ask(Given(c.OpenBetting(), DEALER))
    ask(Given(c.PlaceStake("patron", "player", 1, 5000), Patron("patron")))
    ask(Given(c.CloseBetting(), DEALER))
    for card in CARDS:
        ask(Given(c.DrawCard(card), DEALER))
    ask(Given(c.PassCards(Side.PLAYER, "patron"), DEALER))
    return name


@pytest.fixture(scope="module")
def people(place: tuple[Casino, str]) -> dict[str, Client]:
    """A patron, a dealer, and a guest who looks on."""
    found = {name: come_in(place[1], name) for name in ("patron", "dealer")}
    found["guest"] = caller(place[1])
    found["guest"].sign_in_as_guest()
    return found


def asker(casino: Casino, table: str) -> Any:
    return lambda command: ask_host(casino.host, table, f"k{next(ids)}", command)


def bend(**changed: Any) -> dict[str, Any]:
    whole = {"type": "bend", "side": "player", "card": 0, "grip": "left", "far": 200, "tilt": 5}
    return {**whole, **changed}


@contextmanager
def socket_of(client: Client, table: str, query: str = "?bends=true") -> Iterator[ClientConnection]:
    """A socket behind its snapshot."""
    with client.socket(f"/api/v1/tables/{table}/live{query}") as found:
        found.recv(timeout=60)
        yield found


def rest(socket: ClientConnection, wait_s: float = 0.4) -> list[dict[str, Any]]:
    """Whatever comes until nothing has for so long."""
    frames = []
    while True:
        try:
            frames.append(json.loads(socket.recv(timeout=wait_s)))
        except TimeoutError:
            return frames


def squeeze_hand(patron: Client, table: str, socket: ClientConnection) -> None:
    """Squeeze, and wait until the table's own socket has told of it."""
    patron.give(table, c.SqueezeCards(Side.PLAYER))
    while "4D" not in str(socket.recv(timeout=60)):
        pass


def bends_in(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [frame for frame in frames if frame["type"] == "bend"]


def test_others_see_the_card_bent_and_never_what_it_is(
    place: tuple[Casino, str], people: dict[str, Client], table: str
) -> None:
    casino, address = place
    patron, staff, guest = people.values()
    _, key = casino.sessions.add_device(f"wall-{table}", (table,))
    with ExitStack() as stack:
        mine = stack.enter_context(socket_of(patron, table))
        lookers = [
            stack.enter_context(socket_of(who, table))
            for who in (staff, guest, caller(address, key))
        ]
        plain = stack.enter_context(socket_of(guest, table, ""))
        squeeze_hand(patron, table, mine)
        mine.send(json.dumps(bend()))
        mine.send(json.dumps(bend(far=900, grip="top-right", tilt=-45)))
        told = [rest(each) for each in lookers]
        for frames in told:
            assert bends_in(frames)[-1] == bend(far=900, grip="top-right", tilt=-45)
            assert not CODE.search(json.dumps(frames).replace("SGD", ""))
        assert bends_in(rest(mine)) == []
        assert bends_in(rest(plain)) == [], "only those who ask are told"
        # Turned up by the table meanwhile: what is bent after that is nobody's to see.
        asker(casino, table)(Given(c.ChooseFirstRevealed(Side.PLAYER), DEALER))
        patron.give(table, c.ExposeCards(Side.PLAYER))
        rest(mine)
        mine.send(json.dumps(bend(far=100)))
        assert [bends_in(rest(each)) for each in lookers] == [[], [], []]


def test_nobody_bends_what_they_do_not_squeeze(people: dict[str, Client], table: str) -> None:
    patron = people["patron"]
    with ExitStack() as stack:
        looker = stack.enter_context(socket_of(people["guest"], table))
        senders = [stack.enter_context(socket_of(who, table)) for who in people.values()]
        for sender in senders:
            sender.send(json.dumps(bend()))
        assert bends_in(rest(looker)) == [], "it was not squeezed yet"
        squeeze_hand(patron, table, senders[0])
        for sender in senders[1:]:
            sender.send(json.dumps(bend()))
        for message in (bend(side="banker"), bend(card=2)):
            senders[0].send(json.dumps(message))
        assert bends_in(rest(looker)) == []
        answered = [frame for frame in rest(senders[1]) if frame["type"] == "answer"]
        assert answered == []
        senders[0].send(json.dumps(bend()))
        assert bends_in(rest(looker)) == [bend()]


@pytest.mark.parametrize(
    "changed",
    [
        {"side": "tie"},
        {"side": None},
        {"card": -1},
        {"card": 3},
        {"card": 0.5},
        {"card": "0"},
        {"grip": "middle"},
        {"grip": ["left"]},
        {"far": -1},
        {"far": 1001},
        {"far": 1e308},
        {"far": 0.2},
        {"tilt": 46},
        {"tilt": -46},
        {"tilt": 10**30},
        {"face": "2C"},
        {"patron": "somebody"},
        {"card": {"card": "2C"}},
    ],
)
def test_a_bend_is_read_strictly(changed: dict[str, Any]) -> None:
    assert msgspec.json.decode(json.dumps(bend()), type=Bend)
    with pytest.raises(msgspec.MsgspecError):
        msgspec.json.decode(json.dumps(bend(**changed)), type=Bend)


def test_made_up_bends_are_answered_or_dropped_and_carry_nothing_along(
    people: dict[str, Client], table: str
) -> None:
    chance = Random(7)
    strange: tuple[object, ...] = (
        None,
        "",
        "2C",
        -1,
        3,
        10**25,
        0.5,
        [],
        {},
        "left",
        "player",
        True,
    )
    patron, staff, _ = people.values()
    with socket_of(patron, table) as mine, socket_of(staff, table) as looker:
        squeeze_hand(patron, table, mine)
        for _ in range(300):
            made = bend(far=chance.randint(0, 1000))
            if chance.random() < 0.8:
                made[chance.choice((*made, "face", "code"))] = chance.choice(strange)
            mine.send(json.dumps(made))
            mine.send('{"type":"here"}')  # twenty broken ones in a row would end it
        for frame in bends_in(rest(looker)):
            read = msgspec.json.decode(json.dumps(frame), type=Bend)
            assert frame.keys() == bend().keys()
            assert read.side is Side.PLAYER
            assert read.card in (0, 1)
        answers = rest(mine)
        assert {each["type"] for each in answers} == {"answer"}
        assert {each["refused"]["reason"] for each in answers} == {"unreadable-request"}


def test_a_flood_is_told_so_often_and_its_last_is_told(
    people: dict[str, Client], table: str
) -> None:
    patron, staff, _ = people.values()
    with socket_of(patron, table) as mine, socket_of(staff, table) as looker:
        squeeze_hand(patron, table, mine)
        began = time.monotonic()
        for number in range(1001):
            mine.send(json.dumps(bend(far=number)))
        told = bends_in(rest(looker))
        took_s = time.monotonic() - began
    assert told[-1]["far"] == 1000
    assert 1 < len(told) <= BENDS_A_SECOND * took_s + 2
    assert [each["far"] for each in told] == sorted(each["far"] for each in told)


def test_where_many_look_on_each_is_told_less_often(
    people: dict[str, Client], table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bending, "FRAMES_A_SECOND", 2)  # as if there were a thousand of them
    patron, staff, _ = people.values()
    with socket_of(patron, table) as mine, socket_of(staff, table) as looker:
        squeeze_hand(patron, table, mine)
        began = time.monotonic()
        for number in range(200):
            mine.send(json.dumps(bend(far=number)))
            time.sleep(0.002)
        told = bends_in(rest(looker, 0.8))
        took_s = time.monotonic() - began
    assert 2 <= len(told) <= 2 * took_s + 1
    assert told[-1]["far"] == 199


def test_the_device_of_method_c_bends_both_hands_until_one_is_passed_on(tmp_path: Path) -> None:
    with served(tmp_path) as (casino, _):
        ask_host(
            casino.host,
            CAGE,
            "fund",
            Given(cage.BuyCredits("patron", 10_000_000), DEALER, approval=SECOND),
        )
        ask = asker(casino, "c")
        zone = next(each for each in Zone if each.hlga)
        ask(Given(c.OpenTable(replace(credits_table(), method=Method.C, zone=zone)), MANAGER))
        ask(Given(c.LoadShoe("first"), DEALER))
        ask(Given(c.OpenBetting(), DEALER))
        ask(Given(c.PlaceStake("patron", "player", 1, 5000), Patron("patron")))
        ask(Given(c.GiveDevice("patron"), DEALER))
        ask(Given(c.CloseBetting(), DEALER))
        for card in CARDS:
            ask(Given(c.DrawCard(card), Machine("reader", Role.READER)))
        made = [Bend(side, 1, "bottom", 10, 0) for side in Side]
        assert not any(may_bend(casino.host.state("c"), "patron", each) for each in made)
        for side in Side:
            ask(Given(c.SqueezeCards(side), Patron("patron")))
        state = casino.host.state("c")
        assert all(may_bend(state, "patron", each) for each in made)
        assert not any(may_bend(state, "", each) for each in made)
        ask(Given(c.PassCards(Side.BANKER, "other"), DEALER))
        state = casino.host.state("c")
        assert [may_bend(state, "patron", each) for each in made] == [True, False]
