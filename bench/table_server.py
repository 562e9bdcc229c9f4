"""A server process with one electronic table, patrons with credits, and a dealer."""

import sys
from secrets import token_hex

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.floor.dealer import AUTOMATIC
from punto.floor.dealing_times import DealingTimes
from punto.journal.people.people import ALL_TABLES, Kind
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.rules.games import find_game
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Configuration, Funding, usual_configuration
from punto.table.people import Staff
from punto.web.app import make_app
from punto.web.casino import Casino
from punto.web.edge.request_budget import RequestBudget
from punto.web.edge.socket_counts import SocketCounts
from punto.web.server import listen, opened, server_of
from tests.envelope import Given
from tests.submission import ask

TABLE = "rapid"
CREDITS_CENTS = 1_000_000
CROWD_MAX = 10_000  # terminals, all of them on this machine
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)


class Served(Struct, frozen=True):
    """The server's address and the sign-in tokens."""

    port: int
    dealer: str
    tokens: dict[str, str]


def main() -> None:
    """Serve until stopped."""
    journal, people = sys.argv[1], int(sys.argv[2])
    with (
        opened(journal, dealing_times=DealingTimes(betting_ms=3_600_000)) as (house, _),
        listen(0) as listening,
    ):
        if people:
            ask(house.host, TABLE, "open", Given(c.OpenTable(_setting(people)), MANAGER))
        tokens = dict(_patron(house, number) for number in range(people))
        name = f"dealer-{token_hex(4)}"
        dealer = house.sessions.add(name, Kind.STAFF, "", Position.DEALER, (ALL_TABLES,))
        listening.listen()  # early connections wait in the backlog
        port = listening.getsockname()[1]
        served = Served(port, house.sessions.open_session(dealer), tokens)
        sys.stdout.write(msgspec.json.encode(served).decode() + "\n")
        sys.stdout.flush()
        requests = RequestBudget(CROWD_MAX, CROWD_MAX)
        app = make_app(house, sockets=SocketCounts(per_address=CROWD_MAX), requests=requests)
        server_of(app, connections_per_address=2 * CROWD_MAX).run(sockets=[listening])


def _patron(house: Casino, number: int) -> tuple[str, str]:
    patron = house.sessions.add(f"seat-{number}", Kind.PATRON)
    command = Given(cage.BuyCredits(patron.id, CREDITS_CENTS), AUTOMATIC)
    ask(house.host, CAGE, f"buy-{number}", command)
    return patron.id, house.sessions.open_session(patron)


def _setting(people: int) -> Configuration:
    game = find_game("rapid-no-commission")
    usual = usual_configuration(game, min_cents=1000, max_cents=1_000_000)
    return replace(usual, funding=Funding.CREDITS, positions=max(people, 1))


if __name__ == "__main__":
    main()
