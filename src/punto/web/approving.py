"""Second approval on the network: a command that needs it waits, and a second person decides it.

The rule itself is the table's and the cage's: `punto.table.approvals`. Here are the people: both
are assigned there, both are signed in at their moment, and neither is the other.
"""

import asyncio
from secrets import token_hex
from typing import Any

from msgspec.structs import replace

from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.journal.approvals import Approvals, Request, Standing, encode_asked
from punto.journal.codec import Recorded
from punto.journal.notices import Matter, Notice
from punto.journal.people import Kind, People, Person
from punto.journal.streams import CAGE
from punto.ledger.accounts import Kind as Account
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.table import commands as table
from punto.table.approvals import APPROVES, round_meant
from punto.table.people import Approval, Staff

WAITS_MS = 5 * 60_000
OF_A_TABLE = tuple(
    each.value for each in (Account.BANK, Account.CHIPS, Account.DROP, Account.CLAIMS, Account.HELD)
)


class AnsweredNo(Refused):
    """A refusal that is in the journal already, with who asked."""


def answered(refused: Refused) -> AnsweredNo:
    return AnsweredNo(refused.reason, refused.sentence, clause=refused.clause)


def table_of(stream: str, command: table.Command | cage.Command) -> str:
    """The table that a command is about or whose money it moves; empty where it is none's."""
    if stream != CAGE:
        return stream
    if isinstance(command, cage.Adjust):
        return table_of_account(command.account)
    return str(getattr(command, "table", ""))


def table_of_account(account: str) -> str:
    """The table whose money an account holds; empty where it is none's.

    >>> table_of_account("bank:t1"), table_of_account("claims:t1:seat1"), table_of_account("cage")
    ('t1', 't1', '')
    """
    kind, _, owner = account.partition(":")
    return owner.partition(":")[0] if kind in OF_A_TABLE else ""


class Approving:
    """The requests of one house, and who may decide them."""

    def __init__(self, approvals: Approvals, people: People, host: Host, clock: Clock) -> None:
        self._approvals = approvals
        self._people = people
        self._host = host
        self._clock = clock

    def meant(self, stream: str, command: table.Command | cage.Command) -> int:
        """The round that somebody means who gives this command now: asked before it is given."""
        if isinstance(command, cage.Adjust) or not isinstance(command, table.Approvable):
            return 0
        return round_meant(self._host.look(stream).state, command)

    def keep(
        self,
        stream: str,
        command_id: str,
        command: table.Command | cage.Command,
        refused: Refused,
        number: int,
    ) -> Refused:
        """Let a command wait that needs a second person; what its giver is told."""
        now_ms = self._clock.now_ms()
        request = self._approvals.ask(
            Request(
                token_hex(8),
                stream,
                command_id,
                command.by.id,
                number,
                encode_asked(command),
                refused.sentence,
                now_ms,
                now_ms + WAITS_MS,
            )
        )
        told = f"{refused.sentence} {_standing(request, now_ms)}"
        return AnsweredNo(refused.reason, told, clause=refused.clause)

    def waiting(self, person: Person) -> list[Request]:
        """What waits that this person asked for or may decide."""
        found = self._approvals.waiting(self._clock.now_ms())
        return [each for each in found if each.asker == person.id or self._decides(person, each)]

    def decline(self, request_id: str, person: Person) -> Request:
        """Say no; whoever asked may take it back so."""
        request = self._find(request_id, person)
        now_ms = self._clock.now_ms()
        noted = Notice(
            Matter.APPROVAL_DECLINED,
            now_ms,
            person.id,
            table_of(request.stream, request.decode()),
            f"{request.asker} asked: {request.sentence}",
        )
        if not self._approvals.decide(request.id, Standing.DECLINED, person.id, now_ms, [noted]):
            raise self._decided(request)
        return replace(request, standing=Standing.DECLINED.value, decider=person.id)

    async def approve(self, request_id: str, person: Person) -> tuple[str, tuple[Recorded, ...]]:
        """Say yes: the command is given as it was asked, by the one who asked it.

        It is claimed first, and given under the request's own id: of two who decide at once one
        does, and one whose server went away in between asks again.
        """
        request = await asyncio.to_thread(self._claim, request_id, person)
        command = await asyncio.to_thread(self._command, request, person)
        told = await asyncio.wrap_future(self._submit(request, command))
        if told.refused is not None:
            raise answered(told.refused)
        return request.stream, told.records

    def _submit(self, request: Request, command: Any) -> Any:
        given = f"@approval/{request.id}"  # no person is called so: the id is nobody's key
        if request.stream == CAGE:
            return self._host.submit_to_cage(given, command)
        return self._host.submit(request.stream, given, command)

    def _claim(self, request_id: str, person: Person) -> Request:
        request = self._find(request_id, person)
        if request.asker == person.id:
            raise Refused(
                Reason.NOT_AUTHORISED, "Nobody approves what they ask for: ask a second person."
            )
        self._asker(request)
        now_ms = self._clock.now_ms()
        if self._approvals.decide(request.id, Standing.APPROVED, person.id, now_ms):
            return request
        found = self._approvals.find(request.id) or request
        mine = (found.standing, found.decider) == (Standing.APPROVED.value, person.id)
        if mine and found.expires_ms > now_ms:
            return found
        raise self._decided(found)

    def _command(self, request: Request, person: Person) -> Any:
        assert person.position is not None, "the guard lets only staff in"
        asker = self._asker(request)
        approval = Approval(Staff(person.id, person.position), request.round)
        return replace(request.decode(), by=asker, approval=approval)

    def _asker(self, request: Request) -> Staff:
        """Who asked, as they are now: disabled or sent elsewhere, they ask for nothing."""
        asker = self._people.find(request.asker)
        at = table_of(request.stream, request.decode())
        works = asker is not None and asker.kind is Kind.STAFF and not asker.disabled
        if asker is None or asker.position is None or not works or (at and not asker.at(at)):
            raise Refused(
                Reason.NOT_AUTHORISED, f"{request.asker} no longer works there: nothing was done."
            )
        return Staff(asker.id, asker.position)

    def _find(self, request_id: str, person: Person) -> Request:
        """A request that this person may know of; to others it is as if there were none."""
        request = self._approvals.find(request_id) if request_id.isalnum() else None
        if request is None or not (request.asker == person.id or self._decides(person, request)):
            raise Refused(Reason.NOTHING_THERE, "There is no such request.")
        return request

    def _decides(self, person: Person, request: Request) -> bool:
        if person.position is None or person.position < APPROVES:
            return False
        at = table_of(request.stream, request.decode())
        return not at or person.at(at)

    def _decided(self, request: Request) -> Refused:
        found = self._approvals.find(request.id) or request
        return Refused(Reason.NO_SUCH_CASE, _standing(found, self._clock.now_ms()))


def _standing(request: Request, now_ms: int) -> str:
    """How a request stands, in a sentence."""
    match Standing(request.standing):
        case Standing.APPROVED:
            return f"{request.decider} has approved it."
        case Standing.DECLINED:
            return f"{request.decider} has declined it: ask anew if it is still needed."
        case Standing.WAITING if request.expires_ms <= now_ms:
            return "Nobody approved it in time: ask anew."
        case Standing.WAITING:
            return f"It waits as request {request.id}."
