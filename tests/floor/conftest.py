"""Fixtures: hosts, and a floor with an automatic table."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from punto.floor.host import Host
from punto.journal.store import Store
from tests.floor.automatic_floor import Floor
from tests.new_journal import new_file


@pytest.fixture
def hosts(store: Store) -> Iterator[Callable[[], Host]]:
    """Makes hosts, as many as are wanted, and stops them all."""
    made: list[Host] = []

    def make() -> Host:
        made.append(Host(store))
        return made[-1]

    yield make
    for host in made:
        host.stop()


@pytest.fixture
def host(hosts: Callable[[], Host]) -> Host:
    return hosts()


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Store]:
    store = Store(new_file(tmp_path / "casino.journal"))
    yield store
    store.close()


@pytest.fixture
def floor(sqlite: Store) -> Iterator[Floor]:
    floor = Floor(sqlite)
    floor.presence.note("t1", "seat1")
    yield floor
    floor.host.stop()
