"""A table dealt by hand through the API, for browsers that watch or hold the cards."""

from itertools import count

from msgspec.structs import replace

from punto.client import Client
from punto.rules.game import Method, Zone
from punto.rules.hands import Side
from punto.table import commands as c
from punto.web.views.table import TableView
from tests.pages.served import Served, come_back
from tests.web.served import credits_table

_numbers = count(1)


class Boss:
    """An Assistant Casino Manager, who may do whatever staff may."""

    def __init__(self, server: Served) -> None:
        name = f"boss{next(_numbers)}"
        add = ("staff", "add", name, "--position", "assistant-casino-manager", "--tables", "*")
        self.client = Client(server.address)
        self._name, self._password = name, server.run(*add)["password"]
        self.client.sign_in(name, self._password)

    def come_back(self) -> None:
        come_back(self.client, self._name, self._password)

    def close(self) -> None:
        self.client.close()

    def open(self, method: Method = Method.A, game: str = "tiger") -> "Dealt":
        """A new table with a shoe, betting open."""
        zone = next(each for each in Zone if each.hlga) if method is Method.C else None
        config = replace(credits_table(game), method=method)
        table = Dealt(self.client, f"hand-{next(_numbers)}")
        table.give(c.OpenTable(replace(config, zone=zone) if zone else config))
        table.give(c.LoadShoe("first"))
        table.give(c.OpenBetting())
        return table


class Dealt:
    """One table of theirs."""

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self.name = name

    def give(self, *commands: c.Command) -> None:
        for command in commands:
            self._client.give(self.name, command)

    def view(self) -> TableView:
        return self._client.table(self.name)

    def deal(self, *cards: str) -> None:
        """Close betting and draw."""
        self.give(c.CloseBetting())
        self.give(*(c.DrawCard(card) for card in cards))

    def finish(self, *thirds: str) -> None:
        """Announce the totals, draw what is still drawn, announce the outcome."""
        self.give(c.AnnounceTotals())
        self.give(*(c.DrawCard(card) for card in thirds), c.AnnounceOutcome())

    def pass_cards(self, side: Side) -> None:
        """To the patron who is due them."""
        (patron,) = {each.patron for each in self.stakes() if each.wager == side.value}
        self.give(c.PassCards(side, patron))

    def stakes(self) -> tuple[c.PlaceStake, ...]:
        play = self.view().round
        assert play is not None
        return tuple(
            c.PlaceStake(each.patron, each.wager, each.position, 1) for each in play.stakes
        )
