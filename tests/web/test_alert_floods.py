"""No one hides alerts, or requests for approval, behind many of their own."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.client import Client
from punto.floor.command_rates import CALLS
from punto.floor.dealer import AUTOMATIC
from punto.journal.notices import Notice, NoticeKind, write_notices
from punto.journal.people.approvals import PER_ASKER_MAX
from punto.journal.people.people import Change, Kind, Person
from punto.journal.schema import entry_index
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Approval, Patron, Staff
from punto.web.casino import Casino
from punto.web.views.alerts import PER_GROUP
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import SetClock, credits_table, open_session, served

D, S, P, G, A = Position
BOSS = Staff("boss", A)
MANY = 300
NUMBERS = count(1)


class Place:
    """A house with tables t1 and t2, and staff who are let in by name."""

    def __init__(self, casino: Casino, address: str, clock: SetClock) -> None:
        self.casino, self.address, self.clock = casino, address, clock
        for table in ("t1", "t2"):
            config = replace(credits_table(), approval_cents=0)
            ask(casino.host, table, "open", Given(c.OpenTable(config), BOSS))
            ask(casino.host, table, "load", Given(c.LoadShoe("one"), BOSS))
        self.manager = open_session(casino, address, "manager", P, "t1", "t2", "cage")

    def staff(self, name: str, position: Position, *tables: str) -> Client:
        return open_session(self.casino, self.address, name, position, *tables)

    def note(self, kind: NoticeKind, actor: str, times: int, table: str = "t1") -> None:
        now_ms = self.clock.now_ms()
        write_notices(self.casino.store, [Notice(kind, now_ms, actor, table, "?")] * times)

    def deny(self, actor: str, times: int) -> None:
        """Commands that a dealer may not give, each in the journal."""
        for _ in range(times):
            with pytest.raises(Refused):
                ask(
                    self.casino.host,
                    "t1",
                    f"denied-{next(NUMBERS)}",
                    Given(c.CloseTable(), Staff(actor, D)),
                )


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    clock = SetClock()
    with served(tmp_path, clock=clock) as (casino, address):
        yield Place(casino, address, clock)


def test_many_calls_of_one_person_hide_no_alert_of_another(place: Place) -> None:
    place.note(NoticeKind.APPROVAL_DECLINED, "early", 1)
    place.note(NoticeKind.PIT_CALLED, "quiet", 1)
    place.note(NoticeKind.PIT_CALLED, "loud", MANY)
    place.deny("dealer", 2 * PER_GROUP)
    listed = place.manager.alerts()
    assert listed[0].kind == "approval-declined", "what anyone can cause comes last"
    by_actor = {
        who: [each for each in listed if each.actor == who] for who in ("quiet", "loud", "dealer")
    }
    assert len(by_actor["quiet"]) == 1
    assert (len(by_actor["loud"]), by_actor["loud"][-1].more) == (PER_GROUP, MANY - PER_GROUP)
    assert (len(by_actor["dealer"]), by_actor["dealer"][-1].more) == (PER_GROUP, PER_GROUP)
    assert {each.more for each in listed if each.actor not in ("loud", "dealer")} == {0}


def test_acknowledged_ones_make_room_for_earlier_ones(place: Place) -> None:
    place.note(NoticeKind.PIT_CALLED, "loud", 2 * PER_GROUP)
    first = place.manager.alerts()
    assert [each.more for each in first] == [0] * (PER_GROUP - 1) + [PER_GROUP]
    for each in first:
        place.manager.acknowledge(each.id)
    second = place.manager.alerts()
    assert len(second) == PER_GROUP
    assert not {each.id for each in first} & {each.id for each in second}
    assert second[-1].more == 0


def test_no_one_acknowledges_what_they_did_themselves(place: Place) -> None:
    """Else a manager voids a round and takes the alert out of everybody's list."""
    manager, other = place.manager, place.staff("other", P, "t1", "t2")
    place.note(NoticeKind.APPROVAL_DECLINED, "manager", 1)
    place.note(NoticeKind.APPROVAL_DECLINED, "made", 1)
    change = Change(NoticeKind.ACCOUNT_MADE, "manager", place.clock.now_ms())
    place.casino.people.add(Person("made", Kind.STAFF, D, ("t1",)), change)
    for alert in other.alerts():
        with pytest.raises(Refused) as told:
            manager.acknowledge(alert.id)
        assert told.value.reason is Reason.NOT_AUTHORISED
        other.acknowledge(alert.id)
        assert manager.acknowledge(alert.id).acknowledged is not None, "who did is seen"
    assert place.staff("third", P, "t1").alerts() == []


def test_alerts_are_of_the_last_day_and_of_ones_own_tables(place: Place) -> None:
    place.note(NoticeKind.PIT_CALLED, "old", 1)
    place.clock.at_ms += 86_400_001
    place.note(NoticeKind.PIT_CALLED, "new", 1)
    place.note(NoticeKind.PIT_CALLED, "elsewhere", 1, table="t3")
    place.deny("dealer", 1)
    later = place.staff("later", P, "t1", "t2")
    assert {each.actor for each in later.alerts()} == {"new", "dealer"}


def void_round(place: Place, cents: int) -> None:
    """A round of t2 with this much staked, voided by one manager."""
    host = place.casino.host
    config = c.ChangeConfiguration(replace(credits_table(), approval_cents=None))
    by = Staff("manager", G)
    for command in (config, c.OpenBetting()):
        approval = Approval(BOSS) if command is config else None
        given = Given(command, by, approval=approval)
        ask(host, "t2", f"round-{next(NUMBERS)}", given)
    if cents:
        stake = Given(c.PlaceStake("ann", "player", 1, cents), Patron("ann"))
        ask(host, "t2", f"round-{next(NUMBERS)}", stake)
    void = Given(c.Report(Irregularity.FOREIGN_CARDS), by)
    ask(host, "t2", f"round-{next(NUMBERS)}", void)


def test_voids_without_stakes_or_of_small_ones_hide_none_about_much(place: Place) -> None:
    place.casino.people.add(Person("ann", Kind.PATRON))
    ask(place.casino.host, CAGE, "ann", Given(cage.BuyCredits("ann", 1_000_000), AUTOMATIC))
    for cents in (500_000, *[0] * 2 * PER_GROUP, *[1_000] * 2 * PER_GROUP, *[0] * 2 * PER_GROUP):
        void_round(place, cents)
    other = place.staff("other", P, "t2")
    listed = [each for each in other.alerts() if each.kind == "void"]
    with place.casino.store.begin_read() as transaction:
        query = sa.select(entry_index.c.position, entry_index.c.cents)
        rows = transaction.connection.execute(query.where(entry_index.c.kind == "void")).all()
    cents_of = {f"entry-{position}-void": cents for position, cents in rows}
    staked = [cents_of[each.id] for each in listed]
    assert staked == [1_000] * PER_GROUP + [500_000] + [0] * PER_GROUP
    assert [each.more for each in listed if each.more] == [PER_GROUP, 3 * PER_GROUP]


def test_a_person_calls_the_pit_only_so_often(place: Place) -> None:
    dealer = place.staff("dealer", D, "t1")
    for _ in range(CALLS.burst):
        dealer.call_pit("t1", "foreign-cards", "a red back")
    with pytest.raises(Refused) as told:
        dealer.call_pit("t1", "foreign-cards", "a red back")
    assert told.value.reason is Reason.TOO_OFTEN
    place.staff("other", D, "t1").call_pit("t1", "foreign-cards", "a red back")


def test_many_requests_of_one_person_hide_no_request_of_another(place: Place) -> None:
    loud, quiet = place.staff("loud", P, "t1", "cage"), place.staff("quiet", P, "t2")
    second = place.staff("second", G, "t1", "t2", "cage")
    ask(place.casino.host, "t1", "bet", Given(c.OpenBetting(), BOSS))
    ask(place.casino.host, "t2", "bet", Given(c.OpenBetting(), BOSS))
    void = c.Report(Irregularity.FOREIGN_CARDS)
    reasons = []
    for _ in range(PER_ASKER_MAX + 5):
        with pytest.raises(Refused) as told:
            loud.give("t1", void)
        reasons.append(told.value.reason)
    assert reasons == [Reason.APPROVAL_NEEDED] * PER_ASKER_MAX + [Reason.TOO_OFTEN] * 5
    with pytest.raises(Refused) as told:
        quiet.give("t2", void)
    assert told.value.reason is Reason.APPROVAL_NEEDED
    waiting = second.approvals()
    assert sorted(each.asker for each in waiting) == ["loud"] * PER_ASKER_MAX + ["quiet"]
    loud.decline(
        next(each.id for each in waiting if each.asker == "loud")
    )  # withdrawn, it makes room
    with pytest.raises(Refused) as told:
        loud.give("t1", void)
    assert told.value.reason is Reason.APPROVAL_NEEDED


def test_one_witnessed_command_after_another_is_bounded_too(place: Place) -> None:
    supervisor = place.staff("supervisor", S, "t1")
    place.staff("witness", D, "t1")
    for number in range(PER_ASKER_MAX + 1):
        with pytest.raises(Refused) as told:
            supervisor.give_cage(cage.OpenBank("t1", 1_000 + number, "witness"))
    assert told.value.reason is Reason.TOO_OFTEN
