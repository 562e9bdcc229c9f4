"""A second factor that the house requires of a position is required to act in it, too."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.client import Client
from punto.journal.people.people import Kind, Person
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.casino import Casino
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import SetClock, caller, credits_table, served

D, P, G = Position.DEALER, Position.PIT_MANAGER, Position.GAMING_SHIFT_MANAGER
BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
FACTOR = "JBSWY3DPEHPK3PXP"
VOID = c.Report(Irregularity.FOREIGN_CARDS)
HOUR_MS = 3_600_000


class Place:
    """A house that requires a second factor from the Pit Manager upwards."""

    def __init__(self, casino: Casino, address: str, clock: SetClock) -> None:
        self.casino, self.address, self.clock = casino, address, clock
        for command in (c.OpenTable(replace(credits_table(), approval_cents=0)), c.LoadShoe("a")):
            ask(casino.host, "t1", str(type(command)), Given(command, BOSS))
        ask(casino.host, "t1", "bet", Given(c.OpenBetting(), BOSS))
        casino.sessions.second_factor_from = P

    def staff(self, name: str, position: Position, factor: str = FACTOR) -> Client:
        person = Person(name, Kind.STAFF, position, ("t1",), second_factor=factor)
        self.casino.people.add(person)
        return caller(self.address, self.casino.sessions.open_session(person))

    def set_factor(self, name: str, factor: str) -> None:
        self.casino.sessions.change(name, lambda person: replace(person, second_factor=factor))

    def act(self, who: str, position: Position) -> c.ActAs:
        return c.ActAs(who, position, self.clock.now_ms() + HOUR_MS)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    clock = SetClock()
    with served(tmp_path, clock=clock) as (casino, address):
        yield Place(casino, address, clock)


def reason(attempt: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as told:
        attempt()
    return told.value.reason


def test_no_one_acts_in_such_a_position_without_it(place: Place) -> None:
    manager, _ = place.staff("manager", G), place.staff("plain", D, factor="")
    for factor in ("", "?" + FACTOR):  # none, and one that no code has confirmed
        place.set_factor("plain", factor)
        told = reason(partial(manager.give, "t1", place.act("plain", P)))
        assert told is Reason.SECOND_FACTOR_NEEDED
    manager.give("t1", place.act("plain", Position.PIT_SUPERVISOR))
    place.staff("careful", D)
    manager.give("t1", place.act("careful", P))


def test_one_who_acts_already_does_nothing_at_the_table_without_it(place: Place) -> None:
    plain, careful = place.staff("plain", D, factor=""), place.staff("careful", D)
    for name in ("plain", "careful"):
        ask(place.casino.host, "t1", f"act-{name}", Given(place.act(name, P), BOSS))
    assert reason(partial(plain.give, "t1", VOID)) is Reason.SECOND_FACTOR_NEEDED
    assert reason(partial(careful.give, "t1", VOID)) is Reason.APPROVAL_NEEDED
    ask(place.casino.host, "t1", "end", Given(c.EndActing("plain"), BOSS))
    plain.give("t1", VOID)


def test_an_approver_who_acts_needs_it(place: Place) -> None:
    manager, plain = place.staff("manager", P), place.staff("plain", D, factor="")
    careful = place.staff("careful", D)
    for name in ("plain", "careful"):
        ask(place.casino.host, "t1", f"act-{name}", Given(place.act(name, G), BOSS))
    with pytest.raises(Refused) as told:
        manager.give("t1", VOID)
    request = told.value.sentence.rpartition("request ")[2].rstrip(".")
    assert plain.approvals() == []
    assert reason(partial(plain.approve, request)) is Reason.NOT_AUTHORISED
    careful.approve(request)


def test_a_person_who_rises_while_signed_in_signs_in_again_with_it(place: Place) -> None:
    plain, careful = place.staff("plain", D, factor=""), place.staff("careful", D)
    for name in ("plain", "careful"):
        place.casino.sessions.change(name, lambda person: replace(person, position=P))
    assert plain.http.get("/api/v1/me").status_code == 401
    assert careful.http.get("/api/v1/me").status_code == 200
