"""The running house: what every route works with, made once and handed in."""

import asyncio
from collections.abc import Collection, Iterable, Mapping

from punto.floor.clock import Clock
from punto.floor.countdown import Countdown
from punto.floor.host import Host
from punto.floor.pace import Pace
from punto.floor.presence import Presence
from punto.floor.reads import Reads
from punto.journal.codec import Recorded
from punto.journal.people import Kind, People, Person
from punto.journal.store import Store
from punto.journal.streams import is_table
from punto.ledger.accounts import Kind as Account
from punto.ledger.accounts import patron
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.table import commands as table
from punto.web.answers import Answers
from punto.web.signing import SignIns

KEY_CHARACTERS_MAX = 100
OF_A_TABLE = tuple(
    each.value for each in (Account.BANK, Account.CHIPS, Account.DROP, Account.CLAIMS, Account.HELD)
)


class House:
    """Tables, cage, people and clocks of one process."""

    def __init__(
        self,
        store: Store,
        host: Host,
        *,
        clock: Clock | None = None,
        pace: Pace | None = None,
        guests_cents: int | None = None,
    ) -> None:
        """`guests_cents` is what a guest is given to play with; without it there are no guests."""
        self.store = store
        self.host = host
        self.clock = clock or Clock()
        self.pace = pace or Pace()
        self.guests_cents = guests_cents
        self.name = "Punto"  # as printed on tickets, like the currency
        self.currency = "SGD"
        self.people = People(store)
        self.sign_ins = SignIns(self.people, self.clock)
        self.presence = Presence()
        self.reads = Reads(host, store)
        self.answers = Answers()
        self._countdowns: dict[str, Countdown] = {}

    def check_table(self, name: str, person: Person) -> None:
        """Refuse a table that there is not, or that is not this person's to work at."""
        if not is_table(name):
            raise Refused(Reason.UNKNOWN_TABLE, f"There is no table {name[:40]!r}.")
        if not person.at(name):
            raise Refused(
                Reason.NOT_AUTHORISED, f"You are not assigned to {name}: ask a Pit Manager."
            )

    def check_there(self, name: str) -> None:
        """Refuse a table of which nothing is recorded."""
        if not is_table(name) or not self.host.look(name).head.number:
            raise Refused(Reason.UNKNOWN_TABLE, f"There is no table {name[:40]!r}.")

    async def give(
        self, name: str, person: Person, key: str, command: table.Command
    ) -> tuple[Recorded, ...]:
        """A table's command, done once for its key; the refusal is raised."""
        self.check_table(name, person)
        if not isinstance(command, table.OpenTable) and not self.host.has(name):
            await asyncio.to_thread(self.check_there, name)
        if person.kind in (Kind.PATRON, Kind.GUEST):
            self.presence.hear(name, person.id)
        told = await self.answers.of(self.host.submit(name, command_id(person, key), command))
        if told.refused is not None:
            raise told.refused
        return told.records

    async def give_cage(
        self, person: Person, key: str, command: cage.Command
    ) -> tuple[Recorded, ...]:
        """A command for the cage, likewise; a witness is somebody who works here."""
        at = _table_of(command)
        if at:
            self.check_table(at, person)
        witness = getattr(command, "witness", None)
        if witness:
            await asyncio.to_thread(self._check_witness, witness)
        told = await self.answers.of(self.host.submit_to_cage(command_id(person, key), command))
        if told.refused is not None:
            raise told.refused
        return told.records

    def _check_witness(self, name: str) -> None:
        found = self.people.find(name)
        if found is None or found.kind is not Kind.STAFF or found.disabled:
            raise Refused(
                Reason.WITNESS_NEEDED, f"{name[:40]!r} does not work here: name who saw it."
            )

    def credits(self, people: Iterable[Person]) -> Mapping[str, int]:
        """The credits of those of these who are patrons."""
        return self.credits_of(
            [each.id for each in people if each.kind in (Kind.PATRON, Kind.GUEST)]
        )

    def credits_of(self, ids: Collection[str]) -> Mapping[str, int]:
        """The credits of these patrons."""
        if not ids:
            return {}
        with self.store.reading() as reading:
            found = reading.balances([patron(each) for each in ids])
        return {each: found.get(patron(each), 0) for each in ids}

    def countdown(self, name: str) -> Countdown:
        """The time left for stakes at a table."""
        if name not in self._countdowns:
            self._countdowns[name] = Countdown(
                self.host, self.store, name, self.pace.betting_ms, self.clock
            )
        return self._countdowns[name]


def _table_of(command: cage.Command) -> str:
    """The table whose money a command of the cage moves, where it is one's."""
    if isinstance(command, cage.Adjust):
        kind, _, owner = command.account.partition(":")
        return owner.partition(":")[0] if kind in OF_A_TABLE else ""
    return str(getattr(command, "table", ""))


def command_id(person: Person, key: str) -> str:
    """What a command is known by: a key is its sender's own, whatever keys others use."""
    if not 1 <= len(key) <= KEY_CHARACTERS_MAX or not key.isascii() or not key.isprintable():
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            f"Send an Idempotency-Key of 1 to {KEY_CHARACTERS_MAX} letters and digits.",
        )
    return f"{person.id}/{key}"
