"""Second approval: holds a command that needs one until a second person decides it.

Which commands need approval is decided by the table and the cage (`punto.table.approvals`). This
module checks the people: both are assigned there, both signed in, and they are different people.
"""

import asyncio
from secrets import token_hex

from msgspec.structs import replace

from punto.floor.audit_writer import log_notice
from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.floor.submission import Submission, make_future
from punto.journal.codec import Recorded
from punto.journal.notices import Notice, NoticeKind
from punto.journal.people.account_requests import (
    PEOPLE,
    AccountRequest,
    AddReader,
    EnableReader,
)
from punto.journal.people.approvals import Approvals, Request, Standing, encode_asked
from punto.journal.people.people import Kind, People, Person
from punto.journal.people.separation import Separation
from punto.journal.store import Store
from punto.journal.streams import CAGE, kind_of
from punto.ledger.accounts import Kind as Account
from punto.ledger.accounts import bank, drop, held
from punto.ledger.cage import commands as cage
from punto.messages import Amount, Message
from punto.refusals import Reason, Refused
from punto.rules.staff import USUAL_RANKS, Position, reaches
from punto.table import commands as table
from punto.table.acting_positions import in_position
from punto.table.approvals import APPROVES, OF_A_ROUND, round_meant
from punto.table.people import Actor, Approval, Origin, Staff
from punto.web.auth.account_changes import AccountChanges

WAITS_MS = 5 * 60_000
TABLE_ACCOUNTS = tuple(
    each.value for each in (Account.BANK, Account.CHIPS, Account.DROP, Account.CLAIMS, Account.HELD)
)


class RecordedRefusal(Refused):
    """A refusal that is already in the journal, with the person who asked."""


def recorded_refusal(refused: Refused) -> RecordedRefusal:
    return RecordedRefusal.of(refused.reason, refused.message, refused.clause)


def table_of(stream: str, command: table.Command | cage.Command | AccountRequest) -> str:
    """The table that a command concerns or whose money it moves; empty if there is none."""
    if stream == PEOPLE:
        return ""
    if stream != CAGE:
        return stream
    if isinstance(command, cage.Adjust):
        return table_of_account(command.account)
    return str(getattr(command, "table", ""))


def table_of_account(account: str) -> str:
    """The table whose money an account holds; empty if there is none.

    >>> table_of_account("bank:t1"), table_of_account("claims:t1:seat1"), table_of_account("cage")
    ('t1', 't1', '')
    """
    kind, _, owner = account.partition(":")
    return owner.partition(":")[0] if kind in TABLE_ACCOUNTS else ""


class ApprovalQueue:
    """The approval requests of one casino, and who may decide them."""

    def __init__(
        self,
        store: Store,
        people: People,
        host: Host,
        clock: Clock,
        accounts: AccountChanges,
        separation: Separation,
    ) -> None:
        self._store = store
        self._approvals = Approvals(store)
        self._people = people
        self._host = host
        self._clock = clock
        self._accounts = accounts
        self._separation = separation

    def meant_round(self, stream: str, command: table.Command | cage.Command) -> int:
        """The round that a command refers to at this moment, before it is submitted; 0 if none."""
        if not isinstance(command, OF_A_ROUND):
            return 0  # the cage has no rounds
        return round_meant(self._host.look(stream).state, command)

    def hold(self, submission: Submission, refused: Refused, number: int = 0) -> Refused:
        """Hold a command for a second person; returns the refusal to answer it with."""
        asked = encode_asked(submission.command)
        request = self._hold(
            submission.stream, submission.id, submission.by.id, asked, refused, number
        )
        return self._refusal(refused, request)

    def hold_for_witness(self, submission: Submission) -> Refused:
        """Hold a command for its witness; refused if the cage would not accept it now."""
        command = submission.command
        assert isinstance(command, cage.Witnessed), "only commands with a witness"
        witness = command.witness
        self._try_at_cage(command, submission.by)
        found = self._people.find(witness)
        at = table_of(CAGE, command)
        works = found is not None and found.kind is Kind.STAFF and not found.disabled
        if found is None or not works or not found.at(at):
            raise Refused(
                Reason.WITNESS_NEEDED,
                "{witness!r} does not work there: name who saw it.",
                witness=witness[:40],
            )
        if self._separation.are_connected(submission.by.id, witness, self._clock.now_ms()):
            raise Refused(
                Reason.WITNESS_NEEDED,
                "{connected} Name someone else.",
                connected=self._separation.sentence(witness),
            )
        needed = Refused(
            Reason.WITNESS_NEEDED, "{witness} has to confirm it: ask them to.", witness=witness
        )
        return self.hold(submission, needed)

    def change_account(self, by: Person, wanted: AccountRequest) -> Person:
        """Change an account, or hold the change if it takes a second person."""
        if not self._accounts.check(by, wanted):
            return self._accounts.do(by, wanted)
        needed = Refused(
            Reason.APPROVAL_NEEDED,
            "It is about the account of a manager or of a patron: a second person has to"
            " approve it, a {position} or above.",
            position=APPROVES,
        )
        raise self._refusal(needed, self._hold_account(by, wanted, needed))

    def hold_reader(self, by: Person, wanted: AddReader | EnableReader) -> tuple[Request, Refused]:
        """Hold a new or enabled card reader for a second person; also returns the refusal."""
        self._accounts.check(by, wanted)
        needed = Refused(
            Reason.APPROVAL_NEEDED,
            "A card reader says which cards are dealt: a second person has to approve it, a"
            " {position} or above.",
            position=APPROVES,
        )
        request = self._hold_account(by, wanted, needed)
        return request, self._refusal(needed, request)

    def _hold_account(self, by: Person, wanted: AccountRequest, needed: Refused) -> Request:
        command_id = f"{by.id}/{token_hex(8)}"
        return self._hold(PEOPLE, command_id, by.id, encode_asked(wanted), needed)

    def _hold(
        self,
        stream: str,
        command_id: str,
        asker: str,
        asked: bytes,
        refused: Refused,
        number: int = 0,
    ) -> Request:
        now_ms = self._clock.now_ms()
        amount = refused.facts.get("amount")
        return self._approvals.ask(
            Request(
                token_hex(8),
                stream,
                command_id,
                asker,
                number,
                asked,
                refused.sentence,
                amount.cents if isinstance(amount, Amount) else None,
                now_ms,
                now_ms + WAITS_MS,
            )
        )

    def _refusal(self, refused: Refused, request: Request) -> Refused:
        """The answer to a command that waits: why, and how its request stands."""
        standing = _standing(request, self._clock.now_ms())
        message = Message.of("{why} {standing}", why=refused.message, standing=standing)
        return RecordedRefusal.of(refused.reason, message, refused.clause)

    def _try_at_cage(self, command: cage.Counted, by: Actor) -> None:
        """Refuse what the cage would refuse now."""
        at = command.table
        with self._store.begin_read() as transaction:
            books = transaction.balances([bank(at), drop(at), held(at)])
        kind_of(CAGE).decide(self._host.look(CAGE).state, books, command, Origin(by))

    def waiting(self, person: Person) -> list[Request]:
        """Waiting requests that this person made or may decide."""
        found = self._approvals.waiting(self._clock.now_ms())
        return [each for each in found if each.asker == person.id or self._decides(person, each)]

    def decline(self, request_id: str, person: Person) -> Request:
        """Decline a request; the person who made it withdraws it this way."""
        request = self._find(request_id, person)
        now_ms = self._clock.now_ms()
        noted = Notice(
            NoticeKind.APPROVAL_DECLINED,
            now_ms,
            person.id,
            table_of(request.stream, request.decode()),
            f"{request.asker} asked: {request.sentence}",
        )
        if not self._approvals.decide(request.id, Standing.DECLINED, person.id, now_ms, [noted]):
            raise self._decided(request)
        log_notice(noted)
        return replace(request, standing=Standing.DECLINED.value, decider=person.id)

    async def approve(self, request_id: str, person: Person) -> tuple[str, tuple[Recorded, ...]]:
        """Approve a request: submit its command in the name of the person who made it.

        The request is claimed first and submitted under its own id, so that only one of two
        concurrent decisions takes effect and an approval can be retried after a server failure.
        """
        request = await asyncio.to_thread(self._claim, request_id, person)
        if request.stream == PEOPLE:
            await asyncio.to_thread(self._change_account, request, person)
            return request.stream, ()
        submission = await asyncio.to_thread(self._approved, request, person)
        future, reply = make_future()
        self._host.submit(submission, reply)
        receipt = await asyncio.wrap_future(future)
        if receipt.refused is not None:
            raise recorded_refusal(receipt.refused)
        return request.stream, receipt.records

    def _change_account(self, request: Request, person: Person) -> None:
        asker = self._people.find(request.asker)
        assert asker is not None, "found when the request was claimed"
        self._accounts.do(asker, request.decode(), person.id)

    def _claim(self, request_id: str, person: Person) -> Request:
        request = self._find(request_id, person)
        if request.asker == person.id:
            raise Refused(
                Reason.NOT_AUTHORISED,
                "You cannot approve your own request: ask a second person.",
            )
        self._asker(request)
        now_ms = self._clock.now_ms()
        if self._separation.are_connected(request.asker, person.id, now_ms):
            raise Refused(
                Reason.NOT_AUTHORISED,
                "{connected} Ask someone else.",
                connected=self._separation.sentence(request.asker),
            )
        if self._approvals.decide(request.id, Standing.APPROVED, person.id, now_ms):
            return request
        found = self._approvals.find(request.id) or request
        mine = (found.standing, found.decider) == (Standing.APPROVED.value, person.id)
        if mine and found.expires_ms > now_ms:
            return found
        raise self._decided(found)

    def _approved(self, request: Request, person: Person) -> Submission:
        """The requested command, from the person who made the request, with this approval."""
        assert person.position is not None, "only staff decide requests"
        approval = Approval(Staff(person.id, person.position), request.round)
        command_id = f"@approval/{request.id}"  # no person's name, so it collides with no key
        asker = self._asker(request)
        return Submission(request.stream, command_id, asker, request.decode(), approval)

    def _asker(self, request: Request) -> Staff:
        """The person who made a request; refused if they were disabled or reassigned since."""
        asker = self._people.find(request.asker)
        at = table_of(request.stream, request.decode()) or CAGE
        works = asker is not None and asker.kind is Kind.STAFF and not asker.disabled
        there = asker is not None and (request.stream == PEOPLE or asker.at(at))
        if asker is None or asker.position is None or not works or not there:
            raise Refused(
                Reason.NOT_AUTHORISED,
                "{asker} no longer works there: nothing was done.",
                asker=request.asker,
            )
        return Staff(asker.id, asker.position)

    def _find(self, request_id: str, person: Person) -> Request:
        """Find a request; people who may not know of it learn only that there is none."""
        request = self._approvals.find(request_id) if request_id.isalnum() else None
        if request is None or not (request.asker == person.id or self._knows(person, request)):
            raise Refused(Reason.NOTHING_THERE, "There is no such request.")
        if request.asker != person.id and not self._decides(person, request):
            raise Refused(Reason.NOT_AUTHORISED, "This is for someone else to decide.")
        return request

    def _knows(self, person: Person, request: Request) -> bool:
        """Whether a person works at the table, or has the tables, that a request concerns."""
        command = request.decode()
        if request.stream == PEOPLE:
            return person.covers(self._accounts.target(command)[1])
        return person.at(table_of(request.stream, command) or CAGE)

    def _decides(self, person: Person, request: Request) -> bool:
        """Whether a person may decide a request: its witness, or a high enough position."""
        command = request.decode()
        if person.position is None or not self._knows(person, request):
            return False
        if isinstance(command, cage.Witnessed):
            return person.id == str(getattr(command, "witness", ""))
        if request.stream == PEOPLE:
            return person.position >= max(APPROVES, self._accounts.target(command)[0] or APPROVES)
        return self._approves(person, person.position, request.stream)

    def _approves(self, person: Person, position: Position, stream: str) -> bool:
        """Whether a position is high enough: at a table by its order, held or acted in there."""
        if stream == CAGE:
            return reaches(USUAL_RANKS, position, APPROVES)
        state = self._host.look(stream).state
        held = in_position(state, Staff(person.id, position), self._clock.now_ms()).position
        lacks = self._accounts.lacks_second_factor(person, held)
        return reaches(state.ranks, held, APPROVES) and not lacks

    def _decided(self, request: Request) -> Refused:
        found = self._approvals.find(request.id) or request
        return Refused.of(Reason.NO_SUCH_CASE, _standing(found, self._clock.now_ms()))


def _standing(request: Request, now_ms: int) -> Message:
    """The status of a request as a sentence."""
    match Standing(request.standing):
        case Standing.APPROVED:
            return Message.of("{who} has approved it.", who=request.decider)
        case Standing.DECLINED:
            return Message.of(
                "{who} has declined it: send it again if it is still needed.",
                who=request.decider,
            )
        case Standing.WAITING if request.expires_ms <= now_ms:
            return Message.of("Nobody approved it in time: send it again.")
        case Standing.WAITING:
            return Message.of("It waits as request {request}.", request=request.id)
