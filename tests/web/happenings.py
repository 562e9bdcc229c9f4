"""What makes every kind of significant event happen, in a house of two tables."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.client import ME, Client
from punto.floor.clock import Clock
from punto.journal.people import Kind
from punto.journal.schema import entries
from punto.ledger.cage import commands as cage
from punto.refusals import Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.house import House
from punto.web.significant import EventsPage, SignificantEvent
from tests.floor.tables import routine, shuffled
from tests.web.served import PASSWORD, STAFF, caller, credits_table, let_in

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
ids = count(1)


class SteppedClock(Clock):
    """A real clock over times that are set by hand."""

    def __init__(self) -> None:
        self.wall_ms = 1_800_000_000_000
        self.passed_ms = 5_000
        super().__init__(lambda: self.wall_ms * 1_000_000, lambda: self.passed_ms * 1_000_000)

    def go(self, by_ms: int) -> None:
        self.wall_ms += by_ms
        self.passed_ms += by_ms


class Place:
    """A house with two tables, a limit of 500.00 for approval and 1,000.00 for a large win."""

    def __init__(self, house: House, address: str, clock: SteppedClock) -> None:
        self.house, self.address, self.clock = house, address, clock
        self.people = {
            name: let_in(house, address, name, position, "*") for name, position in STAFF.items()
        }
        self.people["other"] = let_in(house, address, "other", Position.PIT_MANAGER, "t2")
        house.large_win_cents = 100_000
        house.sign_ins.add("patron", Kind.PATRON, PASSWORD)
        self.people["patron"] = caller(address)
        self.people["patron"].sign_in("patron", PASSWORD)
        configuration = replace(credits_table(), approval_cents=50_000)
        house.host.ask_cage("fund", cage.BuyCredits("patron", 9_000_000, by=DEALER))
        for table in ("t1", "t2"):
            house.host.ask(table, "open", c.OpenTable(configuration, by=MANAGER))
            house.host.ask(table, "load", c.LoadShoe("first", commitment="ab" * 32, by=DEALER))

    def begin(self, cents: int, wager: str = "player") -> None:
        self.house.host.ask("t1", f"bet{next(ids)}", c.OpenBetting(by=DEALER))
        placed = c.PlaceStake("patron", wager, 1, cents, on_request=True, by=DEALER)
        self.house.host.ask("t1", f"stake{next(ids)}", placed)

    def play(self, cents: int, cards: list[str]) -> None:
        self.begin(cents)
        left = iter([*cards, *shuffled(3)])
        while (command := routine(self.house.host.state("t1"), left)) is not None:
            self.house.host.ask("t1", f"deal{next(ids)}", command)

    def found(self, who: str = "pit-manager", **filters: object) -> list[SignificantEvent]:
        """Everything that is found, page after page of two."""
        query = "&".join(f"{name}={value}" for name, value in filters.items())
        events: list[SignificantEvent] = []
        before = ""
        while True:
            page = self.people[who].get(
                f"/api/v1/significant-events?limit=2&{query}{before}", EventsPage
            )
            events += page.events
            if not page.next:
                return events
            before = f"&before={page.next}"

    def refused(self, who: str, give: Callable[[Client], object]) -> Refused:
        with pytest.raises(Refused) as refused:
            give(self.people[who])
        return refused.value


def void(place: Place) -> None:
    place.begin(1_000)
    place.people["pit-manager"].give("t1", c.Report(Irregularity.FOREIGN_CARDS, by=ME))


def correction(place: Place) -> None:
    place.play(1_000, ["9S", "8S", "KS", "KH"])
    number = place.house.host.look("t1").state.rounds
    right = c.CorrectRound(number, ("8S", "9S", "KS", "KH"), "the tape", by=ME)
    place.people["pit-manager"].give("t1", right)


def configuration(place: Place) -> None:
    wanted = place.house.host.look("t2").state.configuration
    assert wanted is not None
    changed = c.ChangeConfiguration(replace(wanted, positions=7), why="more room", by=ME)
    place.people["pit-manager"].give("t2", changed)


def override(place: Place) -> None:
    place.begin(1_000)
    place.people["pit-manager"].give("t1", c.Report(Irregularity.NOT_COVERED, note="?", by=ME))
    place.people["gaming-shift-manager"].give("t1", c.Decide(void=True, why="odd", by=ME))


def adjustment(place: Place) -> None:
    adjust = cage.Adjust("patron:patron", 700, "a slip", by=ME)
    place.people["gaming-shift-manager"].give_cage(adjust)


def variance(place: Place) -> None:
    supervisor = place.people["pit-supervisor"]
    supervisor.give_cage(cage.OpenBank("t2", 100_000, "dealer", by=ME))
    supervisor.give_cage(cage.CloseBank("t2", "dealer", 99_000, by=ME))


def denied_command(place: Place) -> None:
    place.refused("dealer", lambda dealer: dealer.give("t1", c.CloseTable(by=ME)))


def broken_seal(place: Place) -> None:
    dealer = place.people["dealer"]
    dealer.give("t2", c.RetireShoe(by=ME))
    place.refused(
        "dealer", lambda dealer: dealer.give("t2", c.RevealShoe("first", ("AS",), "salt", by=ME))
    )


def approval_asked(place: Place) -> str:
    place.begin(60_000)
    report = c.Report(Irregularity.FOREIGN_CARDS, by=ME)
    refusal = place.refused("pit-manager", lambda manager: manager.give("t1", report))
    return refusal.sentence.rpartition("request ")[2].rstrip(".")


def approval_given(place: Place) -> None:
    request = place.people["pit-manager"].get("/api/v1/approvals", list[dict[str, Any]])[-1]["id"]
    shift = place.people["gaming-shift-manager"]
    shift.post(f"/api/v1/approvals/{request}/approve", {}, dict[str, Any])


def approval_declined(place: Place) -> None:
    request = approval_asked(place)
    shift = place.people["gaming-shift-manager"]
    shift.post(f"/api/v1/approvals/{request}/decline", {}, dict[str, Any])
    approval_asked_again = c.Report(Irregularity.FOREIGN_CARDS, by=ME)
    place.refused("pit-manager", lambda manager: manager.give("t1", approval_asked_again))
    approval_given(place)


def large_win(place: Place) -> None:
    place.play(100_000, ["9S", "2S", "KS", "KH", "KD"])


def sign_in_failed(place: Place) -> None:
    for name in ("patron", "nobody-at-all"):
        with pytest.raises(Refused):
            caller(place.address).sign_in(name, "not the password")


def locked_out(place: Place) -> None:
    for _ in range(4):
        with pytest.raises(Refused):
            caller(place.address).sign_in("patron", "not the password")


def denied(place: Place) -> None:
    place.refused("dealer", lambda dealer: dealer.get("/api/v1/staff", list[Any]))


def _post(place: Place, path: str, body: object) -> None:
    place.people["assistant-casino-manager"].post(f"/api/v1/{path}", body, dict[str, Any])


def account_made(place: Place) -> None:
    _post(place, "staff", {"name": "new", "password": PASSWORD, "position": 1, "tables": ["t1"]})


def clock_changed(place: Place) -> None:
    place.clock.wall_ms -= 3_600_000
    place.people["pit-manager"].me()


def pit_called(place: Place) -> None:
    place.people["dealer"].call_pit("t1", "foreign-cards", "a red back")


def acknowledged(place: Place) -> None:
    manager = place.people["pit-manager"]
    manager.acknowledge(manager.alerts()[0].id)


def table_halted(place: Place) -> None:
    """Somebody changes an entry of a third table behind the house's back."""
    place.house.host.ask("t3", "open", c.OpenTable(credits_table(), by=MANAGER))
    place.house.host.ask("t3", "load", c.LoadShoe("one", by=DEALER))
    with place.house.store.writing([]) as writing:
        this = sa.and_(entries.c.stream == "t3", entries.c.number == 2)
        kept = writing.connection.execute(sa.select(entries.c.hash).where(this)).scalar()
        writing.connection.execute(sa.update(entries).where(this).values(hash=bytes(32)))
    future = place.house.host.submit("t3", "more", c.RetireShoe(by=DEALER))
    assert future.exception() is not None
    with place.house.store.writing([]) as writing:
        writing.connection.execute(sa.update(entries).where(this).values(hash=kept))


TRIGGERS: dict[str, Callable[[Place], object]] = {
    "void": void,
    "correction": correction,
    "configuration": configuration,
    "override": override,
    "irregularity": lambda place: None,  # a void is one
    "adjustment": adjustment,
    "variance": variance,
    "denied-command": denied_command,
    "broken-seal": broken_seal,
    "approval-asked": approval_asked,
    "approval-given": approval_given,
    "approval-declined": approval_declined,
    "large-win": large_win,
    "sign-in-failed": sign_in_failed,
    "locked-out": locked_out,
    "denied": denied,
    "account-made": account_made,
    "account-changed": lambda place: _post(place, "staff/new", {"position": 2, "tables": ["t2"]}),
    "password-changed": lambda place: _post(place, "people/new/password", {"password": "x" * 12}),
    "account-disabled": lambda place: _post(place, "people/new/disable", {}),
    "account-enabled": lambda place: _post(place, "people/new/enable", {}),
    "clock-changed": clock_changed,
    "table-halted": table_halted,
    "pit-called": pit_called,
    "acknowledged": acknowledged,
}
# Who did it, where, and what was before and after; None for what is not looked at.
EXPECTED: dict[str, tuple[str, str, dict[str, Any] | None, dict[str, Any] | None]] = {
    "void": ("pit-manager", "t1", {"staked": "10.00"}, None),
    "correction": ("pit-manager", "t1", None, None),
    "configuration": ("pit-manager", "t2", None, None),
    "override": ("gaming-shift-manager", "t1", None, None),
    "irregularity": ("pit-manager", "t1", None, None),
    "adjustment": ("gaming-shift-manager", "", None, None),
    "variance": ("pit-supervisor", "t2", {"book": "1000.00"}, None),
    "denied-command": ("dealer", "t1", None, {"command": "close-table"}),
    "broken-seal": ("dealer", "t2", None, {"command": "reveal-shoe"}),
    "approval-asked": ("pit-manager", "t1", None, {"command": "report"}),
    "approval-given": ("pit-manager", "t1", None, None),
    "approval-declined": ("gaming-shift-manager", "t1", None, None),
    "large-win": ("dealer", "t1", None, None),
    "sign-in-failed": ("", "", None, None),
    "locked-out": ("patron", "", None, None),
    "denied": ("dealer", "", None, None),
    "account-made": ("assistant-casino-manager", "", None, None),
    "account-changed": ("assistant-casino-manager", "", None, None),
    "password-changed": ("assistant-casino-manager", "", None, None),
    "account-disabled": ("assistant-casino-manager", "", None, None),
    "account-enabled": ("assistant-casino-manager", "", None, None),
    "clock-changed": ("", "", None, None),
    "table-halted": ("", "t3", None, None),
    "pit-called": ("dealer", "t1", None, {"irregularity": "foreign-cards", "note": "a red back"}),
    "acknowledged": ("pit-manager", "t1", None, None),
}
