"""The board: roads and last rounds sent over the socket match the routes."""

import json
from collections.abc import Iterator
from itertools import count

import pytest
from websockets.sync.client import ClientConnection

from punto.client import Client
from punto.journal.errors import Unavailable
from punto.rules.outcome import Winner
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.casino import Casino
from punto.web.live import live_table
from punto.web.views.board import board_of
from punto.web.views.hands import lying_hands
from tests.envelope import Given
from tests.submission import ask as ask_host
from tests.web.served import caller, credits_table, served

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
ROUNDS = (("2C", "5D", "3H", "AH", "TD"), ("9C", "9D", "TH", "TS"), ("8C", "2D", "TH", "5S"))
ids = count(1)


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, Client]]:
    with served(tmp_path_factory.mktemp("board")) as (casino, address):
        guest = caller(address)
        guest.sign_in_as_guest()
        ask(
            casino, Given(c.OpenTable(credits_table()), MANAGER), Given(c.LoadShoe("first"), DEALER)
        )
        yield casino, guest


def ask(casino: Casino, *commands: Given) -> None:
    for command in commands:
        ask_host(casino.host, "t1", f"k{next(ids)}", command)


def play(casino: Casino, cards: tuple[str, ...]) -> None:
    ask(casino, Given(c.OpenBetting(), DEALER), Given(c.CloseBetting(), DEALER))
    ask(
        casino,
        *(Given(c.DrawCard(card), DEALER) for card in cards[:4]),
        Given(c.AnnounceTotals(), DEALER),
    )
    ask(
        casino,
        *(Given(c.DrawCard(card), DEALER) for card in cards[4:]),
        Given(c.AnnounceOutcome(), DEALER),
    )


def next_board(socket: ClientConnection) -> dict[str, object]:
    while True:
        frame: dict[str, object] = json.loads(socket.recv(timeout=60))
        if frame["type"] == "board":
            return frame


def as_asked(guest: Client) -> dict[str, object]:
    """The same, by the routes."""
    paths = {"roads": "roads", "statistics": "statistics", "rounds": "rounds?limit=6"}
    return {
        name: guest.http.get(f"/api/v1/tables/t1/{path}").json() for name, path in paths.items()
    }


def told(board: dict[str, object]) -> dict[str, object]:
    return {name: each for name, each in board.items() if name not in ("type", "seq", "beads")}


def test_it_is_told_at_first_and_whenever_it_changes(place: tuple[Casino, Client]) -> None:
    casino, guest = place
    with guest.socket("/api/v1/tables/t1/live?board=true") as socket:
        assert told(next_board(socket)) == as_asked(guest)
        for cards in ROUNDS:
            play(casino, cards)
            assert told(next_board(socket)) == as_asked(guest)
        ask(casino, Given(c.CorrectRound(3, ("2C", "5D", "3H", "AH", "KD"), "misread"), MANAGER))
        corrected = next_board(socket)
        assert told(corrected) == as_asked(guest)
        with guest.socket("/api/v1/tables/t1/live?board=true") as late:
            assert told(next_board(late)) == told(corrected)


def test_a_winner_is_spelt_one_way_everywhere(place: tuple[Casino, Client]) -> None:
    casino, guest = place
    for cards in ROUNDS:
        play(casino, cards)
    _, board = board_of(casino, "t1")
    told = json.loads(board)
    won = ["banker", "tie", "player"]
    assert [mark for _, _, mark in told["roads"]["bead_plate"]] == won
    assert [mark for _, _, mark, _ in told["roads"]["big_road"]] == ["banker", "player"]
    assert set(told["roads"]["next"]) == {"banker", "player"}
    assert [each["winner"] for each in reversed(told["rounds"])] == won
    (table,) = guest.http.get("/api/v1/lobby").json()["tables"]
    assert (table["last"], table["big_road"]) == ("player", told["roads"]["big_road"])
    assert table["statistics"] == told["statistics"]
    for outcome, dealt in zip(won, ROUNDS, strict=True):
        found = guest.http.get(f"/api/v1/tables/t1/rounds?outcome={outcome}").json()
        assert [(each["winner"], tuple(each["cards"])) for each in found] == [(outcome, dealt)]
        assert guest.hands("tiger", " ".join(dealt)).outcome is Winner(outcome)


def test_only_those_who_want_it_are_told(place: tuple[Casino, Client]) -> None:
    casino, guest = place
    with guest.socket("/api/v1/tables/t1/live") as socket:
        play(casino, ROUNDS[0])
        types = set()
        while True:
            try:
                types.add(json.loads(socket.recv(timeout=1))["type"])
            except TimeoutError:
                break
    assert types == {"push"}


def test_a_board_that_cannot_be_read_is_told_when_it_can(
    place: tuple[Casino, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    casino, guest = place
    failures = count(1)

    def broken(of: Casino, table: str) -> tuple[int, bytes]:
        if next(failures) <= 2:
            raise Unavailable("away")
        return board_of(of, table)

    with guest.socket("/api/v1/tables/t1/live?board=true") as socket:
        next_board(socket)
        monkeypatch.setattr(live_table, "board_of", broken)
        play(casino, ROUNDS[1])
        assert told(next_board(socket)) == as_asked(guest)
    assert next(failures) >= 3


def test_hands_in_a_view_are_what_the_law_route_says(place: tuple[Casino, Client]) -> None:
    casino, guest = place

    def hands() -> dict[str, object] | None:
        found: dict[str, object] | None = guest.http.get("/api/v1/tables/t1").json()["table"][
            "hands"
        ]
        return found

    def law(**asked: str) -> dict[str, object]:
        found: dict[str, object] = guest.http.get("/api/v1/games/tiger/hands", params=asked).json()
        return found

    assert hands() is None
    ask(casino, Given(c.OpenBetting(), DEALER), Given(c.CloseBetting(), DEALER))
    ask(casino, *(Given(c.DrawCard(card), DEALER) for card in ROUNDS[0][:4]))
    assert hands() is None, "before they are announced"
    ask(casino, Given(c.AnnounceTotals(), DEALER))
    assert hands() == law(player="2C 3H", banker="5D AH")
    ask(casino, Given(c.DrawCard("TD"), DEALER))
    assert hands() == law(player="2C 3H TD", banker="5D AH")
    ask(casino, Given(c.AnnounceOutcome(), DEALER))
    assert hands() == law(cards=" ".join(ROUNDS[0]))
    ask(casino, Given(c.OpenBetting(), DEALER))
    assert lying_hands(casino.host.state("t1")) is None


def test_beads_tell_points_naturals_and_tigers(place: tuple[Casino, Client]) -> None:
    casino, _ = place
    for cards in ROUNDS:  # Banker 6 with two cards, a natural tie on 9, Player 8 over 7
        play(casino, cards)
    _, board = board_of(casino, "t1")
    assert json.loads(board)["beads"] == [
        {"points": 6, "is_natural": False, "special": "tiger"},
        {"points": 9, "is_natural": True, "special": ""},
        {"points": 8, "is_natural": True, "special": ""},
    ]
