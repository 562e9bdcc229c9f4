"""Commands name people and tables that there are, in plain text, by HTTP as anybody sends it."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from punto.floor.dealer import AUTOMATIC
from punto.journal.people.people import ALL_TABLES, Kind, Person
from punto.journal.schema import notices
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.rules.staff import Position
from punto.table import commands as c
from tests.envelope import Given
from tests.floor.tables import MANAGER
from tests.submission import ask
from tests.web.served import add_everybody, credits_table, served

CODE = "0004-1061-050R-3GG2-8A1C-60T3-GF5E"
keys = count(1)


class Workspace:
    """The cage by HTTP: commands as JSON, given by somebody of a position."""

    def __init__(self, casino: Any, address: str) -> None:
        self.casino, self.address = casino, address
        self.tokens: dict[str, str] = {}

    def give(
        self,
        command: dict[str, Any],
        who: str = "assistant-casino-manager",
        to: str = "cage/commands",
    ) -> Any:
        if who not in self.tokens:
            self.tokens[who] = self.casino.sessions.open_session(self.casino.people.find(who))
        headers = {
            "Authorization": f"Bearer {self.tokens[who]}",
            "Idempotency-Key": f"k{next(keys)}",
        }
        return httpx.post(f"{self.address}/api/v1/{to}", json=command, headers=headers)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("parties")
    with served(folder) as (casino, address):
        add_everybody(casino)
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        yield Workspace(casino, address)


def test_a_patron_that_there_is_buys(workspace: Workspace) -> None:
    said = workspace.give({"type": "buy-credits", "patron": "patron", "cents": 1000})
    assert said.status_code == 200, said.text


def test_the_cage_is_no_table(workspace: Workspace) -> None:
    for who in ("patron", "assistant-casino-manager"):
        said = workspace.give({"type": "open-betting"}, who, to="tables/cage/commands")
        assert (said.status_code, said.json()["reason"]) == (404, "unknown-table"), said.text


def test_play_credits_of_a_guest_never_become_money(workspace: Workspace) -> None:
    casino = workspace.casino
    for name in ("guest-a", "guest-b"):
        casino.sessions.add(name, Kind.GUEST)
    ask(casino.host, CAGE, "play", Given(cage.BuyCredits("guest-a", 5000), AUTOMATIC))
    code = workspace.give({}, "guest-a", to="vouchers/codes").json()["code"]
    out = {"type": "cash-out", "patron": "guest-a", "cents": 2000, "code": code}
    assert workspace.give(out, "guest-a").status_code == 200
    redeem = {"type": "redeem-voucher", "code": code}
    for refused in (
        workspace.give({**redeem, "patron": "patron"}, "patron"),
        workspace.give({"type": "pay-voucher", "code": code}),
    ):
        assert refused.json()["reason"] == "not-authorised", refused.text
    assert workspace.give({**redeem, "patron": "guest-b"}, "guest-b").status_code == 200


def test_money_never_becomes_play_credits(workspace: Workspace) -> None:
    """No one pays them out, so it would be lost to its owner."""
    workspace.casino.sessions.add("guest-c", Kind.GUEST)
    sold = workspace.give({"type": "buy-credits", "patron": "guest-c", "cents": 5000})
    assert sold.json()["reason"] == "not-authorised", sold.text
    assert "sell credits to a patron" in sold.json()["sentence"]
    assert workspace.give({"type": "buy-credits", "patron": "patron", "cents": 5000}).is_success
    code = workspace.give({}, "patron", to="vouchers/codes").json()["code"]
    out = {"type": "cash-out", "patron": "patron", "cents": 5000, "code": code}
    assert workspace.give(out, "patron").is_success
    redeem = {"type": "redeem-voucher", "code": code}
    refused = workspace.give({**redeem, "patron": "guest-c"}, "guest-c")
    assert refused.json()["reason"] == "not-authorised", refused.text
    assert "signed in as a patron" in refused.json()["sentence"]
    assert workspace.give({**redeem, "patron": "patron"}, "patron").is_success


@pytest.mark.parametrize("account", ["patron:guest-d", "claims:t1:guest-d"])
@pytest.mark.parametrize("cents", [100, -100])
def test_nothing_is_adjusted_with_a_guest(workspace: Workspace, account: str, cents: int) -> None:
    """Its other side is the house's money."""
    if workspace.casino.sessions.people.find("guest-d") is None:
        workspace.casino.sessions.add("guest-d", Kind.GUEST)
    adjust = {"type": "adjust", "account": account, "cents": cents, "why": "counted again"}
    said = workspace.give(adjust)
    assert said.json()["reason"] == "not-authorised", said.text
    assert "nothing to adjust" in said.json()["sentence"]


NAMES = ["nobody-here", "x" * 60_000, "x:y", "a\x00b", "a\nb", "", "Patron", "\u202epatron"]


@pytest.mark.parametrize("name", [*NAMES, "pit-manager"], ids=lambda name: repr(name[:12]))
@pytest.mark.parametrize("kind", ["buy-credits", "cash-out", "redeem-voucher", "pay-claim"])
def test_an_absent_patron_is_refused(workspace: Workspace, kind: str, name: str) -> None:
    command: dict[str, object] = {"type": kind, "patron": name}
    if kind != "redeem-voucher":
        command["cents"] = 100
    if kind in ("cash-out", "redeem-voucher"):
        command["code"] = CODE
    if kind == "pay-claim":
        command |= {"table": "t1", "from_credits": True}
    said = workspace.give(command)
    assert said.status_code in (400, 404, 413), said.text
    assert said.json()["reason"] in ("unknown-person", "unreadable-request")


@pytest.mark.parametrize(
    "account",
    [
        "patron:nobody-here",
        "patron:pit-manager",
        "patron:" + "x" * 60_000,
        "patron:x:y",
        "patron:a\x00b",
        "bank:nowhere",
        "drop:t1\x00",
        "chips:cage",
        "claims:nowhere:patron",
        "claims:t1:a:b",
        "claims:t1:a\x00",
        "bank:",
        "cage:t1",
        "nonsense",
    ],
    ids=lambda name: repr(name[:20]),
)
def test_an_absent_account_is_not_adjusted(workspace: Workspace, account: str) -> None:
    said = workspace.give({"type": "adjust", "account": account, "cents": 100, "why": "a slip"})
    assert said.status_code in (400, 404, 413), said.text


@pytest.mark.parametrize("kind", ["open-bank", "fill-bank", "buy-chips", "count-drop"])
@pytest.mark.parametrize("table", ["nowhere", "x:y", "a\x00b", "T1", "cage", ""])
def test_an_absent_table_has_no_bank(workspace: Workspace, kind: str, table: str) -> None:
    command = {"type": kind, "table": table, "cents": 100, "witness": "dealer"}
    if kind == "buy-chips":
        del command["witness"]
    if kind == "count-drop":
        command["counted_cents"] = command.pop("cents")
    said = workspace.give(command)
    assert said.status_code in (400, 404), said.text


@pytest.mark.parametrize("witness", ["nobody-here", "x" * 50_000, "a\x00b", "patron"])
def test_a_witness_works_here(workspace: Workspace, witness: str) -> None:
    command = {"type": "open-bank", "table": "t1", "cents": 100, "witness": witness}
    assert workspace.give(command).status_code in (400, 404, 409, 413)


def test_whoever_may_not_ask_does_not_learn_who_is_here(workspace: Workspace) -> None:
    said = {
        workspace.give({"type": "buy-credits", "patron": name, "cents": 100}, "patron").text
        for name in ("patron", "nobody-here")
    }
    assert len(said) == 1
    assert "not-authorised" in said.pop()


OF_T1 = "tables/t1/commands"


@pytest.mark.parametrize("name", [*NAMES, "patron", "elsewhere", "gone"], ids=lambda name: name[:9])
def test_nobody_acts_in_a_position_who_does_not_work_at_the_table(
    workspace: Workspace, name: str
) -> None:
    people, dealer = workspace.casino.people, Position.DEALER
    if name == "elsewhere":
        people.add(Person(name, Kind.STAFF, dealer, ("t2",)))
    if name == "gone":
        people.add(Person(name, Kind.STAFF, dealer, ("t1",), disabled=True))
    until = workspace.casino.clock.now_ms() + 60_000
    command = {"type": "act-as", "person": name, "position": 2, "until": until}
    said = workspace.give(command, to=OF_T1)
    assert said.json()["reason"] in ("unknown-person", "unreadable-request"), said.text
    answer = workspace.give(command, "dealer", OF_T1).json()
    assert answer["reason"] in ("not-authorised", "unreadable-request"), answer
    assert workspace.give(command | {"person": "pit-supervisor"}, to=OF_T1).status_code == 200


@pytest.mark.parametrize("note", ["a\x00b", "a\nb", "\u202ea", "\ue000", "x" * 201], ids=ascii)
def test_a_call_for_the_pit_is_plain_text(workspace: Workspace, note: str) -> None:
    said = workspace.give({"note": note}, "dealer", "tables/t1/calls")
    assert said.json()["reason"] == "unreadable-request", said.text
    assert workspace.give({"note": "cafe\u0301"}, "dealer", "tables/t1/calls").status_code == 200
    events = workspace.casino.store
    with events.begin_read() as transaction:
        said = [bytes(row[0]) for row in transaction.connection.execute(sa.select(notices.c.said))]
    assert any("caf\u00e9".encode() in each for each in said)


def test_adjusting_is_for_staff_of_the_cage_whatever_is_adjusted(workspace: Workspace) -> None:
    tables = Person("of-tables", Kind.STAFF, Position.ASSISTANT_CASINO_MANAGER, (ALL_TABLES,))
    workspace.casino.people.add(tables)
    for account in ("bank:t1", "drop:t1", "claims:t1", "patron:patron", "cage"):
        command = {"type": "adjust", "account": account, "cents": 100, "why": "a slip"}
        assert workspace.give(command, "of-tables").json()["reason"] == "not-authorised", account


def test_after_all_this_the_books_are_proved(workspace: Workspace) -> None:
    with workspace.casino.store.begin_read() as transaction:
        assert list(verify(transaction)) == []
        names = {account.name for account in transaction.balances()}
    assert names <= {"cage", "patron:patron", "patron:guest-a", "patron:guest-b", "vouchers"}
