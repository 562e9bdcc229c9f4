"""A house to look at: a table of each game that deals itself, and staff of each position."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from secrets import token_urlsafe

from msgspec.structs import replace

from punto.floor.automatic import AutomaticTable
from punto.floor.devices import Device, ShuffledShoe
from punto.floor.turns import Turn
from punto.journal.failures import Conflict
from punto.journal.people import ALL_TABLES, Kind
from punto.journal.sealed import SealedShoes
from punto.refusals import Refused
from punto.rules.games import GAMES
from punto.rules.layouts import Layout
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Configuration, Funding, Timekeeper, usual_configuration
from punto.table.people import Staff
from punto.web.house import House

GUEST_CENTS = 1_000_000  # play credits: 10,000.00
TERMINALS = 1_000  # of an electronic table: each patron has one of their own
OPENER = Staff("demo", Position.PIT_MANAGER)


def demo_configuration(game_id: str) -> Configuration:
    """A table as a guest would like it: credits, small minimums, the clock closes betting."""
    game = next(each for each in GAMES if each.id == game_id)
    usual = usual_configuration(game, min_cents=1000, max_cents=1_000_000)
    positions = _most(game.layouts[0], usual.positions)
    return replace(usual, funding=Funding.CREDITS, timekeeper=Timekeeper.CLOCK, positions=positions)


def _most(layout: Layout, usual: int) -> int:
    return usual if layout.positions else TERMINALS


def open_demo(house: House) -> dict[str, str]:
    """Open what is not open yet; the passwords of staff that were made now, by name."""
    for game in GAMES:
        seen = house.host.look(game.id)
        if seen.state.configuration is None:
            number = seen.head.number
            command = c.OpenTable(demo_configuration(game.id), by=OPENER)
            with suppress(Conflict):  # another node has opened it this moment
                house.host.ask(game.id, f"demo-{number}", command, after=number)
    passwords = {}
    for position in Position:
        name, password = position.name.lower().replace("_", "-"), token_urlsafe(12)
        if house.people.find(name) is None:
            with suppress(Refused):  # likewise: the passwords are told there
                house.sign_ins.add(name, Kind.STAFF, password, position, (ALL_TABLES,))
                passwords[name] = password
    return passwords


def demo_turns(house: House) -> Mapping[str, Turn]:
    """The automatic dealer's turns at each table."""
    return {game.id: _automatic(house, game.id).turn for game in GAMES}


def _automatic(house: House, table: str) -> AutomaticTable:
    seals = SealedShoes(house.store, table)
    return AutomaticTable(
        house.host,
        table,
        _loader(seals),
        house.countdown(table),
        house.presence.seated,
        pace=house.pace,
        seals=seals,
    )


def _loader(seals: SealedShoes) -> Callable[[int], Device]:
    def load(decks: int) -> Device:
        return ShuffledShoe(decks, keep=seals.keep)

    return load
