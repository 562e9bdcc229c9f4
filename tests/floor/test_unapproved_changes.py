"""What one person voids and corrects alone is added up over all tables and nodes for a day."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from threading import Barrier, BrokenBarrierError, Thread
from typing import Any

import pytest
from msgspec.structs import replace

from punto.floor import unapproved_changes
from punto.floor.dealer import AUTOMATIC
from punto.floor.host import Host
from punto.floor.submission import Submission
from punto.journal.notices import NoticeKind
from punto.journal.people.people import Change, Kind, People, Person
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.ledger.unapproved import (
    TOGETHER_MS,
    Unapproved,
    UnapprovedTotals,
    add_unapproved,
    unapproved,
)
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import evolve
from punto.table.people import Approval, Patron, Staff
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import SetClock, credits_table

MANAGER, OTHER = Staff("manager", Position.PIT_MANAGER), Staff("other", Position.PIT_MANAGER)
SHIFT = Staff("shift", Position.GAMING_SHIFT_MANAGER)
LIMIT_CENTS = 100_00
TABLES = ("t1", "t2", "t3")
VOID = c.Report(Irregularity.FOREIGN_CARDS)
NUMBERS = count(1)


class House:
    """Tables whose rounds two people void from 100.00 on, and nodes on one journal."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, SetClock()
        self.nodes: list[Host] = []
        host = self.node()
        for table in TABLES:
            bought = Given(cage.BuyCredits(f"at-{table}", 100_000_00), AUTOMATIC)
            ask(host, CAGE, table, bought)
        for table in TABLES:
            self.open(table)

    def open(self, table: str) -> None:
        config = replace(credits_table(), approval_cents=LIMIT_CENTS)
        ask(self.nodes[0], table, "open", Given(c.OpenTable(config), SHIFT))
        ask(self.nodes[0], table, "load", Given(c.LoadShoe("one"), SHIFT))

    def node(self) -> Host:
        self.nodes.append(Host(self.store, self.clock))
        return self.nodes[-1]

    def begin_round(self, table: str, cents: int) -> None:
        host = self.nodes[0]
        ask(host, table, f"bet-{next(NUMBERS)}", Given(c.OpenBetting(), SHIFT))
        if cents:
            # A patron of each table, whose account no other table's commit locks.
            who = f"at-{table}"
            stake = Given(c.PlaceStake(who, "player", 1, cents), Patron(who))
            ask(host, table, f"stake-{next(NUMBERS)}", stake)

    def void(
        self, table: str, cents: int, by: Staff = MANAGER, approval: Approval | None = None
    ) -> bool:
        """Play a round of so much and have it voided; whether that was done."""
        self.begin_round(table, cents)
        is_done = self.is_voided(self.nodes[0], table, by, approval)
        if not is_done:
            number = self.nodes[0].state(table).rounds
            assert self.is_voided(self.nodes[0], table, OTHER, Approval(SHIFT, number))
        return is_done

    def is_voided(
        self, host: Host, table: str, by: Staff = MANAGER, approval: Approval | None = None
    ) -> bool:
        try:
            ask(host, table, f"void-{next(NUMBERS)}", Given(VOID, by, approval=approval))
        except Refused as refused:
            if refused.reason is not Reason.APPROVAL_NEEDED:
                raise
            return False
        return True

    def faults(self) -> list[str]:
        with self.store.begin_read() as transaction:
            return [str(each) for each in verify(transaction)]


@pytest.fixture
def house(store: Store) -> Iterator[House]:
    made = House(store)
    yield made
    for node in made.nodes:
        node.stop()


def test_one_person_gets_no_more_by_going_from_table_to_table(house: House) -> None:
    assert house.void("t1", 60_00)
    assert house.void("t2", 39_00)
    assert not house.void("t3", 1_00 * 10), "109.00 in all"
    assert house.void("t3", 10_00, by=OTHER), "each person for themselves"
    house.clock.at_ms += TOGETHER_MS - 1
    assert not house.void("t3", 10_00)
    house.clock.at_ms += 1
    assert house.void("t3", 60_00), "a day later"
    assert not house.void("t2", 40_00)
    assert house.faults() == []


def test_what_two_people_approved_does_not_count(house: House) -> None:
    assert house.void("t1", 500_00, approval=Approval(SHIFT, 1))
    assert house.void("t2", 60_00)


def test_changes_of_one_round_count_as_the_largest() -> None:
    """An option to withdraw and then another order of the cards are one case, not two."""
    totals = UnapprovedTotals()
    for number, cents, due in ((1, 30, 30), (1, 50, 50), (1, 40, 50), (2, 40, 90), (2, 41, 91)):
        totals = add_unapproved(totals, Unapproved("ann", "SGD", number, cents, 100, 2))
        assert totals.cents == due


def test_rounds_without_stakes_make_no_room(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table forgets small changes after so many rounds; the person's total does not."""
    monkeypatch.setattr(evolve, "CHANGES_COUNTED", 1)
    monkeypatch.setattr(evolve, "ROUNDS_REMEMBERED", 1)
    assert house.void("t1", 60_00)
    for _ in range(3):
        assert house.void("t1", 0)
    assert not house.nodes[0].state("t1").small_changes
    assert not house.void("t1", 60_00)


def test_accounts_of_one_person_are_added_up_together(house: House) -> None:
    people = People(house.store)
    people.add(Person("manager", Kind.STAFF, Position.PIT_MANAGER, ("t1",)))
    made = Change(NoticeKind.ACCOUNT_MADE, "manager", house.clock.at_ms)
    people.add(Person("other", Kind.STAFF, Position.PIT_SUPERVISOR, ("t1",)), made)
    assert house.void("t1", 60_00)
    assert not house.void("t2", 60_00, by=OTHER)


def test_a_refused_change_is_in_no_entry_and_its_key_may_be_used_again(house: House) -> None:
    assert house.void("t1", 60_00)
    house.begin_round("t2", 60_00)
    host = house.nodes[0]
    before = host.look("t2").head
    submission = Submission("t2", "again", MANAGER, VOID)
    with pytest.raises(Refused, match=r"changed alone within 24 hours it is about 120\.00"):
        host.submit_and_wait(submission)
    assert host.look("t2").head == before
    approved = replace(submission, approval=Approval(SHIFT, 1))
    assert host.submit_and_wait(approved)


def test_of_two_nodes_one_alone_gets_through(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both add up what is on disk: without a lock both would find nothing before them."""
    meeting, measure = Barrier(2), unapproved

    def measure_together(*given: Any) -> Unapproved | None:
        with suppress(BrokenBarrierError):
            meeting.wait(0.5)  # for the other node, which does not come while it is locked out
        return measure(*given)

    monkeypatch.setattr(unapproved_changes, "unapproved", measure_together)
    nodes = house.nodes[0], house.node()
    for table in TABLES[:2]:
        house.begin_round(table, 60_00)
    done: list[bool] = []

    def void(host: Host, table: str) -> None:
        done.append(house.is_voided(host, table))

    threads = [Thread(target=void, args=each) for each in zip(nodes, TABLES, strict=False)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [False, True]
    assert house.faults() == []


def test_a_build_that_does_not_add_up_is_found_by_verify(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unapproved_changes, "is_too_much", lambda *_: False)
    assert house.void("t1", 60_00)
    assert house.void("t2", 60_00)
    (fault,) = house.faults()
    assert fault.startswith("t2 entry")
    assert "manager changed rounds alone for more than the limit within 24 hours" in fault
