"""The running casino: the object that every route works with."""

import asyncio
from collections.abc import Collection, Container, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, cast

from msgspec.structs import replace

from punto.floor.acknowledgements import Acknowledgements
from punto.floor.alarms import Alarms
from punto.floor.alerts import LARGE_WIN_CENTS
from punto.floor.audit_writer import AuditWriter
from punto.floor.card_reads import Reads
from punto.floor.clock import HOUSE_TIME_ZONE, Clock
from punto.floor.command_rates import CALLS, Buckets, CommandBudget
from punto.floor.countdown import Countdown
from punto.floor.dealing_times import DealingTimes
from punto.floor.host import AT_CAGE, Host
from punto.floor.presence import Presence
from punto.floor.readiness import ReadinessCheck
from punto.floor.submission import Answer, Receipt, Reply, Session, Submission, make_future
from punto.floor.target_watch import TargetWatch
from punto.journal.codec import Recorded
from punto.journal.errors import Conflict, Unavailable
from punto.journal.notices import Notice, NoticeKind
from punto.journal.people.people import Kind, People, Person
from punto.journal.store import Store
from punto.journal.streams import CAGE, Command, is_table
from punto.ledger.accounts import patron
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import State as CageState
from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.table import commands as table
from punto.table.state import State as TableState
from punto.web.approvals import ApprovalQueue, RecordedRefusal, recorded_refusal, table_of
from punto.web.auth.account_changes import AccountChanges
from punto.web.auth.own_accounts import OwnAccounts
from punto.web.auth.sessions import Sessions
from punto.web.cage_parties import check_acting, check_acting_factor, check_parties
from punto.web.command_log import logged
from punto.web.contribution_wait import check_reveal_wait, check_wait
from punto.web.errors import AUDITED, DenialLog, NotRecorded, not_recorded
from punto.web.guest_contributions import GuestNames, check_elsewhere, check_guest
from punto.web.house_codes import HouseCodes
from punto.web.replies import LoopReplies
from punto.web.school.school import School
from punto.web.shared_answer import SharedAnswer
from punto.web.small_sums import check_sum, is_summed
from punto.web.table_currency import check_bank, check_currency
from punto.web.traffic import Traffic
from punto.web.views.roads import ShoeMarks
from punto.web.wire import actor, with_approval

KEY_CHARACTERS_MAX = 100
ABOUT_CHARACTERS_MAX = 200  # recorded of a denied request

SUM_ATTEMPTS_MAX = 50  # with the cage changed by other nodes in between
_CAGE_BUSY = Message.of("The cage is busy: try again in a moment.")
HANDING = (table.PassCards, table.ChooseHandler, table.AllowSqueezing, table.GiveDevice)
# Commands that need a look at the database before they are submitted.
CHECKED_FIRST = (
    table.Approvable,
    table.ActAs,
    table.Contribute,
    table.CloseContributions,
    table.RetireShoe,
    *HANDING,
)


class Casino:
    """Tables, cage, people and timers of one process."""

    def __init__(
        self,
        store: Store,
        host: Host,
        *,
        clock: Clock | None = None,
        dealing_times: DealingTimes | None = None,
        guests_cents: int | None = None,
        large_win_cents: int = LARGE_WIN_CENTS,
    ) -> None:
        """Set up a casino over an open store and its host.

        `guests_cents` are a guest's play credits; None admits no guests. A patron's win in one
        round of `large_win_cents` or more is a significant event.
        """
        self.store = store
        self.host = host
        self.clock = clock or Clock()
        self.dealing_times = dealing_times or DealingTimes()
        self.guests_cents = guests_cents
        self.name = "Punto"  # printed on tickets
        self.currency = "SGD"  # of tickets and credits
        self.time_zone = HOUSE_TIME_ZONE  # of the times that pages show
        self.automatic_tables: Container[str] = ()  # those that software deals here
        self.large_win_cents = large_win_cents
        self.people = People(store)
        self.audit_writer = AuditWriter(
            store,
            self.clock,
            lambda: host.halted,
            self._unopened,
            self._look,
        )
        self._alarms = Alarms(host, store, self.clock)
        self._target_watch = TargetWatch(host, store, self.clock, self.audit_writer.note)
        self.sessions = Sessions(self.people, self.clock, self.audit_writer.count)
        self.account_changes = AccountChanges(self.sessions)
        self.own_accounts = OwnAccounts(self.sessions, self.clock)
        self.guest_names = GuestNames(store)
        self.house_codes = HouseCodes(store)
        self.separation = host.separation
        self.approval_queue = ApprovalQueue(
            store,
            self.people,
            host,
            self.clock,
            self.account_changes,
            self.separation,
        )
        self.acknowledgements = Acknowledgements(store)
        self.presence = Presence()
        self.budget = CommandBudget()
        self.call_budget = Buckets(CALLS)
        self.denial_log = DenialLog()
        self.readiness = ReadinessCheck(store, host)
        self.reads = Reads(host, store)
        self.answers = LoopReplies()
        self.traffic = Traffic()
        self.marks = ShoeMarks(store)
        self.lobby: SharedAnswer[Any] = SharedAnswer()  # the tables, for anyone
        self.school: School | None = None  # of a practice house, which has no tables
        self._countdowns: dict[str, Countdown] = {}
        self._sum_lock = asyncio.Lock()
        self._submitting: set[asyncio.Task[None]] = set()

    def _look(self) -> None:
        """Look for what no event reports; called every second by the audit writer's thread."""
        self._alarms.look()
        self._target_watch.look()

    def _unopened(self) -> list[tuple[str, str]]:
        """Table and name of each retired shoe whose seal has not been opened."""
        tables = (name for name in self.host.all_tables() if name not in self.host.halted)
        return [(name, shoe) for name in tables for shoe in self.host.look(name).state.retired]

    def check_table(self, name: str, person: Person) -> None:
        """Refuse a malformed table name, and a table that the person is not assigned to."""
        if not is_table(name):
            raise Refused(Reason.UNKNOWN_TABLE, "There is no table {name!r}.", name=name[:40])
        if not person.at(name):
            raise Refused(
                Reason.NOT_AUTHORISED,
                "You are not assigned to {name}: ask a Pit Manager.",
                name=name,
            )

    def check_there(self, name: str) -> None:
        """Refuse a table that does not exist."""
        if not is_table(name) or not self.host.look(name).head.number:
            raise Refused(Reason.UNKNOWN_TABLE, "There is no table {name!r}.", name=name[:40])

    def deny(self, person: str, about: str, refused: Refused, table: str = "") -> None:
        """Record a denial in the audit log, unless the journal already has it."""
        is_denial = refused.reason in AUDITED or isinstance(refused, NotRecorded)
        if isinstance(refused, RecordedRefusal) or not is_denial:
            return
        request = about[:ABOUT_CHARACTERS_MAX].encode("ascii", "backslashreplace").decode()
        said = f"{request}: {refused.sentence}"
        table = table if is_table(table) else ""
        self.audit_writer.count(Notice(NoticeKind.DENIED, self.clock.now_ms(), person, table, said))

    def submit(
        self,
        stream: str,
        person: Person,
        key: str,
        command: Command,
        reply: Reply,
        digest: str = "",
    ) -> None:
        """Submit a command to a table or the cage, once per key: the only way in.

        Raises at once if the person may not give it, or gives commands too often. The reply is
        called on the running event loop with a Receipt or an exception. With the hash of the token
        of a session that was not looked up for this command, it is checked when it is decided.
        """
        self._check_assigned(stream, person, command)
        check_currency(command, self.currency)
        self.spend(person, stream)
        command = with_approval(command)
        if person.kind is Kind.STAFF:
            reply = logged(reply, stream, person, command)
        session = Session(person.id, digest) if digest else None
        submission = Submission(
            stream, command_id(person, key), actor(person), command, session=session
        )
        if person.kind in (Kind.PATRON, Kind.GUEST) and stream != CAGE:
            self.presence.note(stream, person.id)
        elif person.kind is Kind.STAFF and stream != CAGE:
            self.presence.note_staff(stream)
        if stream != CAGE and self.sessions.second_factor_from is not None:
            check_acting_factor(self.sessions, self.host, stream, person, self.clock.now_ms())
        is_checked_first = isinstance(command, CHECKED_FIRST)
        if stream != CAGE and self.host.has(stream) and not is_checked_first:
            self.host.submit(submission, self.answers.on_loop(reply))
            return
        task = asyncio.create_task(self._submit_checked(submission, reply))
        self._submitting.add(task)
        task.add_done_callback(self._submitting.discard)

    async def give(
        self, stream: str, person: Person, key: str, command: Command
    ) -> tuple[Recorded, ...]:
        """Submit, wait, and return what was recorded; raises the refusal."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def reply(answer: Answer) -> None:
            if not future.done():  # else the caller was cancelled
                future.set_result(answer)

        self.submit(stream, person, key, command, reply)
        return records_of(await future)

    async def _submit_checked(self, submission: Submission, reply: Reply) -> None:
        """Check against the database, submit, and hold a command that needs approval."""
        answer: Answer
        try:
            number = await asyncio.to_thread(self._check_on_disk, submission)
            if is_summed(submission):
                async with self._sum_lock:  # other nodes' sums are noticed and added again
                    receipt = await self._submit_summed(submission)
            else:
                receipt = await self._submitted(submission)
            answer = receipt
            if receipt.refused is not None and receipt.refused.reason is Reason.APPROVAL_NEEDED:
                hold = self.approval_queue.hold
                answer = await asyncio.to_thread(hold, submission, receipt.refused, number)
        except Exception as failure:  # the caller must get a reply whatever happened
            answer = failure
        reply(answer)

    async def _submit_summed(self, submission: Submission) -> Receipt:
        """Submit a sum; refused if the day's total now needs a second person.

        It is for the cage as it was added up: if another node has written to it since, add again.
        """
        for _ in range(SUM_ATTEMPTS_MAX):
            seen = await asyncio.to_thread(self.host.look, CAGE)
            cage_state, now_ms = cast(CageState, seen.state), self.clock.now_ms()
            try:
                check = partial(check_sum, self.store, self.separation, cage_state)
                await asyncio.to_thread(check, submission, now_ms)
            except Refused as refused:
                return Receipt(refused=refused, is_recorded=False)
            with suppress(Conflict):
                return await self._submitted(replace(submission, after=seen.head.number))
        raise Unavailable(_CAGE_BUSY)

    async def _submitted(self, submission: Submission) -> Receipt:
        future, fulfil = make_future()
        self.host.submit(submission, fulfil)
        return await asyncio.wrap_future(future)

    def _check_on_disk(self, submission: Submission) -> int:
        """Refuse people and tables that do not exist; returns the round meant, or 0."""
        stream, command = submission.stream, submission.command
        if stream == CAGE:
            check_parties(self.people, self.host, command, submission.by)
            if isinstance(command, cage.Witnessed):
                raise self.approval_queue.hold_for_witness(submission)
            return 0
        if not isinstance(command, table.OpenTable) and not self.host.has(stream):
            self.check_there(stream)
        if isinstance(command, table.OpenTable | table.ChangeConfiguration):
            check_bank(self.host, stream, command.configuration)
        if isinstance(command, table.Contribute):
            check_guest(self.host.look(stream).state, submission.by.id)
            # As they stand on disk: another node may have barred them.
            tables = (self.host.look(each).state for each in self.host.all_tables())
            check_elsewhere(tables, submission.by)
        if isinstance(command, table.CloseContributions):
            seated, now_ms = self.presence.patrons(stream), self.clock.now_ms()
            check_wait(
                self.host, self.store, stream, seated, self.dealing_times.contributing_ms, now_ms
            )
        if isinstance(command, table.RetireShoe):
            now_ms = self.clock.now_ms()
            check_reveal_wait(
                self.host, self.store, stream, self.dealing_times.revealing_ms, now_ms
            )
        if isinstance(command, HANDING) and submission.by.id != command.patron:
            self._check_two_people(submission.by.id, command.patron)
        if isinstance(command, table.ActAs):
            now_ms = self.clock.now_ms()
            check_acting(self.sessions, self.host, stream, command, submission.by, now_ms)
        return self.approval_queue.meant_round(stream, command)

    def _check_two_people(self, staff: str, patron: str) -> None:
        """Refuse to hand cards or the device to an account that the giver could sign in with."""
        if self.separation.are_connected(staff, patron, self.clock.now_ms()):
            raise Refused(
                Reason.NOT_AUTHORISED,
                "{connected} Ask someone else.",
                connected=self.separation.sentence(patron),
            )

    def _check_assigned(self, stream: str, person: Person, command: Command) -> None:
        """Refuse anyone not assigned to the table or cage that a command concerns."""
        if stream == CAGE and type(command) not in AT_CAGE:
            raise Refused(Reason.UNKNOWN_TABLE, "There is no table {name!r}.", name=stream)
        at = table_of(stream, command)
        if at or stream != CAGE:
            self.check_table(at, person)
        of_the_cage = stream == CAGE and (not at or isinstance(command, cage.Adjust))
        if of_the_cage and person.kind is Kind.STAFF and not person.at(CAGE):
            raise Refused(
                Reason.NOT_AUTHORISED, "This is for staff of the cage: ask to be assigned to it."
            )

    def spend(self, person: Person, stream: str) -> None:
        """Take one command from the person's budget; refused if none is left."""
        is_patron = person.kind in (Kind.PATRON, Kind.GUEST)
        if not self.budget.take(person.id, stream, is_patron=is_patron):
            raise Refused(Reason.TOO_OFTEN, "Too many commands at once: wait a moment.")

    def credits(self, people: Iterable[Person]) -> Mapping[str, int]:
        """The credits of the patrons and guests among these people."""
        return self.credits_of(
            [each.id for each in people if each.kind in (Kind.PATRON, Kind.GUEST)]
        )

    def credits_of(self, ids: Collection[str]) -> Mapping[str, int]:
        """The credits of these patrons."""
        if not ids:
            return {}
        with self.store.begin_read() as transaction:
            found = transaction.balances([patron(each) for each in ids])
        return {each: found.get(patron(each), 0) for each in ids}

    def tables_of(self, person: Person) -> list[tuple[str, TableState]]:
        """The tables that a person is assigned to, with their current states."""
        names = [each for each in self.host.all_tables() if person.at(each)]
        return [(each, self.host.look(each).state) for each in names]

    def cage(self) -> CageState:
        """The current state of the cage, including other processes' commits."""
        found: CageState = self.host.look(CAGE).state  # type: ignore[assignment]
        return found

    def countdown(self, name: str) -> Countdown:
        """The betting countdown of a table."""
        if name not in self._countdowns:
            self._countdowns[name] = Countdown(
                self.host, self.store, name, self.dealing_times.betting_ms, self.clock
            )
        return self._countdowns[name]


def records_of(answer: Answer) -> tuple[Recorded, ...]:
    """What a submission recorded; a refusal or error is raised."""
    if isinstance(answer, Exception):
        raise answer
    if answer.refused is not None:
        raise (recorded_refusal if answer.is_recorded else not_recorded)(answer.refused)
    return answer.records


def command_id(person: Person, key: str) -> str:
    """The id of a command: keys are scoped to the person who sends them."""
    if not 1 <= len(key) <= KEY_CHARACTERS_MAX or not key.isascii() or not key.isprintable():
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Send an Idempotency-Key of 1 to {most} letters and digits.",
            most=KEY_CHARACTERS_MAX,
        )
    return f"{person.id}/{key}"
