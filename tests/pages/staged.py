"""A static server: real code, tables in fixed states, cards from recorded shoes.

Only time is simulated, so a page always shows the same thing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from playwright.sync_api import Page

from punto.floor.clock import MS_NS, Clock
from punto.floor.dealing_times import DealingTimes
from punto.floor.devices import RecordedShoe
from punto.journal.people.people import ALL_TABLES, Kind
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.rules.games import GAMES, find_game
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource, Configuration
from punto.table.people import Patron, Staff
from punto.table.prompt import Step, next_step
from punto.web.app import make_app
from punto.web.auth.guards import COOKIE
from punto.web.casino import Casino
from punto.web.demo import GUEST_CENTS, demo_configuration
from punto.web.edge.request_budget import RequestBudget
from punto.web.server import in_thread, opened
from tests.envelope import Given
from tests.floor.tables import routine, shuffled
from tests.submission import ask

NOW_MS = 1_791_799_200_000  # 12 October 2026, 10:00 UTC
CREDITS_CENTS = 250_000
DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
ANNA = Patron("anna")
POSITIONS = 8

# How each table is left; `staged` says which is which.
OUTCOME, BETTING, DEALING, RESTING, CORRECTION = (game.id for game in GAMES)
ROUNDS = {OUTCOME: 26, BETTING: 31, DEALING: 14, RESTING: 9, CORRECTION: 5}
STAKES = {"banker": 5_000, "player": 2_000, "tie": 1_000}


class Staged(Struct, frozen=True):
    """The house, where it is served, and a token for each person by name."""

    casino: Casino
    address: str
    tokens: dict[str, str]


@contextmanager
def staged(folder: Path) -> Iterator[Staged]:
    """The house served; its tables stand as they are left by `set_tables`."""
    journal = str(folder / "staged.journal")
    clock = Clock(wall_ns=lambda: NOW_MS * MS_NS, steady_ns=lambda: 0)
    with opened(journal, dealing_times=DealingTimes(), clock=clock) as (casino, _):
        casino.guests_cents = GUEST_CENTS
        tokens = open_session(casino)
        set_tables(casino)
        requests = RequestBudget(10_000, 10_000)
        with in_thread(make_app(casino, sign_ins_a_minute=10_000, requests=requests)) as address:
            yield Staged(casino, address, tokens)


def enter(page: Page, place: Staged, who: str) -> None:
    """Whoever looks at this page is this person from now on."""
    cookie = {"name": COOKIE, "value": place.tokens[who], "url": place.address}
    page.context.add_cookies([cookie])  # type: ignore[list-item]


def open_session(casino: Casino) -> dict[str, str]:
    """Somebody of each kind that pages know, by a name that never changes."""
    people = [
        casino.sessions.add("anna", Kind.PATRON, "correct horse battery"),
        casino.sessions.add(
            "dealer", Kind.STAFF, "correct horse battery", Position.DEALER, (ALL_TABLES,)
        ),
        casino.sessions.add(
            "pit-manager", Kind.STAFF, "correct horse battery", Position.PIT_MANAGER, (ALL_TABLES,)
        ),
    ]
    buy = Given(cage.BuyCredits("anna", CREDITS_CENTS), DEALER)
    ask(casino.host, CAGE, "fund", buy)
    return {person.id: casino.sessions.open_session(person) for person in people}


def set_tables(casino: Casino) -> None:
    """Every table with rounds behind it, one in each state that a page can show."""
    tables = {game.id: Table(casino, game.id, seed) for seed, game in enumerate(GAMES, 11)}
    for name in tables:
        casino.presence.note_staff(name)
    for name, table in tables.items():
        for number in range(ROUNDS[name]):
            table.play(STAKES if number % 4 == 1 else {})
    tables[OUTCOME].play(STAKES)
    tables[BETTING].stake(STAKES)
    dealing = tables[DEALING]
    dealing.stake(STAKES)
    dealing.deal(cards=3)
    correction = tables[CORRECTION]
    correction.stake(STAKES)
    correction.deal(cards=2)
    correction.ask(Given(c.Report(Irregularity.POWER_FAILURE), MANAGER))


class Table:
    """One table, dealt from a recorded shoe by hand."""

    def __init__(
        self, casino: Casino, name: str, seed: int, config: Configuration | None = None
    ) -> None:
        self._casino, self._name, self._ids = casino, name, count(1)
        self._shoe = RecordedShoe(shuffled(seed), salt=f"{seed:064x}")
        self.ask(Given(c.OpenTable(config or usual(name)), MANAGER))
        self.ask(Given(c.LoadShoe(f"{name}-1"), MANAGER))

    def ask(self, command: Given) -> None:
        ask(self._casino.host, self._name, f"staged-{next(self._ids)}", command)

    def stake(self, stakes: dict[str, int]) -> None:
        """Call for bets, and what anna places."""
        self.ask(Given(c.OpenBetting(), DEALER))
        for wager, cents in stakes.items():
            self.ask(Given(c.PlaceStake(ANNA.id, wager, 3, cents), ANNA))

    def play(self, stakes: dict[str, int]) -> None:
        """A whole round."""
        self.stake(stakes)
        self.deal(cards=6)

    def deal(self, cards: int) -> None:
        """So many cards and what is said between them; a round never takes more than six."""
        coming, host = iter(self._shoe.draw, ""), self._casino.host
        while cards or next_step(host.state(self._name)).step is not Step.DRAW:
            drawn = next_step(host.state(self._name)).step is Step.DRAW
            command = routine(host.state(self._name), coming)
            if command is None:
                return
            self.ask(command)
            cards -= drawn


def usual(game: str) -> Configuration:
    """As in a demonstration, with places to sit at."""
    return replace(
        demo_configuration(find_game(game)), positions=POSITIONS, card_source=CardSource.PHYSICAL
    )
