"""A server on a real port, with a signed-in person of every kind."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.client import Client
from punto.floor.clock import Clock
from punto.floor.dealing_times import DealingTimes
from punto.journal.people.people import ALL_TABLES, Duty, Kind, Person
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.rules.staff import Position
from punto.table.configuration import CardSource, Configuration, Funding, usual_configuration
from punto.table.people import Approval, Staff
from punto.web.api.approvals import Approved
from punto.web.app import make_app
from punto.web.casino import Casino
from punto.web.edge.request_budget import RequestBudget
from punto.web.server import in_thread, opened
from tests.new_journal import new_file

MANY_REQUESTS = 100_000  # a second: whoever tests something else is not slowed down
PASSWORD = "correct horse battery"
REFUSAL_FIELDS = {"reason", "kind", "sentence", "chinese", "template", "facts", "clause"}
FAST = DealingTimes(betting_ms=1_000, card_ms=10, call_ms=10, contributing_ms=0, outcome_ms=10)
SECOND = Approval(Staff("second", Position.GAMING_SHIFT_MANAGER))  # who approves much money
STAFF = {position.name.lower().replace("_", "-"): position for position in Position}


class SetClock(Clock):
    """A clock that goes only when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.at_ms = 1_800_000_000_000

    def now_ms(self) -> int:
        return self.at_ms

    def machine_ms(self) -> int:
        return self.at_ms


@contextmanager
def served(
    folder: Path,
    *,
    demo: bool = False,
    clock: Clock | None = None,
    sign_ins_a_minute: int = 10_000,
    proxies: Sequence[str] = (),
    starts_odds: bool = False,
    requests: RequestBudget | None = None,
) -> Iterator[tuple[Casino, str]]:
    """A house on a new journal, and its address."""
    journal = new_file(folder / "house.journal")
    with opened(journal, demo=demo, dealing_times=FAST, clock=clock) as (casino, _):
        casino.guests_cents = 1_000_000
        app = make_app(
            casino,
            sign_ins_a_minute=sign_ins_a_minute,
            requests=requests or RequestBudget(MANY_REQUESTS, MANY_REQUESTS),
            starts_odds=starts_odds,
        )
        with in_thread(app, proxies=proxies) as address, closed_clients():
            yield casino, address


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


def add_everybody(casino: Casino) -> None:
    """Staff of each position at every table and the cage, one of them nowhere, a patron."""
    for name, position in STAFF.items():
        casino.sessions.add(name, Kind.STAFF, PASSWORD, position, (ALL_TABLES, CAGE))
    casino.sessions.add("stranger", Kind.STAFF, PASSWORD, Position.ASSISTANT_CASINO_MANAGER)
    casino.sessions.add("patron", Kind.PATRON, PASSWORD)


def come_in(address: str, name: str) -> Client:
    client = caller(address)
    client.sign_in(name, PASSWORD)
    return client


def open_session(
    casino: Casino, address: str, name: str, position: Position, *tables: str
) -> Client:
    """A member of staff with a token and no password, which takes no time to check."""
    person = Person(name, Kind.STAFF, position, tables)
    casino.people.add(person)
    return caller(address, casino.sessions.open_session(person))


def everybody(casino: Casino, address: str) -> dict[str, Client]:
    """One of each, signed in: staff, a stranger, patron, guest, device, reader, nobody."""
    add_everybody(casino)
    found = {name: come_in(address, name) for name in (*STAFF, "stranger", "patron")}
    found["guest"] = caller(address)
    found["guest"].sign_in_as_guest()
    key = found["pit-manager"].add_device("display", (ALL_TABLES,)).key
    found["device"] = caller(address, key)
    _, key = casino.sessions.add_device("reader", (ALL_TABLES,), Duty.READER)
    found["reader"] = caller(address, key)
    found["nobody"] = caller(address)
    return found


def give_witnessed(giver: Client, witness: Client, command: cage.Counted) -> Approved:
    """A command with a witness, who confirms it."""
    with pytest.raises(Refused) as waits:
        giver.give_cage(command)
    assert waits.value.reason is Reason.WITNESS_NEEDED
    return witness.approve(waits.value.sentence.rpartition("request ")[2].rstrip("."))


def credits_table(game: str = "tiger", source: CardSource = CardSource.PHYSICAL) -> Configuration:
    usual = usual_configuration(find_game(game), min_cents=1000, max_cents=1_000_000)
    return replace(usual, funding=Funding.CREDITS, card_source=source)
