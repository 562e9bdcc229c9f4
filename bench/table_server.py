"""A serving process with one electronic table, guests who have credits, and a dealer."""

import sys
from secrets import token_hex

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.floor.dealer import AUTOMATIC
from punto.floor.pace import Pace
from punto.journal.people import ALL_TABLES, Kind
from punto.ledger.cage import commands as cage
from punto.rules.games import find_game
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Configuration, Funding, usual_configuration
from punto.table.people import Staff
from punto.web.app import make_app
from punto.web.house import House
from punto.web.serving import listen, opened, server_of

TABLE = "rapid"
CREDITS_CENTS = 1_000_000
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)


class Served(Struct, frozen=True):
    """Where it is served, and by which tokens people come in."""

    port: int
    dealer: str
    tokens: dict[str, str]


def main() -> None:
    """Serve until told to end."""
    journal, people = sys.argv[1], int(sys.argv[2])
    with opened(journal, pace=Pace(betting_ms=3_600_000)) as (house, _), listen(0) as listening:
        if people:
            house.host.ask(TABLE, "open", c.OpenTable(_setting(people), by=MANAGER))
        tokens = dict(_guest(house, number) for number in range(people))
        name = f"dealer-{token_hex(4)}"
        dealer = house.sign_ins.add(name, Kind.STAFF, "", Position.DEALER, (ALL_TABLES,))
        listening.listen()  # whoever comes before it is served waits
        port = listening.getsockname()[1]
        told = Served(port, house.sign_ins.let_in(dealer), tokens)
        sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
        sys.stdout.flush()
        server_of(make_app(house)).run(sockets=[listening])


def _guest(house: House, number: int) -> tuple[str, str]:
    guest = house.sign_ins.add(f"guest-{number}", Kind.GUEST)
    command = cage.BuyCredits(guest.id, CREDITS_CENTS, by=AUTOMATIC)
    house.host.ask_cage(f"buy-{number}", command)
    return guest.id, house.sign_ins.let_in(guest)


def _setting(people: int) -> Configuration:
    game = find_game("rapid-no-commission")
    usual = usual_configuration(game, min_cents=1000, max_cents=1_000_000)
    return replace(usual, funding=Funding.CREDITS, positions=max(people, 1))


if __name__ == "__main__":
    main()
