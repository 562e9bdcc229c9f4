"""The demo: an automatic table of each game, and staff of each position."""

from collections.abc import Sequence
from contextlib import suppress
from math import lcm
from secrets import token_urlsafe

from msgspec.structs import replace

from punto.floor.clock import today
from punto.floor.submission import Submission
from punto.journal.errors import Conflict
from punto.journal.people.people import ALL_TABLES, Kind
from punto.journal.streams import CAGE
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import games_in_force
from punto.rules.layouts import Layout
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import (
    USUAL_CURRENCY,
    CardSource,
    Configuration,
    Funding,
    Timekeeper,
    usual_configuration,
)
from punto.table.people import Staff
from punto.web.casino import Casino
from punto.web.table_currency import check_currency

GUEST_CENTS = 1_000_000  # play credits: 10,000.00
UNIT_CENTS = 100
MIN_CENTS, MAX_CENTS = 1000, 1_000_000
TERMINALS = 1_000  # of an electronic table: each patron has one of their own
OPENER = Staff("demo", Position.PIT_MANAGER)


def demo_configuration(game: Game, currency: str = USUAL_CURRENCY) -> Configuration:
    """A table for guests: credits, low minimums, and betting closed by a timer."""
    unit = lcm(game.unit_cents, UNIT_CENTS)
    least, most = (-(-cents // unit) * unit for cents in (MIN_CENTS, MAX_CENTS))
    usual = usual_configuration(game, min_cents=least, max_cents=most)
    positions = _most(game.layouts[0], usual.positions)
    return replace(
        usual,
        currency=currency,
        unit_cents=unit,
        funding=Funding.CREDITS,
        timekeeper=Timekeeper.CLOCK,
        card_source=CardSource.AUTOMATIC,
        positions=positions,
    )


def _most(layout: Layout, usual: int) -> int:
    return usual if layout.positions else TERMINALS


def demo_tables(made_up: Sequence[Game] = ()) -> dict[str, Game]:
    """The tables of the house by name: one of each game, and one of each made-up game."""
    tables = {game.id: game for game in games_in_force(today())}
    return tables | {f"test-{game.base}": game for game in made_up}


def open_demo(casino: Casino, made_up: Sequence[Game] = ()) -> dict[str, str]:
    """Open missing tables and add missing staff; returns the new passwords by name."""
    for name, game in demo_tables(made_up).items():
        seen = casino.host.look(name)
        now = seen.state.configuration
        if now is None:
            number = seen.head.number
            command = c.OpenTable(demo_configuration(game, casino.currency))
            check_currency(command, casino.currency)
            given = Submission(name, f"demo-{number}", OPENER, command, after=number)
            with suppress(Conflict):  # another node has just opened it
                casino.host.submit_and_wait(given)
        elif not game.is_approved and now.game != game.id:
            raise Refused(
                Reason.INCONSISTENT_CONFIGURATION,
                "Table {table} was opened with other wagers: close it, or use another journal.",
                table=name,
            )
    passwords = {}
    for position in Position:
        name, password = position.typed, token_urlsafe(12)
        if casino.people.find(name) is None:
            with suppress(Refused):  # another node has just added them, and prints the password
                casino.sessions.add(name, Kind.STAFF, password, position, (ALL_TABLES, CAGE))
                passwords[name] = password
    return passwords
