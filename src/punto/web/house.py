"""The running house: what every route works with, made once and handed in."""

import asyncio
from collections.abc import Collection, Iterable, Mapping

from punto.floor.acknowledging import Acknowledgements
from punto.floor.clock import Clock
from punto.floor.countdown import Countdown
from punto.floor.host import Hear, Host
from punto.floor.noticing import Noticing
from punto.floor.pace import Pace
from punto.floor.presence import Presence
from punto.floor.reads import Reads
from punto.journal.approvals import Approvals
from punto.journal.codec import Recorded
from punto.journal.notices import Matter, Notice
from punto.journal.people import Kind, People, Person
from punto.journal.store import Store
from punto.journal.streams import CAGE, is_table
from punto.ledger.accounts import patron
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import State as CageState
from punto.refusals import Reason, Refused
from punto.table import commands as table
from punto.web.answers import Answers
from punto.web.approving import AnsweredNo, Approving, answered, table_of
from punto.web.shoe_marks import ShoeMarks
from punto.web.signing import SignIns

KEY_CHARACTERS_MAX = 100
ABOUT_CHARACTERS_MAX = 200  # kept of what somebody asked for who was denied
DENIALS = (Reason.NOT_AUTHORISED, Reason.NOT_YOURS, Reason.TOO_OFTEN)
LARGE_WIN_CENTS = 1_000_000  # 10,000.00 won by one patron in one round


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
        large_win_cents: int = LARGE_WIN_CENTS,
    ) -> None:
        """`guests_cents` is what a guest is given to play with; without it there are no guests.

        `large_win_cents` is what one patron wins in one round for it to be a significant event.
        """
        self.store = store
        self.host = host
        self.clock = clock or Clock()
        self.pace = pace or Pace()
        self.guests_cents = guests_cents
        self.name = "Punto"  # as printed on tickets, like the currency
        self.currency = "SGD"
        self.large_win_cents = large_win_cents
        self.people = People(store)
        self.noticing = Noticing(store, self.clock, lambda: host.halted)
        self.sign_ins = SignIns(self.people, self.clock, self.noticing.count)
        self.approving = Approving(Approvals(store), self.people, host, self.clock)
        self.acknowledgements = Acknowledgements(store)
        self.presence = Presence()
        self.reads = Reads(host, store)
        self.answers = Answers()
        self.marks = ShoeMarks(store)
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

    def deny(self, person: str, about: str, refused: Refused, table: str = "") -> None:
        """Note that somebody was denied something, where the journal does not tell it already."""
        if isinstance(refused, AnsweredNo) or refused.reason not in DENIALS:
            return
        asked = about[:ABOUT_CHARACTERS_MAX].encode("ascii", "backslashreplace").decode()
        said = f"{asked}: {refused.sentence}"
        table = table if is_table(table) else ""
        self.noticing.count(Notice(Matter.DENIED, self.clock.now_ms(), person, table, said))

    async def give(
        self, name: str, person: Person, key: str, command: table.Command
    ) -> tuple[Recorded, ...]:
        """A table's command, done once for its key; the refusal is raised."""
        self.check_table(name, person)
        if not isinstance(command, table.OpenTable) and not self.host.has(name):
            await asyncio.to_thread(self.check_there, name)
        meant = 0
        if isinstance(command, table.Approvable):
            meant = await asyncio.to_thread(self.approving.meant, name, command)
        given = self._heard(name, person, key)
        told = await asyncio.wrap_future(self.host.submit(name, given, command))
        if told.refused is not None:
            raise await self._refusal(name, given, command, told.refused, meant)
        return told.records

    def stake(
        self, name: str, person: Person, key: str, command: table.Command, hear: Hear
    ) -> bool:
        """Hand a stake in where nothing has to be looked up first; False where `give` has to."""
        if not isinstance(command, table.STAKING) or not self.host.has(name):
            return False
        self.check_table(name, person)
        given = self._heard(name, person, key)
        self.host.hand_in(name, given, command, self.answers.on_loop(hear))
        return True

    def _heard(self, name: str, person: Person, key: str) -> str:
        """Somebody gives a command at a table: they are there. The id it is known by."""
        given = command_id(person, key)
        if person.kind in (Kind.PATRON, Kind.GUEST):
            self.presence.hear(name, person.id)
        return given

    async def give_cage(
        self, person: Person, key: str, command: cage.Command
    ) -> tuple[Recorded, ...]:
        """A command for the cage, likewise; a witness is somebody who works here."""
        at = table_of(CAGE, command)
        if at:
            self.check_table(at, person)
        witness = getattr(command, "witness", None)
        if witness:
            await asyncio.to_thread(self._check_witness, witness)
        given = command_id(person, key)
        told = await asyncio.wrap_future(self.host.submit_to_cage(given, command))
        if told.refused is not None:
            raise await self._refusal(CAGE, given, command, told.refused)
        return told.records

    async def _refusal(
        self,
        stream: str,
        given: str,
        command: table.Command | cage.Command,
        refused: Refused,
        meant: int = 0,
    ) -> Refused:
        """What somebody is told whose command was refused; what a second person may mend waits."""
        if refused.reason is not Reason.APPROVAL_NEEDED:
            return answered(refused)
        keep = self.approving.keep
        return await asyncio.to_thread(keep, stream, given, command, refused, meant)

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

    def cage(self) -> CageState:
        """The cage as it stands on disk, whoever wrote to it last."""
        found: CageState = self.host.look(CAGE).state  # type: ignore[assignment]
        return found

    def countdown(self, name: str) -> Countdown:
        """The time left for stakes at a table."""
        if name not in self._countdowns:
            self._countdowns[name] = Countdown(
                self.host, self.store, name, self.pace.betting_ms, self.clock
            )
        return self._countdowns[name]


def command_id(person: Person, key: str) -> str:
    """What a command is known by: a key is its sender's own, whatever keys others use."""
    if not 1 <= len(key) <= KEY_CHARACTERS_MAX or not key.isascii() or not key.isprintable():
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            f"Send an Idempotency-Key of 1 to {KEY_CHARACTERS_MAX} letters and digits.",
        )
    return f"{person.id}/{key}"
