"""Triggers for every kind of significant event, in a casino of two tables."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.client import Client
from punto.floor.alerts import UNOPENED_MS
from punto.floor.audit_writer import SEALS_LOOK_MS
from punto.floor.clock import Clock
from punto.floor.dealer import VIRTUAL_SHOE
from punto.floor.target_watch import ROUNDS_MIN
from punto.journal.people.people import Kind
from punto.journal.schema import entries
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.people import Patron, Staff
from punto.web.casino import Casino
from punto.web.views.audit import EventsPage, SignificantEvent
from tests.envelope import Given
from tests.floor.tables import play_round, routine, shuffled
from tests.submission import ask, submit
from tests.web.served import (
    PASSWORD,
    SECOND,
    STAFF,
    caller,
    credits_table,
    give_witnessed,
    open_session,
)

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

    def __init__(self, casino: Casino, address: str, clock: SteppedClock) -> None:
        self.casino, self.address, self.clock = casino, address, clock
        self.people = {
            name: open_session(casino, address, name, position, "*", "cage")
            for name, position in STAFF.items()
        }
        self.people["other"] = open_session(casino, address, "other", Position.PIT_MANAGER, "t2")
        casino.large_win_cents = 100_000
        casino.sessions.add("patron", Kind.PATRON, PASSWORD)
        self.people["patron"] = caller(address)
        self.people["patron"].sign_in("patron", PASSWORD)
        usual = replace(credits_table(), approval_cents=50_000)
        set_to = {"t1": usual, "t2": replace(usual, card_source=CardSource.SEALED)}
        ask(
            casino.host,
            CAGE,
            "fund",
            Given(cage.BuyCredits("patron", 9_000_000), DEALER, approval=SECOND),
        )
        for table, configuration in set_to.items():
            ask(casino.host, table, "open", Given(c.OpenTable(configuration), MANAGER))
        ask(casino.host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
        sealed = Given(c.LoadShoe("first", commitment="ab" * 32), VIRTUAL_SHOE)
        ask(casino.host, "t2", "load", sealed)

    def begin(self, cents: int, wager: str = "player") -> None:
        ask(self.casino.host, "t1", f"bet{next(ids)}", Given(c.OpenBetting(), DEALER))
        placed = Given(c.PlaceStake("patron", wager, 1, cents), Patron("patron"))
        ask(self.casino.host, "t1", f"stake{next(ids)}", placed)

    def play(self, cents: int, cards: list[str]) -> None:
        self.begin(cents)
        left = iter([*cards, *shuffled(3)])
        while (command := routine(self.casino.host.state("t1"), left)) is not None:
            ask(self.casino.host, "t1", f"deal{next(ids)}", command)

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
    place.people["pit-manager"].give("t1", c.Report(Irregularity.FOREIGN_CARDS))


def correction(place: Place) -> None:
    place.play(1_000, ["9S", "8S", "KS", "KH"])
    number = place.casino.host.look("t1").state.rounds
    right = c.CorrectRound(number, ("8S", "9S", "KS", "KH"), "the tape")
    place.people["pit-manager"].give("t1", right)


def configuration(place: Place) -> None:
    wanted = place.casino.host.look("t2").state.configuration
    assert wanted is not None
    changed = c.ChangeConfiguration(replace(wanted, positions=7), why="more room")
    place.people["pit-manager"].give("t2", changed)


def override(place: Place) -> None:
    place.begin(1_000)
    place.people["pit-manager"].give("t1", c.Report(Irregularity.NOT_COVERED, note="?"))
    place.people["gaming-shift-manager"].give("t1", c.Decide(void=True, why="odd"))


def acting(place: Place) -> None:
    until = place.clock.wall_ms + 3_600_000
    stands_in = c.ActAs("dealer", Position.PIT_SUPERVISOR, until)
    place.people["pit-manager"].give("t1", stands_in)


def credits_issued(place: Place) -> None:
    place.people["dealer"].give_cage(cage.BuyCredits("patron", 1_000))


def paid_out(place: Place) -> None:
    place.people["dealer"].cash_out("patron", 1_000)


def chips_sold(place: Place) -> None:
    supervisor, dealer = place.people["pit-supervisor"], place.people["dealer"]
    give_witnessed(supervisor, dealer, cage.OpenBank("t1", 100_000, "dealer"))
    dealer.give_cage(cage.BuyChips("t1", 1_000))


def claim_paid(place: Place) -> None:
    """A correction has left the patron owing."""
    correction(place)
    place.people["pit-supervisor"].give_cage(cage.PayClaim("t1", "patron", 500))


def adjustment(place: Place) -> None:
    adjust = cage.Adjust("patron:patron", 700, "a slip")
    place.people["gaming-shift-manager"].give_cage(adjust)


def variance(place: Place) -> None:
    supervisor, dealer = place.people["pit-supervisor"], place.people["dealer"]
    give_witnessed(supervisor, dealer, cage.OpenBank("t2", 100_000, "dealer"))
    give_witnessed(supervisor, dealer, cage.CloseBank("t2", "dealer", 99_000))


def denied_command(place: Place) -> None:
    place.refused("dealer", lambda dealer: dealer.give("t1", c.CloseTable()))


def broken_seal(place: Place) -> None:
    dealer = place.people["dealer"]
    dealer.give("t2", c.RetireShoe())
    opened = Given(c.RevealShoe("first", ("AS",), "salt"), VIRTUAL_SHOE)
    with pytest.raises(Refused):
        ask(place.casino.host, "t2", f"reveal{next(ids)}", opened)


def contribution_missing(place: Place) -> None:
    """A patron commits to a value for a sealed shoe and never reveals it."""
    dealer, patron = place.people["dealer"], place.people["patron"]
    sealed = Given(c.LoadShoe("withheld", commitment="cd" * 32), VIRTUAL_SHOE)
    ask(place.casino.host, "t2", f"load{next(ids)}", sealed)
    patron.give("t2", c.Contribute("ab" * 32))
    dealer.give("t2", c.CloseContributions())
    place.clock.go(place.casino.dealing_times.revealing_ms)
    dealer.give("t2", c.RetireShoe())


def card_source(place: Place) -> None:
    """Two people set a third table to other cards."""
    opened = Given(c.OpenTable(credits_table()), MANAGER)
    ask(place.casino.host, "t4", "open", opened)
    change = c.ChangeConfiguration(credits_table(source=CardSource.SEALED), why="a virtual shoe")
    shift = place.people["gaming-shift-manager"]
    with pytest.raises(Refused) as waits:
        shift.give("t4", change)
    request = waits.value.sentence.rpartition("request ")[2].rstrip(".")
    place.people["assistant-casino-manager"].approve(request)


def shoe_abandoned(place: Place) -> None:
    """A dealer retires a sealed shoe of which no card was dealt."""
    sealed = Given(c.LoadShoe("abandoned", commitment="ef" * 32), VIRTUAL_SHOE)
    ask(place.casino.host, "t2", f"load{next(ids)}", sealed)
    place.people["dealer"].give("t2", c.RetireShoe(why="another one"))


def seal_unopened(place: Place) -> None:
    """A broken seal has left a retired shoe that is not opened."""
    for _ in range(4):
        place.casino.audit_writer.flush()
        place.clock.go((UNOPENED_MS + SEALS_LOOK_MS) // 3)
        for each in place.people.values():
            each.http.get("/api/v1/tables")  # so that they stay signed in
    place.casino.audit_writer.flush()


def behind_target(place: Place) -> None:
    """Rounds of six seconds at a table that is to deal 1,000 an hour."""
    host = place.casino.host
    config = replace(credits_table(), rounds_an_hour=1000)
    ask(host, "t5", "open", Given(c.OpenTable(config), MANAGER))
    ask(host, "t5", "load", Given(c.LoadShoe("slow"), DEALER))
    cards = iter(shuffled(5))
    for _ in range(ROUNDS_MIN + 1):
        play_round(host, "t5", cards)
        place.clock.go(6_000)
    place.casino.audit_writer.flush()
    place.casino.audit_writer.flush()  # what the first one noted


def approval_asked(place: Place) -> str:
    place.begin(60_000)
    report = c.Report(Irregularity.FOREIGN_CARDS)
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
    approval_asked_again = c.Report(Irregularity.FOREIGN_CARDS)
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
    manager.acknowledge(next(each.id for each in manager.alerts() if each.actor == "dealer"))


def table_halted(place: Place) -> None:
    """Somebody changes an entry of a third table behind the house's back."""
    ask(place.casino.host, "t3", "open", Given(c.OpenTable(credits_table()), MANAGER))
    ask(place.casino.host, "t3", "load", Given(c.LoadShoe("one"), DEALER))
    with place.casino.store.begin_write([]) as transaction:
        this = sa.and_(entries.c.stream == "t3", entries.c.number == 2)
        kept = transaction.connection.execute(sa.select(entries.c.hash).where(this)).scalar()
        transaction.connection.execute(sa.update(entries).where(this).values(hash=bytes(32)))
    future = submit(place.casino.host, "t3", "more", Given(c.RetireShoe(), DEALER))
    assert future.exception() is not None
    with place.casino.store.begin_write([]) as transaction:
        transaction.connection.execute(sa.update(entries).where(this).values(hash=kept))


TRIGGERS: dict[str, Callable[[Place], object]] = {
    "void": void,
    "correction": correction,
    "configuration": configuration,
    "override": override,
    "irregularity": lambda place: None,  # a void is one
    "acting": acting,
    "dealer": lambda place: place.people["dealer"].give("t2", c.SignOnDealer()),
    "adjustment": adjustment,
    "credits-issued": credits_issued,
    "paid-out": paid_out,
    "chips-sold": chips_sold,
    "claim-paid": claim_paid,
    "variance": variance,
    "denied-command": denied_command,
    "broken-seal": broken_seal,
    "contribution-missing": contribution_missing,
    "shoe-abandoned": shoe_abandoned,
    "card-source": card_source,
    "seal-unopened": seal_unopened,
    "behind-target": behind_target,
    "approval-asked": approval_asked,
    "approval-given": approval_given,
    "approval-declined": approval_declined,
    "large-win": large_win,
    "sign-in-failed": sign_in_failed,
    "locked-out": locked_out,
    "denied": denied,
    "account-made": account_made,
    "account-changed": lambda place: _post(place, "staff/new", {"position": 2, "tables": ["t2"]}),
    "second-factor-changed": lambda place: _post(place, "people/new/second-factor/reset", {}),
    "password-changed": lambda place: _post(
        place, "people/new/password", {"password": "a horse stapled twice"}
    ),
    "account-disabled": lambda place: _post(place, "people/new/disable", {}),
    "account-enabled": lambda place: _post(place, "people/new/enable", {}),
    "clock-changed": clock_changed,
    "table-halted": table_halted,
    "pit-called": pit_called,
    "acknowledged": acknowledged,
}
# Who did it, where, and what was before and after; None for what is not looked at.
EXPECTED: dict[str, tuple[str, str, dict[str, Any] | None, dict[str, Any] | None]] = {
    "void": ("pit-manager", "t1", {"staked_cents": 1_000}, None),
    "correction": ("pit-manager", "t1", None, None),
    "configuration": ("pit-manager", "t2", None, None),
    "override": ("gaming-shift-manager", "t1", None, None),
    "irregularity": ("pit-manager", "t1", None, None),
    "acting": ("pit-manager", "t1", None, None),
    "dealer": (
        "dealer",
        "t2",
        None,
        {
            "dealer-signed-on": {
                "dealer": "dealer",
                "relieves": "",
                "clause": "reading dealer-at-table",
                "why": "",
            }
        },
    ),
    "adjustment": ("gaming-shift-manager", "", None, None),
    "credits-issued": ("dealer", "", None, None),
    "paid-out": ("dealer", "", None, None),
    "chips-sold": ("dealer", "t1", None, None),
    "claim-paid": ("pit-supervisor", "t1", None, None),
    "variance": ("pit-supervisor", "t2", {"book_cents": 100_000}, None),
    "denied-command": ("dealer", "t1", None, {"command": "close-table"}),
    "broken-seal": ("virtual shoe", "t2", None, {"command": "reveal-shoe"}),
    "contribution-missing": ("dealer", "t2", None, None),
    "card-source": ("gaming-shift-manager", "t4", None, None),
    "shoe-abandoned": (
        "dealer",
        "t2",
        None,
        {"shoe-retired": {"shoe": "abandoned", "undealt": 416, "clause": "", "why": "another one"}},
    ),
    "approval-asked": ("pit-manager", "t1", None, {"command": "report"}),
    "approval-given": ("pit-manager", "t1", None, None),
    "approval-declined": ("gaming-shift-manager", "t1", None, None),
    "large-win": ("dealer", "t1", None, None),
    "sign-in-failed": ("", "", None, None),
    "locked-out": ("patron", "", None, None),
    "denied": ("dealer", "", None, None),
    "account-made": ("assistant-casino-manager", "", None, None),
    "account-changed": ("assistant-casino-manager", "", None, None),
    "second-factor-changed": ("assistant-casino-manager", "", None, None),
    "password-changed": ("assistant-casino-manager", "", None, None),
    "account-disabled": ("assistant-casino-manager", "", None, None),
    "account-enabled": ("assistant-casino-manager", "", None, None),
    "clock-changed": ("", "", None, None),
    "table-halted": ("", "t3", None, None),
    "seal-unopened": ("", "t2", None, None),
    "behind-target": ("", "t5", None, None),
    "pit-called": ("dealer", "t1", None, {"irregularity": "foreign-cards", "note": "a red back"}),
    "acknowledged": ("pit-manager", "t1", None, None),
}
