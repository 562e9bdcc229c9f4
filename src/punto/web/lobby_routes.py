"""The lobby: what anybody who walks past may see of every table."""

from collections import Counter
from collections.abc import Mapping
from threading import Lock
from typing import Any

from litestar import Router, get
from msgspec import Struct

from punto.journal.reading import Reading
from punto.roads.board import Roads
from punto.roads.document import as_json
from punto.roads.marks import Mark
from punto.rules.games import find_game
from punto.table.prompt import next_step
from punto.table.state import State
from punto.web.entrance import TheHouse
from punto.web.history import marks_of_shoe
from punto.web.house import House
from punto.web.outside import outward


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
    tables: tuple[LobbyTable, ...]


class Lobby:
    """Remembers the marks of each table's shoe until a round is settled, voided or corrected."""

    def __init__(self) -> None:
        self._marks: dict[str, tuple[object, tuple[Mark, ...]]] = {}
        self._lock = Lock()

    def table(self, house: House, reading: Reading, name: str) -> LobbyTable:
        state = house.host.look(name).state
        config = state.configuration
        marks = self._of_shoe(reading, name, state)
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

    def _of_shoe(self, reading: Reading, name: str, state: State) -> tuple[Mark, ...]:
        stands = (state.shoe and state.shoe.id, state.finished)
        with self._lock:
            found = self._marks.get(name)
        if found is None or found[0] != stands:
            found = (stands, marks_of_shoe(reading, name))
            with self._lock:
                self._marks[name] = found
        return found[1]


def lobby_routes() -> Router:
    """The lobby of one application."""
    lobby = Lobby()

    @get("/lobby", sync_to_thread=True, summary="The tables, for anybody")
    def show_lobby(house: TheHouse) -> LobbyView:
        """Every table with its limits, how far it is, how many sit there, and its big road."""
        with house.store.reading() as reading:
            tables = tuple(lobby.table(house, reading, name) for name in house.host.tables())
        return LobbyView(house.guests_cents is not None, tables)

    return Router("", route_handlers=[show_lobby], tags=["tables"])
