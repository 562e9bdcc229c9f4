"""Hosts to test with."""

from collections.abc import Callable, Iterator

import pytest

from punto.floor.host import Host
from punto.journal.store import Store


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
