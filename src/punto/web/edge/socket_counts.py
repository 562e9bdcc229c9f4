"""Limits on open sockets per person and per address at this server."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from punto.journal.people.people import Person
from punto.refusals import Reason, Refused

SOCKETS_PER_PERSON = 20
SOCKETS_PER_ADDRESS = 512


class SocketCounts:
    """Open sockets by person and by address; used only on the event loop."""

    def __init__(
        self, per_person: int = SOCKETS_PER_PERSON, per_address: int = SOCKETS_PER_ADDRESS
    ) -> None:
        self.per_person = per_person
        self.per_address = per_address
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many sockets are open."""
        return self._people.total()

    @contextmanager
    def admitted(self, person: Person, address: str) -> Iterator[None]:
        """Count a socket while it is open; refused at the limit."""
        if self._people[person.id] >= self.per_person:
            raise Refused(Reason.TOO_OFTEN, "You have too many tables open: close one first.")
        if self._addresses[address] >= self.per_address:
            raise Refused(Reason.TOO_OFTEN, "Too many are connected from your address: wait.")
        self._people[person.id] += 1
        self._addresses[address] += 1
        try:
            yield
        finally:
            _decrease(self._people, person.id)
            _decrease(self._addresses, address)


def _decrease(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
