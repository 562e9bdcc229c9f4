"""The two-person tests must fail on builds that are broken on purpose."""

from collections.abc import Callable
from typing import Any

import pytest

from punto.journal.people import account_requests
from punto.journal.people.people import Kind, Person
from punto.journal.people.separation import Separation
from punto.refusals import Reason, Refused
from punto.web.approvals import ApprovalQueue
from punto.web.auth import account_changes, sessions
from tests.web import (
    test_device_accounts,
    test_lockout,
    test_money_needs_two,
    test_two_people,
)
from tests.web.test_device_accounts import place as devices_place
from tests.web.test_lockout import place as lockout_place
from tests.web.test_money_needs_two import place as money_place
from tests.web.test_two_people import place as people_place

Break = Callable[[pytest.MonkeyPatch], None]
__all__ = [
    "devices_place",
    "lockout_place",
    "money_place",
    "people_place",
]  # fixtures under names of their own


def no_separation(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Separation, "are_connected", lambda *_: False)


def one_direction(patch: pytest.MonkeyPatch) -> None:
    """Only the asker's own changes count, and no chain of them."""

    def direct(self: Separation, asker: str, other: str, now_ms: int) -> bool:
        del self, now_ms
        return asker == other or (asker, other) == ("me", "mine")

    patch.setattr(Separation, "are_connected", direct)


def equals_change_equals(patch: pytest.MonkeyPatch) -> None:
    def lenient(giver: Person, position: Any) -> None:
        if position is not None and (giver.position or 0) < position:
            raise Refused(Reason.NOT_AUTHORISED, "Above you.")

    patch.setattr(account_changes, "check_below", lenient)


def tables_of_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Person, "covers", lambda *_: True)


def managers_by_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(account_changes, "MANAGER", 6)
    patch.setattr(account_requests, "MANAGER", 6)


def unasked_witness(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("punto.web.casino.cage.Witnessed", type("Never", (), {}))


def anybody_witnesses(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ApprovalQueue, "_decides", lambda *_: True)


def cage_for_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Person, "at", lambda self, _: self.kind is Kind.STAFF)


def issues_by_one(patch: pytest.MonkeyPatch) -> None:
    for module in ("decide", "vouchers"):
        patch.setattr(f"punto.ledger.cage.{module}.check_issue", lambda *_: None)


def lock_everywhere(patch: pytest.MonkeyPatch) -> None:
    begin = sessions.Sessions.begin
    patch.setattr(sessions.Sessions, "begin", lambda self, name, _: begin(self, name, "anywhere"))


def readers_by_one(patch: pytest.MonkeyPatch) -> None:
    """The reader that waits for approval is there already."""
    hold = ApprovalQueue.hold_reader

    def done_at_once(self: ApprovalQueue, by: Person, wanted: Any) -> Any:
        held = hold(self, by, wanted)
        self._accounts.do(by, wanted)
        return held

    patch.setattr(ApprovalQueue, "hold_reader", done_at_once)


def run(test: Callable[..., None], *arguments: Any) -> None:
    """A test that has to fail: its assertion does, or what it wants refused is done."""
    with pytest.raises((AssertionError, pytest.fail.Exception, Refused)):
        test(*arguments)


PEOPLE: list[tuple[Break, Callable[..., None]]] = [
    (no_separation, test_two_people.test_nobody_approves_through_an_account_they_made),
    (no_separation, test_two_people.test_nor_through_two_accounts_they_made),
    (no_separation, test_two_people.test_nor_through_one_whose_password_they_reset),
    (one_direction, test_two_people.test_nor_does_the_account_ask_and_they_approve),
    (one_direction, test_two_people.test_nor_through_an_account_that_theirs_has_made),
    (managers_by_one, test_two_people.test_a_manager_is_made_by_two),
    (managers_by_one, test_two_people.test_a_managers_password_is_reset_by_two),
    (managers_by_one, test_two_people.test_nobody_becomes_a_manager_by_a_move_alone),
    (unasked_witness, test_two_people.test_a_witness_confirms_with_their_own_sign_in),
    (anybody_witnesses, test_two_people.test_a_witness_confirms_with_their_own_sign_in),
    (tables_of_others, test_two_people.test_a_stranger_makes_no_account),
]


@pytest.mark.parametrize(("broken", "test"), PEOPLE)
def test_a_broken_rule_of_two_people_is_noticed(
    people_place: Any, monkeypatch: pytest.MonkeyPatch, broken: Break, test: Callable[..., None]
) -> None:
    broken(monkeypatch)
    run(test, people_place)
    monkeypatch.undo()


@pytest.mark.parametrize("act", ["password", "enable", "move"])
@pytest.mark.parametrize("broken", [equals_change_equals, tables_of_others])
def test_a_broken_rule_of_accounts_is_noticed(
    people_place: Any, monkeypatch: pytest.MonkeyPatch, broken: Break, act: str
) -> None:
    broken(monkeypatch)
    equals = "test_nobody_changes_an_equal_or_higher_account_or_their_own"
    others = "test_nobody_changes_staff_of_another_table"
    tested = getattr(test_two_people, equals if broken is equals_change_equals else others)
    run(tested, people_place, act)
    monkeypatch.undo()


@pytest.mark.parametrize(
    "test",
    [
        test_device_accounts.test_a_reader_says_which_cards_are_dealt_so_two_people_add_it,
        test_device_accounts.test_one_person_enables_no_disabled_reader,
    ],
)
def test_a_reader_added_by_one_person_is_noticed(
    devices_place: Any, monkeypatch: pytest.MonkeyPatch, test: Callable[..., None]
) -> None:
    readers_by_one(monkeypatch)
    run(test, devices_place)
    monkeypatch.undo()


def test_a_cage_for_everybody_is_noticed(money_place: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    cage_for_all(monkeypatch)
    test = test_money_needs_two.test_staff_who_are_not_of_the_cage_do_nothing_with_its_money
    run(test, money_place, test_money_needs_two.D, ())
    monkeypatch.undo()


def test_issues_by_one_person_are_noticed(
    money_place: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    issues_by_one(monkeypatch)
    money_place.is_broken = True  # verify decides it again, and finds it
    name = "test_a_patron_cashes_out_alone_and_staff_much_of_it_with_a_second_person"
    run(getattr(test_money_needs_two, name), money_place)
    monkeypatch.undo()


def test_a_lock_for_everybody_is_noticed(
    lockout_place: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock_everywhere(monkeypatch)
    run(test_lockout.test_eighteen_requests_from_outside_lock_no_staff_out, lockout_place)
    monkeypatch.undo()
