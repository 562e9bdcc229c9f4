"""A dealer cannot shut patrons at the table out by contributing alone and closing at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.client import Client
from punto.journal.people.people import Kind, Person
from punto.refusals import Kind as RefusalKind
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.contributions import BARRED_SHOES, digest_of
from punto.table.people import Staff
from punto.web.app import make_app
from punto.web.casino import Casino
from punto.web.server import in_thread, opened
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import FAST, SetClock, caller, closed_clients, credits_table, open_session

SET_MS, REVEAL_MS = 8_000, 10_000
VALUES = {"dealer": "ab" * 32, "patron": "cd" * 32, "crony": "ef" * 32}
MANAGER = Staff("opener", Position.ASSISTANT_CASINO_MANAGER)


class Place:
    """A sealed shoe on t1 that the dealer alone has contributed to."""

    def __init__(self, casino: Casino, address: str, clock: SetClock) -> None:
        self.casino, self.address, self.clock = casino, address, clock
        ask(
            casino.host,
            "t1",
            "open",
            Given(c.OpenTable(credits_table(source=CardSource.SEALED)), MANAGER),
        )
        self.dealer = open_session(casino, address, "dealer", Position.DEALER, "t1")
        patron = Person("patron", Kind.PATRON)
        casino.people.add(patron)
        self.patron = caller(address, casino.sessions.open_session(patron))
        self.load()

    def load(self) -> None:
        self.dealer.deal_virtually("t1")
        self.contribute(self.dealer, "dealer")

    def contribute(self, client: Client, name: str) -> None:
        client.give("t1", c.Contribute(digest_of(VALUES[name])))

    def sit(self) -> None:
        self.casino.presence.note("t1", "patron")

    def close(self, key: str = "") -> None:
        self.dealer.give("t1", c.CloseContributions(), key)

    @property
    def is_closed(self) -> bool:
        shoe = self.casino.host.look("t1").state.shoe
        assert shoe is not None
        return shoe.contributions_closed


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    clock = SetClock()
    pace = replace(FAST, contributing_ms=SET_MS, revealing_ms=REVEAL_MS)
    with opened(str(tmp_path / "house.journal"), demo=False, dealing_times=pace, clock=clock) as (
        casino,
        _,
    ):
        app = make_app(casino, sign_ins_a_minute=10_000, starts_odds=False)
        with in_thread(app) as address, closed_clients():
            yield Place(casino, address, clock)


def refusal(place: Place) -> Refused:
    with pytest.raises(Refused) as told:
        place.close()
    assert not place.is_closed
    return told.value


def test_the_dealer_alone_does_not_close_at_once_while_patrons_are_there(place: Place) -> None:
    place.sit()
    told = refusal(place)
    assert (told.reason, told.reason.kind) == (Reason.CONTRIBUTION_NEEDED, RefusalKind.MOMENT)
    assert told.sentence.endswith("wait 8 s, then close.")
    place.clock.at_ms += 6_500
    assert refusal(place).sentence.endswith("wait 2 s, then close.")
    place.clock.at_ms += 1_499
    assert refusal(place).sentence.endswith("wait 1 s, then close.")
    place.clock.at_ms += 1
    place.close()
    assert place.is_closed


def test_the_dealer_closes_at_once_where_nobody_sits(place: Place) -> None:
    place.close()
    assert place.is_closed


def test_the_dealer_closes_once_a_patron_has_contributed(place: Place) -> None:
    place.contribute(place.patron, "patron")  # who is at the table by that
    place.close()
    assert place.is_closed


def test_another_patron_of_the_dealers_own_does_not_speak_for_those_seated(place: Place) -> None:
    place.sit()
    crony = Person("crony", Kind.PATRON)
    place.casino.people.add(crony)
    place.contribute(caller(place.address, place.casino.sessions.open_session(crony)), "crony")
    assert refusal(place).sentence.endswith("wait 8 s, then close.")
    place.contribute(place.patron, "patron")
    place.close()
    assert place.is_closed


def test_a_close_that_is_sent_again_gets_its_answer(place: Place) -> None:
    place.close("once")
    place.sit()
    place.close("once")
    assert place.is_closed


def test_the_time_is_counted_from_each_shoe(place: Place) -> None:
    place.clock.at_ms += SET_MS
    place.dealer.give("t1", c.RetireShoe())
    place.load()
    place.sit()
    assert refusal(place).sentence.endswith("wait 8 s, then close.")


def test_a_clock_that_was_put_back_does_not_hold_the_table_up(place: Place) -> None:
    place.sit()
    place.clock.at_ms -= 1_000  # as another node's may differ
    assert refusal(place).sentence.endswith("wait 9 s, then close.")
    place.clock.at_ms -= 3_600_000
    place.close()
    assert place.is_closed


def test_a_shoe_is_not_retired_while_patrons_have_time_to_reveal(place: Place) -> None:
    """Else a dealer shuts a patron out of the next ten shoes before their page can answer."""
    place.contribute(place.patron, "patron")
    place.close()
    place.clock.at_ms += REVEAL_MS - 1
    with pytest.raises(Refused, match="wait 1 s, then retire the shoe") as told:
        place.dealer.give("t1", c.RetireShoe())
    assert told.value.reason is Reason.CONTRIBUTION_NEEDED
    place.clock.at_ms += 1
    place.dealer.give("t1", c.RetireShoe())
    assert place.casino.host.look("t1").state.barred == {"patron patron": BARRED_SHOES}


def test_a_shoe_that_only_the_dealer_holds_up_is_retired_at_once(place: Place) -> None:
    place.close()
    place.dealer.give("t1", c.RetireShoe())
    assert place.casino.host.look("t1").state.barred == {}
