"""A house served on a real port, with somebody of every kind who has come in."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from punto.client import Client
from punto.floor.clock import Clock
from punto.floor.pace import Pace
from punto.journal.people import ALL_TABLES, Duty, Kind, Person
from punto.rules.games import find_game
from punto.rules.staff import Position
from punto.table.configuration import Configuration, Funding, usual_configuration
from punto.web.app import make_app
from punto.web.house import House
from punto.web.serving import in_thread, opened

PASSWORD = "correct horse battery"
FAST = Pace(betting_ms=1_000, card_ms=10, call_ms=10, outcome_ms=10)
STAFF = {position.name.lower().replace("_", "-"): position for position in Position}


class SetClock(Clock):
    """A clock that goes only when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.at_ms = 1_800_000_000_000

    def now_ms(self) -> int:
        return self.at_ms


@contextmanager
def served(
    folder: Path, *, demo: bool = False, clock: Clock | None = None, sign_ins_a_minute: int = 10_000
) -> Iterator[tuple[House, str]]:
    """A house on a new journal, and its address."""
    journal = str(folder / "house.journal")
    with opened(journal, demo=demo, pace=FAST, clock=clock) as (house, _):
        house.guests_cents = 1_000_000
        app = make_app(house, sign_ins_a_minute=sign_ins_a_minute)
        with in_thread(app) as address, closed_clients():
            yield house, address


_clients: list[Client] = []


@contextmanager
def closed_clients() -> Iterator[None]:
    """Whoever has come in goes before the server does."""
    try:
        yield
    finally:
        while _clients:
            _clients.pop().close()


def caller(address: str, token: str = "") -> Client:
    """A client that is closed before its server."""
    client = Client(address, token)
    _clients.append(client)
    return client


def add_everybody(house: House) -> None:
    """Staff of each position at every table, one dealer at none, a patron."""
    for name, position in STAFF.items():
        house.sign_ins.add(name, Kind.STAFF, PASSWORD, position, (ALL_TABLES,))
    house.sign_ins.add("stranger", Kind.STAFF, PASSWORD, Position.ASSISTANT_CASINO_MANAGER)
    house.sign_ins.add("patron", Kind.PATRON, PASSWORD)


def come_in(address: str, name: str) -> Client:
    client = caller(address)
    client.sign_in(name, PASSWORD)
    return client


def let_in(house: House, address: str, name: str, position: Position, *tables: str) -> Client:
    """A member of staff with a token and no password, which takes no time to check."""
    person = Person(name, Kind.STAFF, position, tables)
    house.people.add(person)
    return caller(address, house.sign_ins.let_in(person))


def everybody(house: House, address: str) -> dict[str, Client]:
    """One of each, signed in: staff, a stranger, patron, guest, device, reader, nobody."""
    add_everybody(house)
    found = {name: come_in(address, name) for name in (*STAFF, "stranger", "patron")}
    found["guest"] = caller(address)
    found["guest"].come_as_guest()
    key = found["pit-manager"].add_device("display", (ALL_TABLES,)).key
    found["device"] = caller(address, key)
    key = found["pit-manager"].add_device("reader", (ALL_TABLES,), Duty.READER).key
    found["reader"] = caller(address, key)
    found["nobody"] = caller(address)
    return found


def credits_table(game: str = "tiger") -> Configuration:
    usual = usual_configuration(find_game(game), min_cents=1000, max_cents=1_000_000)
    return replace(usual, funding=Funding.CREDITS)
