"""A house that has played some rounds, and its books, read over the network."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from punto.cli.ledger import _report
from punto.floor.dealer import VIRTUAL_SHOE
from punto.journal.people.people import Kind
from punto.journal.streams import CAGE
from punto.ledger.book_reports import Heading, Report, heading, wire_rows, wire_total
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.people import Patron, Staff
from punto.table.shoes import seal
from punto.web.api.ledger import ReportView
from punto.web.casino import Casino
from punto.web.views.rounds import RoundLine
from punto.web.views.table import CurrencyView
from tests.envelope import Given
from tests.floor.tables import VALUE, routine, shuffled
from tests.submission import ask
from tests.table.order_oracle import contributing, mixed
from tests.web.served import (
    PASSWORD,
    STAFF,
    SetClock,
    caller,
    credits_table,
    give_witnessed,
    open_session,
)

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
ORDER, SALT = tuple(shuffled(21)), "a pinch of salt"
ROUNDS = 12
ids = count(1)


def on_the_wire(found: Report, head: Heading) -> ReportView:
    currency = CurrencyView("SGD", 2)
    return ReportView(found.title, currency, wire_rows(found), wire_total(found), head)


def plain(shown: object) -> Any:
    """As JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(shown))


class Place:
    """Two tables; at t1 twelve rounds of a sealed shoe, one of them void, one corrected."""

    def __init__(self, casino: Casino, address: str, folder: Path, clock: SetClock) -> None:
        self.casino, self.folder, self.clock = casino, folder, clock
        self.address = address
        self.people = {
            name: open_session(casino, address, name, position, "*", "cage")
            for name, position in STAFF.items()
        }
        self.people["elsewhere"] = open_session(
            casino, address, "elsewhere", Position.ASSISTANT_CASINO_MANAGER, "t2"
        )
        for name in ("seat1", "seat2"):
            person = casino.sessions.add(name, Kind.PATRON, PASSWORD)
            self.people[name] = caller(address, casino.sessions.open_session(person))
            ask(casino.host, CAGE, f"fund-{name}", Given(cage.BuyCredits(name, 1_000_000), DEALER))
        for table, source in (("t1", CardSource.SEALED), ("t2", CardSource.PHYSICAL)):
            self.ask(table, Given(c.OpenTable(credits_table(source=source)), MANAGER))
        self.ask("t1", Given(c.LoadShoe("sealed", commitment=seal(ORDER, SALT)), VIRTUAL_SHOE))
        for command in contributing(VALUE, DEALER):
            self.ask("t1", command)
        opened = cage.OpenBank("t1", 500_000, "dealer")
        give_witnessed(self.people["pit-supervisor"], self.people["dealer"], opened)
        cards = iter(mixed(ORDER, seal(ORDER, SALT), "sealed", [VALUE]))
        for number in range(1, ROUNDS + 1):
            clock.at_ms += 1_000
            self.play(number, cards)
        last = casino.host.state("t1").finished[-1]
        turned = (*last.cards[1::-1], *last.cards[3:1:-1], *last.cards[4:])
        self.corrected = turned

    def ask(self, table: str, command: Given) -> None:
        ask(self.casino.host, table, f"c{next(ids)}", command)

    def play(self, number: int, cards: Iterator[str]) -> None:
        self.ask("t1", Given(c.OpenBetting(), DEALER))
        self.ask("t1", Given(c.PlaceStake("seat1", "player", 1, 1_000), Patron("seat1")))
        if number % 2:
            self.ask("t1", Given(c.PlaceStake("seat2", "tie", 2, 2_000), Patron("seat2")))
        if number == 7:
            self.ask("t1", Given(c.Report(Irregularity.NOT_COVERED), MANAGER))
            self.ask("t1", Given(c.Decide(True, "a test"), MANAGER))
            return
        while (command := routine(self.casino.host.state("t1"), cards)) is not None:
            self.ask("t1", command)

    def get(self, who: str, path: str, shape: Any) -> Any:
        return self.people[who].get(f"/api/v1/{path}", shape)

    def status(self, who: str, path: str) -> int:
        """The status that a request is answered with."""
        client = self.people[who]
        headers = {"Authorization": f"Bearer {client.token}"}
        return httpx.get(f"{self.address}/api/v1/{path}", headers=headers).status_code

    def no(self, who: str, path: str) -> Reason:
        with pytest.raises(Refused) as refused:
            self.get(who, path, dict[str, Any])
        return refused.value.reason

    def printed(self, kind: Any, account: str = "", table: str | None = None) -> Any:
        """What `punto ledger --json` makes of the same journal."""
        with self.casino.store.begin_read() as transaction:
            found = _report(transaction, kind, account, table, (0, None), 0)
            if kind == "trial":
                found = replace(found, total=("all accounts", *found.total[1:]))
            return plain(on_the_wire(found, heading(self.casino.clock.now_ms())))

    def rounds(self, who: str, query: str = "") -> list[int]:
        """The numbers of all that is found, page after page of three."""
        found: list[int] = []
        before = ""
        while True:
            path = f"/api/v1/tables/t1/rounds?limit=3&{query}{before}"
            told = self.people[who].http.get(path)
            assert told.status_code == 200, told.text
            lines = msgspec.json.decode(told.content, type=list[RoundLine])
            found += [line.number for line in lines]
            if "next-before" not in told.headers:
                return found
            before = f"&before={told.headers['next-before']}"
