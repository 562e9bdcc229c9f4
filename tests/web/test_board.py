"""The board: roads and last rounds told over the socket, as the routes say them."""

import json
from collections.abc import Iterator
from itertools import count

import pytest
from websockets.sync.client import ClientConnection

from punto.client import Client
from punto.journal.failures import Unavailable
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web import live_table
from punto.web.board import board_of
from punto.web.hands import lying_hands
from punto.web.house import House
from tests.web.served import caller, credits_table, served

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
ROUNDS = (("2C", "5D", "3H", "AH", "TD"), ("9C", "9D", "TH", "TS"), ("8C", "2D", "TH", "5S"))
ids = count(1)


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Client]]:
    with served(tmp_path_factory.mktemp("board")) as (house, address):
        guest = caller(address)
        guest.come_as_guest()
        ask(house, c.OpenTable(credits_table(), by=MANAGER), c.LoadShoe("first", by=DEALER))
        yield house, guest


def ask(house: House, *commands: c.Command) -> None:
    for command in commands:
        house.host.ask("t1", f"k{next(ids)}", command)


def play(house: House, cards: tuple[str, ...]) -> None:
    ask(house, c.OpenBetting(by=DEALER), c.CloseBetting(by=DEALER))
    ask(house, *(c.DrawCard(card, by=DEALER) for card in cards[:4]), c.AnnounceTotals(by=DEALER))
    ask(house, *(c.DrawCard(card, by=DEALER) for card in cards[4:]), c.AnnounceOutcome(by=DEALER))


def next_board(socket: ClientConnection) -> dict[str, object]:
    while True:
        frame: dict[str, object] = json.loads(socket.recv(timeout=10))
        if frame["type"] == "board":
            return frame


def as_asked(guest: Client) -> dict[str, object]:
    """The same, by the routes."""
    paths = {"roads": "roads", "statistics": "statistics", "rounds": "rounds?limit=6"}
    return {
        name: guest.http.get(f"/api/v1/tables/t1/{path}").json() for name, path in paths.items()
    }


def told(board: dict[str, object]) -> dict[str, object]:
    return {name: each for name, each in board.items() if name not in ("type", "seq")}


def test_it_is_told_at_first_and_whenever_it_changes(place: tuple[House, Client]) -> None:
    house, guest = place
    with guest.socket("/api/v1/tables/t1/live?board=true") as socket:
        assert told(next_board(socket)) == as_asked(guest)
        for cards in ROUNDS:
            play(house, cards)
            assert told(next_board(socket)) == as_asked(guest)
        ask(house, c.CorrectRound(3, ("2C", "5D", "3H", "AH", "KD"), "misread", by=MANAGER))
        corrected = next_board(socket)
        assert told(corrected) == as_asked(guest)
        with guest.socket("/api/v1/tables/t1/live?board=true") as late:
            assert told(next_board(late)) == told(corrected)


def test_only_those_who_want_it_are_told(place: tuple[House, Client]) -> None:
    house, guest = place
    with guest.socket("/api/v1/tables/t1/live") as socket:
        play(house, ROUNDS[0])
        types = set()
        while True:
            try:
                types.add(json.loads(socket.recv(timeout=1))["type"])
            except TimeoutError:
                break
    assert types == {"snapshot", "push"}


def test_a_board_that_cannot_be_read_is_told_when_it_can(
    place: tuple[House, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, guest = place
    failures = count(1)

    def broken(of: House, table: str) -> tuple[int, bytes]:
        if next(failures) <= 2:
            raise Unavailable("away")
        return board_of(of, table)

    with guest.socket("/api/v1/tables/t1/live?board=true") as socket:
        next_board(socket)
        monkeypatch.setattr(live_table, "board_of", broken)
        play(house, ROUNDS[1])
        assert told(next_board(socket)) == as_asked(guest)
    assert next(failures) >= 3


def test_hands_in_a_view_are_what_the_law_route_says(place: tuple[House, Client]) -> None:
    house, guest = place

    def hands() -> dict[str, object] | None:
        found: dict[str, object] | None = guest.http.get("/api/v1/tables/t1").json()["hands"]
        return found

    def law(**asked: str) -> dict[str, object]:
        found: dict[str, object] = guest.http.get("/api/v1/games/tiger/hands", params=asked).json()
        return found

    assert hands() is None
    ask(house, c.OpenBetting(by=DEALER), c.CloseBetting(by=DEALER))
    ask(house, *(c.DrawCard(card, by=DEALER) for card in ROUNDS[0][:4]))
    assert hands() is None, "before they are announced"
    ask(house, c.AnnounceTotals(by=DEALER))
    assert hands() == law(player="2C 3H", banker="5D AH")
    ask(house, c.DrawCard("TD", by=DEALER))
    assert hands() == law(player="2C 3H TD", banker="5D AH")
    ask(house, c.AnnounceOutcome(by=DEALER))
    assert hands() == law(cards=" ".join(ROUNDS[0]))
    ask(house, c.OpenBetting(by=DEALER))
    assert lying_hands(house.host.state("t1")) is None
