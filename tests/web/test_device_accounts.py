"""Devices: each is added by a named person, and a card reader by two."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.client import Client
from punto.journal.people.people import Duty
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.casino import Casino
from tests.web.served import caller, open_session, served

P, G, A = Position.PIT_MANAGER, Position.GAMING_SHIFT_MANAGER, Position.ASSISTANT_CASINO_MANAGER


class Place:
    """A house, and staff who are let in by name."""

    def __init__(self, casino: Casino, address: str) -> None:
        self.casino, self.address = casino, address

    def open_session(self, name: str, position: Position, *tables: str) -> Client:
        return open_session(self.casino, self.address, name, position, *(tables or ("*",)))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with served(tmp_path) as (casino, address):
        yield Place(casino, address)


def test_a_device_is_added_by_a_named_person(place: Place) -> None:
    manager = place.open_session("boss", P, "t1")
    manager.add_device("display", ("t1",))
    found = place.open_session("eye", A).significant_events(kind="account-made").events
    assert [(each.actor, each.about) for each in found] == [("boss", "display")]


def test_a_reader_says_which_cards_are_dealt_so_two_people_add_it(place: Place) -> None:
    manager = place.open_session("boss", P, "t1")
    made = manager.add_device("reader", ("t1",), Duty.READER)
    reader = caller(place.address, made.key)
    assert reader.http.get("/api/v1/me").status_code == 401
    with pytest.raises(Refused):
        manager.approve(made.request)
    equal = place.open_session("equal", P, "t1")
    with pytest.raises(Refused):
        equal.approve(made.request)
    shift = place.open_session("shift", G, "t1")
    shift.approve(made.request)
    assert reader.http.get("/api/v1/me").status_code == 200
    found = place.casino.people.find("reader")
    assert found is not None
    assert (found.duty, found.tables, found.disabled) == (Duty.READER, ("t1",), False)
    logged = shift.significant_events(kind="account-made").events[0]
    assert (logged.actor, logged.about, (logged.after or {})["approver"]) == (
        "boss",
        "reader",
        "shift",
    )


def test_one_person_enables_no_disabled_reader(place: Place) -> None:
    _, key = place.casino.sessions.add_device("reader", ("t1",), Duty.READER)
    manager, shift = place.open_session("boss", P, "t1"), place.open_session("shift", G, "t1")
    manager.disable("reader")
    with pytest.raises(Refused) as told:
        manager.enable("reader")
    assert told.value.reason is Reason.APPROVAL_NEEDED
    reader = caller(place.address, key)
    assert reader.http.get("/api/v1/me").status_code == 401
    shift.approve(told.value.sentence.rpartition("request ")[2].rstrip("."))
    assert reader.http.get("/api/v1/me").status_code == 200


def test_readers_are_added_and_enabled_only_at_tables_of_ones_own(place: Place) -> None:
    place.casino.sessions.add_device("reader", ("t2",), Duty.READER)
    manager = place.open_session("boss", P, "t1")
    for attempt in (
        lambda: manager.add_device("other", ("t2",), Duty.READER),
        lambda: manager.enable("reader"),
    ):
        with pytest.raises(Refused) as told:
            attempt()
        assert told.value.reason is Reason.NOT_AUTHORISED
    shift = place.open_session("shift", G, "t2")
    made = place.open_session("second", P, "t2", "t3").add_device("third", ("t3",), Duty.READER)
    with pytest.raises(Refused) as told:
        shift.approve(made.request)
    assert told.value.reason is Reason.NOTHING_THERE
