"""Accounts, failed sign-ins and sessions on both databases."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from punto.journal.people.lockout import (
    FAILURES_MAX,
    LOCKED_MS,
    PENDING_MS_MAX,
    REMEMBERED_MS,
    Attempts,
)
from punto.journal.people.people import Kind, People, Person, SignIn
from punto.journal.store import Store
from punto.refusals import Reason, Refused
from punto.rules.staff import Position

DEALER = Person("dealer", Kind.STAFF, Position.DEALER, ("t1", "t2"), "a hash")


def test_an_account_comes_back_as_it_was_written(store: Store) -> None:
    people = People(store)
    people.add(DEALER)
    assert people.find("dealer") == DEALER
    assert people.all(Kind.STAFF) == [DEALER]
    assert people.find("nobody") is None
    assert DEALER.at("t1")
    assert not DEALER.at("t3")
    with pytest.raises(Refused) as refused:
        people.add(replace(DEALER, kind=Kind.PATRON))
    assert refused.value.reason is Reason.NAME_TAKEN


def test_an_attempt_is_counted_before_it_is_checked_wherever_it_is_made(store: Store) -> None:
    attempts = Attempts(store, "a key")
    with ThreadPoolExecutor(4) as pool:
        begun = list(pool.map(lambda _: attempts.begin("dealer", "a", 700), range(8)))
    checked = [each for each in begun if not each.is_crowded]
    assert len(checked) == FAILURES_MAX
    assert [attempts.fail(each, 701) for each in checked] == [1, 2, 3]
    assert attempts.begin("dealer", "a", 702).is_locked
    elsewhere = attempts.begin("dealer", "b", 702)
    assert (elsewhere.is_locked, elsewhere.failures) == (False, 3)
    assert not attempts.begin("other", "a", 702).is_locked
    assert attempts.begin("dealer", "a", 701 + LOCKED_MS - 1).is_locked
    assert not attempts.begin("dealer", "a", 701 + LOCKED_MS).is_locked


def test_a_check_that_never_ends_counts_as_a_wrong_password(store: Store) -> None:
    attempts = Attempts(store, "a key")
    for _ in range(FAILURES_MAX):
        attempts.begin("dealer", "a", 700)
    assert attempts.begin("dealer", "a", 700 + PENDING_MS_MAX).is_locked
    attempts.unlock("dealer")
    assert not attempts.begin("dealer", "a", 701 + PENDING_MS_MAX).is_locked


def test_an_address_that_was_signed_in_from_is_known_for_a_time(store: Store) -> None:
    attempts = Attempts(store, "a key")
    first = attempts.begin("dealer", "a", 700)
    assert not first.is_known
    attempts.succeed(first, 700)
    assert attempts.begin("dealer", "a", 701).is_known
    assert not attempts.begin("dealer", "b", 701).is_known
    assert not attempts.begin("other", "a", 701).is_known
    assert not attempts.begin("dealer", "a", 700 + REMEMBERED_MS).is_known


def test_whoever_is_disabled_is_signed_out_in_the_same_moment(store: Store) -> None:
    people = People(store)
    people.add(DEALER)
    for token in ("one", "two"):
        assert people.sign_in(SignIn(token, "dealer", 5, 5), "a hash")
    people.use({"one": 9})
    assert people.signed_in("one") == (SignIn("one", "dealer", 5, 9), DEALER)
    people.change("dealer", lambda dealer: replace(dealer, disabled=True))
    assert people.signed_in("one") is None
    assert people.signed_in("two") is None
    assert not people.sign_in(SignIn("three", "dealer", 5, 5), "a hash")


def test_two_concurrent_edits_are_both_stored(store: Store) -> None:
    people = People(store)
    people.add(DEALER)
    edits = [
        lambda dealer: replace(dealer, tables=("t9",)),
        lambda dealer: replace(dealer, secret="another hash"),
        lambda dealer: replace(dealer, position=Position.PIT_SUPERVISOR),
        lambda dealer: replace(dealer, disabled=True),
    ]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda edit: people.change("dealer", edit), edits))
    wanted = Person(
        "dealer", Kind.STAFF, Position.PIT_SUPERVISOR, ("t9",), "another hash", disabled=True
    )
    assert people.find("dealer") == wanted


def test_a_secret_does_not_show_itself_when_printed() -> None:
    assert "hash" not in repr(DEALER)
