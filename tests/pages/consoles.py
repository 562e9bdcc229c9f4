"""Staff of every position in separate browsers, and tables brought to a given state."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count

from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from punto.client import Client
from punto.ledger.cage import commands as cage
from punto.rules.game import Method, Zone
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource, Configuration
from tests.pages.served import Served, come_back
from tests.web.served import credits_table

PASSWORD = "correct horse battery"
HIGHEST = Position.ASSISTANT_CASINO_MANAGER
INITIAL = ("2C", "5D", "3H", "AH")  # Player 5, Banker 6
ROUNDS_A_SHOE = 6  # every round has the same cards, and eight decks hold eight copies
shoes = count(1)


def name_of(position: Position) -> str:
    return f"console-{position.name.lower().replace('_', '-')}"


class Floor:
    """A served house with somebody of every position, patrons with credits, and their clients."""

    def __init__(self, server: Served, browser: Browser) -> None:
        self.server = server
        self.browser = browser
        self._dealt: dict[str, int] = {}
        self._passwords: dict[str, str] = {}
        self.staff = {each: self.hire(name_of(each), each) for each in reversed(Position)}
        self.boss = self.staff[HIGHEST]
        self._host = self.hire("console-host", Position.PIT_MANAGER)  # hands cards to nobody
        self.patrons = {name: self._patron(name) for name in ("ann", "bob")}

    def close(self) -> None:
        for client in (*self.staff.values(), self._host, *self.patrons.values()):
            client.close()

    def hire(self, name: str, position: Position, tables: Sequence[str] = ("*", "cage")) -> Client:
        """A new member of staff, come in; added on the machine, they are connected to nobody."""
        title = position.name.lower().replace("_", "-")
        places = [word for table in tables for word in ("--tables", table)]
        added = self.server.run("staff", "add", name, "--position", title, *places)
        self._passwords[name] = added["password"]
        return self._come_in(name, added["password"])

    def password_of(self, name: str) -> str:
        return self._passwords[name]

    def _come_in(self, name: str, password: str) -> Client:
        client = Client(self.server.address)
        client.sign_in(name, password)
        return client

    def come_back(self) -> None:
        for position, client in self.staff.items():
            come_back(client, name_of(position), self._passwords[name_of(position)])

    def _patron(self, name: str) -> Client:
        self._host.add_patron(name, PASSWORD)
        self.boss.give_cage(cage.BuyCredits(name, 900_000))
        return self._come_in(name, PASSWORD)

    @contextmanager
    def page(
        self, who: Client | None, path: str, width: int = 1280, height: int = 800
    ) -> Iterator[Page]:
        """A browser in which this person has come in; a mistake in a page fails its test."""
        viewport = {"width": width, "height": height}
        context = self.browser.new_context(
            viewport=viewport,  # type: ignore[arg-type]
            locale="en-GB",
            reduced_motion="reduce",  # seats are tested with motion elsewhere
        )
        if who is not None:
            cookie = {"name": "punto", "value": who.token, "url": self.server.address}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        mistakes: list[str] = []
        page.on("pageerror", lambda error: mistakes.append(str(error)))
        page.goto(self.server.address + path)
        try:
            yield page
        finally:
            context.close()
        assert mistakes == []

    def open(self, table: str, config: Configuration) -> None:
        """A table with a shoe."""
        self.boss.give(table, c.OpenTable(config))
        self.load(table)

    def load(self, table: str) -> None:
        self.boss.give(table, c.LoadShoe(f"{table}-{next(shoes)}"))

    def begin(
        self, table: str, *stakes: tuple[str, str, int], close: bool = True, deal: int = 0
    ) -> None:
        """A round: these stakes, of whom on what, then so many cards."""
        state = self.boss.table(table)
        self._dealt[table] = self._dealt.get(table, 0) + 1
        if state.prompt.step == "load-shoe" or self._dealt[table] > ROUNDS_A_SHOE:
            if state.shoe is not None:
                self.boss.give(table, c.RetireShoe())
            self.load(table)
            self._dealt[table] = 1
        self.boss.give(table, c.OpenBetting())
        for seat, (patron, wager, cents) in enumerate(stakes, 1):
            self.patrons[patron].give(table, c.PlaceStake(patron, wager, seat, cents))
        if close:
            self.boss.give(table, c.CloseBetting())
        for card in INITIAL[:deal]:
            self.boss.give(table, c.DrawCard(card))

    def finish(self, table: str) -> None:
        """Whatever is in play comes to its end."""
        for _ in range(40):
            view = self.boss.table(table)
            if view.round is None and view.case is None:
                return
            self._one_step(table, view.prompt.step, view.prompt.side, view.prompt.patrons)
        raise AssertionError(f"{table} does not come to an end")

    def _one_step(self, table: str, step: str, side: str, patrons: Sequence[str]) -> None:
        give = self.boss.give
        match step:
            case "close-betting":
                give(table, c.CloseBetting())
            case "draw" if patrons:
                self.patrons[patrons[0]].give(table, c.DrawCard())
            case "draw":
                give(table, c.DrawCard("KD"))
            case "pass":
                give(table, c.PassCards(Side(side), patrons[0]))
            case "choose-first":
                give(table, c.ChooseFirstRevealed(Side.PLAYER))
            case "expose" if patrons:
                give(table, c.Report(Irregularity.HANDLER_ABSENT, side=Side(side)))
            case "expose":
                give(table, c.ExposeCards(Side(side)))
            case "decrease":
                play = self.boss.table(table).round
                assert play is not None
                heaviest = tuple(each.id for each in play.stakes)
                give(table, c.RemoveStakes(heaviest, why="the test is over"))
            case "announce-totals":
                give(table, c.AnnounceTotals())
            case "announce-outcome":
                give(table, c.AnnounceOutcome())
            case "answer-option":
                give(table, c.LapseOption())
            case "decide":
                give(table, c.Decide(void=True, why="the test is over"))
            case _:
                raise AssertionError(f"{table} waits for {step}")


def table_for(
    game: str,
    method: Method = Method.B,
    zone: Zone = Zone.MAIN,
    source: CardSource = CardSource.PHYSICAL,
) -> Configuration:
    return replace(credits_table(game, source), method=method, zone=zone)
