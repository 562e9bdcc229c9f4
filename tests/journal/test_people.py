"""People on disk, on both databases: accounts, failures counted together, sign-ins that end."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from punto.journal.people import Kind, People, Person, SignIn
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


def test_wrong_passwords_are_counted_wherever_they_are_tried(store: Store) -> None:
    people = People(store)
    people.add(DEALER)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: people.fail("dealer", 700, 777, 3), range(8)))
    found = people.find("dealer")
    assert found is not None
    assert (found.failures, found.locked_until_ms) == (8, 777)


def test_whoever_is_disabled_is_signed_out_in_the_same_moment(store: Store) -> None:
    people = People(store)
    people.add(DEALER)
    for token in ("one", "two"):
        people.sign_in(SignIn(token, "dealer", 5, 5))
    people.use({"one": 9})
    assert people.signed_in("one") == (SignIn("one", "dealer", 5, 9), DEALER)
    people.put(replace(DEALER, disabled=True))
    assert people.signed_in("one") is None
    assert people.signed_in("two") is None


def test_a_secret_does_not_show_itself_when_printed() -> None:
    assert "hash" not in repr(DEALER)
