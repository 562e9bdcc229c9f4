"""History: every round with its cards, the caller's stakes, and credits before and after."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from punto.client import Client
from punto.journal.people.people import Kind
from punto.journal.queries.rounds_of_table import Shoe
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Patron, Staff
from punto.web.casino import Casino
from punto.web.views.rounds import CreditsAround, PlayedView, RoundLine
from tests.envelope import Given
from tests.floor.tables import routine, shuffled
from tests.submission import ask
from tests.web.served import PASSWORD, caller, credits_table, open_session, served

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
ROUNDS = 6  # from each of two shoes
TIE = ("8H", "8D", "KC", "KD")
ids = count(1)


class Place:
    """Two tables at once and a patron at both, who buys credits in mid-round; two shoes at t1.

    What each held is written down as it happens: the history must say the same afterwards.
    """

    def __init__(self, casino: Casino, address: str) -> None:
        self.casino = casino
        self.held: dict[tuple[str, int], CreditsAround] = {}
        self.staked: dict[int, int] = {}
        for name in ("seat1", "seat2"):
            casino.sessions.add(name, Kind.PATRON, PASSWORD)
            ask(casino.host, CAGE, f"fund-{name}", Given(cage.BuyCredits(name, 1_000_000), DEALER))
        self.people = {
            name: caller(address, casino.sessions.open_session(person))
            for name in ("seat1", "seat2")
            if (person := casino.people.find(name))
        }
        self.people["pit"] = open_session(casino, address, "pit", Position.PIT_MANAGER, "*")
        for table in ("t1", "t2"):
            self.ask(table, Given(c.OpenTable(credits_table()), MANAGER))
            self.ask(table, Given(c.LoadShoe("first"), DEALER))
        cards = iter(shuffled(5))
        for number in range(1, 2 * ROUNDS + 1):
            if number == ROUNDS + 1:
                self.ask("t1", Given(c.RetireShoe(), DEALER))
                self.ask("t1", Given(c.LoadShoe("second"), DEALER))
                cards = iter(shuffled(6))
            self.play(number, cards)

    def ask(self, table: str, command: Given) -> None:
        ask(self.casino.host, table, f"c{next(ids)}", command)

    def credits(self, patron: str) -> int:
        person = self.casino.people.find(patron)
        assert person is not None
        return self.casino.credits([person])[patron]

    def stake(self, table: str, patron: str, wager: str, cents: int) -> None:
        position = 1 if patron == "seat1" else 2
        self.ask(table, Given(c.PlaceStake(patron, wager, position, cents), Patron(patron)))

    def play(self, number: int, cards: Iterator[str]) -> None:
        self.ask("t1", Given(c.OpenBetting(), DEALER))
        before = {patron: self.credits(patron) for patron in ("seat1", "seat2")}
        self.stake("t1", "seat1", "player", 1_000)
        self.stake("t1", "seat1", "tie", 2_000)
        if number % 2:
            self.stake("t1", "seat2", "banker", 4_000)
        if number == 2:  # in mid-round, and at another table
            ask(self.casino.host, CAGE, "more", Given(cage.BuyCredits("seat1", 7_700), DEALER))
            self.ask("t2", Given(c.OpenBetting(), DEALER))
            self.stake("t2", "seat1", "banker", 5_000)
        while (command := routine(self.casino.host.state("t1"), cards)) is not None:
            self.ask("t1", command)
        for patron, had in before.items():
            if patron == "seat1" or number % 2:
                self.held[patron, number] = CreditsAround(had, self.credits(patron))

    def rounds(self, who: str, query: str = "") -> list[RoundLine]:
        path = f"/api/v1/tables/t1/rounds?limit=100&{query}"
        found: list[RoundLine] = self.people[who].get(path, list[RoundLine])
        return found


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder: Path = tmp_path_factory.mktemp("history")
    with served(folder) as (casino, address):
        yield Place(casino, address)


@pytest.mark.parametrize("patron", ["seat1", "seat2"])
def test_credits_before_and_after_are_those_that_were_held(place: Place, patron: str) -> None:
    told = {line.number: line.credits for line in place.rounds(patron)}
    assert len(told) == 2 * ROUNDS
    for number, around in told.items():
        assert around == place.held.get((patron, number)), number
    one = place.people[patron].get("/api/v1/tables/t1/rounds/1", PlayedView)
    assert one.credits == place.held[patron, 1]


def test_stakes_are_ones_own_and_add_up(place: Place) -> None:
    for line in place.rounds("seat1"):
        assert [(each.wager, each.cents) for each in line.lines] == [
            ("player", 1000),
            ("tie", 2000),
        ]
        assert {each.patron for each in line.lines} == {"seat1"}
    assert {len(line.lines) for line in place.rounds("seat2")} == {0, 1}


def test_staff_are_told_no_patrons_credits(place: Place) -> None:
    for line in place.rounds("pit"):
        assert (line.lines, line.credits) == ((), None)
    assert place.people["pit"].get("/api/v1/tables/t1/rounds/1", PlayedView).credits is None


def test_a_shoe_has_its_rounds_and_they_are_found_by_it(place: Place) -> None:
    told = place.people["seat2"].get("/api/v1/tables/t1/shoes", list[Shoe])
    assert [(shoe.shoe, shoe.first, shoe.last) for shoe in told] == [
        ("second", ROUNDS + 1, 2 * ROUNDS),
        ("first", 1, ROUNDS),
    ]
    for shoe in told:
        found = place.rounds("seat2", f"first={shoe.first}&before={shoe.last + 1}")
        assert [line.number for line in found] == list(range(shoe.last, shoe.first - 1, -1))
    assert place.people["seat2"].get("/api/v1/tables/t2/shoes", list[Shoe])[0].last == 1


def test_a_correction_is_in_the_credits_after(place: Place) -> None:
    """The last test of this place: it changes what was paid."""
    last = place.casino.host.state("t1").finished[-1]
    pit: Client = place.people["pit"]
    pit.give("t1", c.CorrectRound(last.number, TIE, "the tape"))
    line = place.rounds("seat1")[0]
    assert line.corrected
    assert line.credits is not None
    assert line.credits.before_cents == place.held["seat1", last.number].before_cents
    assert line.credits.after_cents == place.credits("seat1")
    assert line.credits.after_cents != place.held["seat1", last.number].after_cents
