"""The lobby: what anybody who walks past may see of every table."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from litestar import Request, Router, get
from msgspec import Struct

from punto.journal.people import Person
from punto.roads.board import Roads
from punto.roads.document import as_json
from punto.rules.games import find_game
from punto.table.prompt import next_step
from punto.web.entrance import TheHouse
from punto.web.house import House
from punto.web.outside import outward
from punto.web.views import MeView, me_view


class LobbyTable(Struct, frozen=True):
    """A table as its own display shows it to the room: no stake, no name, no card to come."""

    table: str
    open: bool
    game: str
    title: str
    edition: str
    currency: str
    limits: Mapping[str, Any]
    positions: int
    seated: int
    step: str
    round: int
    betting_open: bool
    betting_ms_left: int | None
    rounds: Mapping[str, int]  # of the shoe in use: won by "B", "P", and "T" for ties
    last: str  # the winner of the last of them
    big_road: list[list[int | str]]


class LobbyView(Struct, frozen=True):
    """Every table, and whether one can play as a guest."""

    guests: bool
    me: MeView | None  # who asks, where somebody is signed in
    tables: tuple[LobbyTable, ...]


@get("/lobby", sync_to_thread=True, summary="The tables, for anybody")
def show_lobby(house: TheHouse, request: Request[Any, str, Any]) -> LobbyView:
    """Every table with its limits, how far it is, how many sit there, and its big road."""
    tables = tuple(_table(house, name) for name in house.host.tables())
    person = request.scope.get("user")
    me = None
    if isinstance(person, Person):
        me = me_view(person, house.credits([person]).get(person.id))
    return LobbyView(house.guests_cents is not None, me, tables)


def _table(house: House, name: str) -> LobbyTable:
    state = house.host.look(name).state
    config = state.configuration
    marks = house.marks.of(name, state)
    won = Counter(mark.winner.value for mark in marks)
    return LobbyTable(
        table=name,
        open=config is not None,
        game=config.game if config else "",
        title=find_game(config.game).title if config else "",
        edition=config.edition if config else "",
        currency=config.currency if config else "",
        limits=outward(config)["limits"] if config else {},
        positions=config.positions if config else 0,
        seated=house.presence.count(name),
        step=next_step(state).step.value,
        round=state.round.number if state.round else state.rounds,
        betting_open=state.round is not None and state.round.betting_open,
        betting_ms_left=house.countdown(name).left_ms(),
        rounds={letter: won[letter] for letter in "BPT"},
        last=marks[-1].winner.value if marks else "",
        big_road=as_json(Roads(marks))["big_road"],
    )


lobby_routes = Router("", route_handlers=[show_lobby], tags=["tables"])
