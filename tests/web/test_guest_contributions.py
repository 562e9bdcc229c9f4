"""One address cannot spoil shoe after shoe, or fill one, with guests that cost nothing."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import httpx
import pytest

from punto.floor.dealer import AUTOMATIC, VIRTUAL_SHOE
from punto.rules.cards import DECK
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.contributions import BARRED_SHOES, digest_of
from punto.table.people import Actor, Staff
from punto.table.shoes import seal
from punto.web.casino import Casino
from punto.web.guest_contributions import PER_ADDRESS_MAX
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import credits_table, served

PROXIES = ["127.0.0.1"]
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
MANAGER = Staff("opener", Position.ASSISTANT_CASINO_MANAGER)
DEALER = Staff("dealer", Position.DEALER)
ORDER = tuple(card.code for card in DECK) * 8

numbers = count()


class Place:
    """A table whose automatic dealer is this test."""

    def __init__(self, casino: Casino, address: str) -> None:
        self.casino, self.address = casino, address

    def give(self, by: Actor, command: c.Command) -> None:
        ask(self.casino.host, "t1", f"c{next(numbers)}", Given(command, by))

    def load(self) -> None:
        name = f"shoe{next(numbers)}"
        self.give(VIRTUAL_SHOE, c.LoadShoe(name, commitment=seal(ORDER, name)))

    def spoil(self) -> None:
        """Close contributions and, as a value is withheld, retire the shoe."""
        self.give(AUTOMATIC, c.CloseContributions())
        self.give(AUTOMATIC, c.RetireShoe())

    def contribute(self, origin: str, at: str = "", table: str = "t1") -> tuple[int, str]:
        """A new guest contributes, and is the only one who knows the value."""
        at = at or self.address
        headers = {"X-Forwarded-For": origin, "Authorization": "Bearer none"}
        made = httpx.post(f"{at}/api/v1/guests", json={"bearer": True}, headers=headers)
        headers |= {"Authorization": f"Bearer {made.json()['token']}", "Idempotency-Key": "k"}
        body = {"type": "contribute", "digest": digest_of(f"{next(numbers):064x}")}
        path = f"{at}/api/v1/tables/{table}/commands"
        answer = httpx.post(path, json=body, headers=headers)
        return answer.status_code, answer.json().get("sentence", "")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with served(tmp_path, proxies=PROXIES) as (casino, address):
        ask(
            casino.host,
            "t1",
            "open",
            Given(c.OpenTable(credits_table(source=CardSource.SEALED)), MANAGER),
        )
        place = Place(casino, address)
        place.load()
        yield place


def test_an_address_spoils_one_shoe_and_then_none(place: Place) -> None:
    assert place.contribute(HERE) == (200, "")
    place.spoil()
    for _ in range(BARRED_SHOES):
        place.load()
        status, sentence = place.contribute(HERE)
        assert (status, "from your address withheld" in sentence) == (409, True)
        place.give(AUTOMATIC, c.CloseContributions())  # the order is fixed: this shoe counts
        place.give(AUTOMATIC, c.RetireShoe())
    place.load()
    assert place.contribute(HERE) == (200, "")


def test_guests_from_elsewhere_contribute(place: Place) -> None:
    place.contribute(HERE)
    place.spoil()
    place.load()
    assert place.contribute(ELSEWHERE) == (200, "")
    place.spoil()
    place.load()
    assert [place.contribute(each)[0] for each in (HERE, ELSEWHERE)] == [409, 409]


def test_another_node_knows_which_addresses_withheld(place: Place, tmp_path: Path) -> None:
    place.contribute(HERE)
    place.spoil()
    place.load()
    with served(tmp_path, proxies=PROXIES) as (_, other):
        assert place.contribute(HERE, other)[0] == 409
        assert place.contribute(ELSEWHERE, other) == (200, "")


def test_it_holds_where_a_person_deals_too(place: Place) -> None:
    """Else a guest stops a dealer's table, shoe after shoe."""
    place.contribute(HERE)
    place.give(DEALER, c.CloseContributions())
    place.give(DEALER, c.RetireShoe())
    place.load()
    assert place.contribute(HERE)[0] == 409
    assert place.contribute(ELSEWHERE) == (200, "")


def test_who_withheld_at_one_table_spoils_no_shoe_of_another(place: Place, tmp_path: Path) -> None:
    config = credits_table(source=CardSource.SEALED)
    ask(place.casino.host, "t2", "open", Given(c.OpenTable(config), MANAGER))
    place.contribute(HERE)
    place.spoil()
    name = "another"
    load = Given(c.LoadShoe(name, commitment=seal(ORDER, name)), VIRTUAL_SHOE)
    ask(place.casino.host, "t2", "load", load)
    status, sentence = place.contribute(HERE, table="t2")
    assert (status, "from your address withheld" in sentence) == (409, True)
    assert place.contribute(ELSEWHERE, table="t2") == (200, "")
    with served(tmp_path, proxies=PROXIES) as (casino, other):
        casino.host._streams.pop("t1")  # a table that was opened elsewhere and never used here
        assert place.contribute(HERE, other, "t2")[0] == 409
    ask(place.casino.host, "t1", "close", Given(c.CloseTable(), MANAGER))
    assert place.contribute(HERE, table="t2") == (200, ""), "a closed table has no more shoes"


def test_an_address_does_not_fill_a_shoe(place: Place) -> None:
    for _ in range(PER_ADDRESS_MAX):
        assert place.contribute(HERE) == (200, "")
    status, sentence = place.contribute(HERE)
    assert (status, "As many guests" in sentence) == (409, True)
    assert place.contribute(ELSEWHERE) == (200, "")
