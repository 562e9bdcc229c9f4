"""No account has a name by which it could be taken for the house, or for a guest."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.client import Client
from punto.floor.dealer import AUTOMATIC, VIRTUAL_SHOE
from punto.journal.people.people import Duty, Kind
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.casino import Casino
from tests.web.served import PASSWORD, open_session, served

NAMES = [
    *(each.id.replace(" ", "-") for each in (AUTOMATIC, VIRTUAL_SHOE)),
    "automatic_dealer",
    "system",
    "clock",
    "cage",
    "guest-01234567-89abcdef01",
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, Client]]:
    folder: Path = tmp_path_factory.mktemp("names")
    with served(folder) as (casino, address):
        boss = Position.ASSISTANT_CASINO_MANAGER
        yield casino, open_session(casino, address, "boss", boss, "*", "cage")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_the_house_is_refused(place: tuple[Casino, Client], name: str) -> None:
    casino, boss = place
    for add in (
        lambda: boss.add_staff(name, PASSWORD, Position.DEALER, ("t1",)),
        lambda: boss.add_patron(name, PASSWORD),
        lambda: boss.add_device(name, ("t1",)),
        lambda: casino.sessions.add(name, Kind.STAFF, "", Position.DEALER, ("t1",)),
        lambda: casino.sessions.add_device(name, ("t1",), Duty.READER),
    ):
        with pytest.raises(Refused) as refusal:
            add()
        assert refusal.value.reason is Reason.NAME_TAKEN
    assert casino.people.find(name) is None
