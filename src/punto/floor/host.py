"""The host of tables and cage: queues submissions, commits them in batches, then replies."""

from collections.abc import Iterable, Mapping, Sequence, Set
from secrets import token_hex
from threading import Thread
from time import monotonic
from typing import Any, get_args

from punto.floor.batch import AccountsNotLocked, Batch
from punto.floor.changed_accounts import ChangedAccounts
from punto.floor.clock import Clock
from punto.floor.command_queue import BATCH_MAX, RETRY_S, CommandQueue, Pending
from punto.floor.command_rates import RefusalBudget
from punto.floor.command_text import clean_submission
from punto.floor.event_log import EventLog, Outage
from punto.floor.feed import Feed, Feeds
from punto.floor.measurements import Measurements
from punto.floor.postgres_listener import Listener
from punto.floor.stream import StreamState, catch_up, new_stream, recover
from punto.floor.submission import Answer, Receipt, Reply, Submission, make_future, records_of
from punto.floor.unapproved_changes import UnapprovedChanges
from punto.journal.codec import Entry, Recorded, recorded
from punto.journal.errors import Busy, Conflict, Corrupt, Unavailable
from punto.journal.people.separation import Separation
from punto.journal.store import Store
from punto.journal.streams import CAGE, SCHOOL, is_table
from punto.journal.write_transaction import WriteTransaction
from punto.ledger.accounts import Account
from punto.ledger.cage.commands import Command as CageCommand
from punto.ledger.cage.state import EMPTY
from punto.ledger.cage.state import State as CageState
from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.table.state import CLOSED, State

WAITING_MAX = 100_000  # queued commands; further ones are answered Unavailable
RUSH = 10  # a commit of at least this many commands is followed by a pause of GATHER_S
GATHER_S = 0.025
ATTEMPTS_MAX = 20  # tries of one commit that keeps conflicting with other processes
BUSY_S = 6.0  # how long a command waits for a table that another process has locked
BUSY_RETRY_S = 0.3  # between tries while another process has locked the patrons' accounts
AT_CAGE = frozenset(get_args(CageCommand))
_log = EventLog("punto.floor")
_CLOSING = Message.of("The floor is closing: try again when it is open.")
_PRACTICE = Message.of("This is a practice journal: a real house has a journal of its own.")
_REAL = Message.of("This is the journal of a real house: practice has a journal of its own.")
_HELD = Message.of("Another process is using this table: try again in a moment.")


class Host:
    """A process's access to every table of a store; any number of processes may have one.

    Commands are decided while the store's lock is held, after catching up with what other
    processes wrote, so no process owns a table. Nothing is published before it is durable.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock | None = None,
        refusals: RefusalBudget | None = None,
        *,
        is_practice: bool = False,
    ) -> None:
        """Recover every table from the journal; one whose journal is damaged is halted."""
        self.is_practice = is_practice  # a school's records alone, and never a table or the cage
        self.halted: dict[str, Corrupt] = {}
        self._store = store
        self._clock = clock or Clock()
        self._streams: dict[str, StreamState[Any]] = {}
        self._feeds = Feeds(store)
        self._node = token_hex(8)  # so that this process ignores its own notices
        self._listener = None if store.on_sqlite else Listener(store, self._feeds, self._node)
        self._queue = CommandQueue()
        self._refusals = refusals or RefusalBudget()
        self.separation = Separation(store)  # who counts as one person
        self._accounts = ChangedAccounts()
        self.measurements = Measurements()
        self._outage = Outage(_log, "commits-failing", "commits-succeed-again")
        self._committing_since_s: float | None = None
        self._recover_all()
        if self._listener is not None:
            self._listener.start()
        self._writer = Thread(target=self._run, name="journal-writer", daemon=True)
        self._writer.start()

    def submit(self, submission: Submission, reply: Reply) -> None:
        """Queue a command for a table or the cage; `reply` is called once, when it is on disk.

        Every command comes in here. It cannot be cancelled; a caller that missed the reply
        submits it again under the same id. With `after`, a stream that has moved on is a
        Conflict, and nothing is recorded.
        """
        try:
            if self.is_practice:
                _check_practice(submission)
            else:
                _check_stream(submission)
                submission = clean_submission(submission)
        except Refused as refused:  # not recorded: its text may not be fit to write
            reply(Receipt(refused=refused, is_recorded=False))
            return
        if len(self._queue) >= WAITING_MAX:
            reply(Unavailable(Message.of("Too many commands are waiting: try again in a moment.")))
        elif not self._queue.put(Pending(submission, reply)):
            reply(Unavailable(_CLOSING))

    def submit_and_wait(self, submission: Submission) -> tuple[Recorded, ...]:
        """Submit and wait for the answer: return what was recorded, or raise the refusal."""
        future, reply = make_future()
        self.submit(submission, reply)
        return records_of(future.result())

    def tables(self) -> list[str]:
        """The tables this process has seen, except halted ones."""
        return sorted(self._streams.keys() - self.halted.keys() - {CAGE, SCHOOL})

    def has(self, table: str) -> bool:
        """Whether this process has seen the table and it is not halted."""
        return table in self._streams and table not in self.halted

    def all_tables(self) -> list[str]:
        """The tables on disk, whichever process opened them, except halted ones."""
        with self._store.begin_read() as transaction:
            hidden = (CAGE, SCHOOL, *self.halted)
            return [each for each in transaction.streams() if each not in hidden]

    def state(self, table: str) -> State:
        """The table's state as this process last saw it."""
        stream = self.last_seen(table)
        return stream.state if stream else CLOSED

    def last_seen(self, table: str) -> StreamState[State] | None:
        """The table as this process last saw it; None if it never has."""
        return self._streams.get(table)

    def cage(self) -> CageState:
        """The cage's state as this process last saw it."""
        stream: StreamState[CageState] | None = self._streams.get(CAGE)
        return stream.state if stream else EMPTY

    def look(self, table: str) -> StreamState[State]:
        """The table as it stands on disk, whichever process wrote to it last."""
        if table in self.halted:
            raise self.halted[table]
        stream: StreamState[State] = self._streams.get(table) or new_stream(table)
        with self._store.begin_read() as transaction:
            return catch_up(stream, transaction)[0]

    def follow(self, table: str, after: int = 0) -> Feed:
        """A feed of the table's events after this sequence number, as they become durable."""
        return self._feeds.follow(table, after)

    @property
    def is_listening(self) -> bool:
        """Whether other nodes' commits are notified; a SQLite file is looked at instead."""
        return self._listener is None or self._listener.is_listening

    @property
    def queued(self) -> int:
        """How many commands wait for a commit."""
        return len(self._queue)

    @property
    def is_running(self) -> bool:
        """Whether commands are accepted and the writer thread is alive."""
        return self._writer.is_alive() and not self._queue.is_closed

    def waited_s(self) -> float:
        """How long the oldest unanswered command has waited."""
        since_s = self._committing_since_s
        committing_s = 0.0 if since_s is None else monotonic() - since_s
        return max(committing_s, self._queue.oldest_s())

    def stop(self) -> None:
        """Commit what is queued and stop; later submissions are answered Unavailable."""
        self._queue.close()
        self._writer.join()
        if self._listener is not None:
            self._listener.stop()

    def _recover_all(self) -> None:
        with self._store.begin_read() as transaction:
            missing = self._store.missing(transaction)
            if missing:
                raise Unavailable(missing)
            self._accounts.read(transaction)
            streams = transaction.streams()
            if SCHOOL in streams and not self.is_practice:
                raise Unavailable(_PRACTICE)
            if self.is_practice and set(streams) - {SCHOOL}:
                raise Unavailable(_REAL)
            for stream in transaction.streams():
                try:
                    self._remember({stream: recover(transaction, stream)})
                except Corrupt as fault:
                    self._halt(stream, fault)

    def _remember(self, streams: Mapping[str, StreamState[Any]]) -> None:
        """Cache streams, except empty ones: anyone can make up their names."""
        self._streams |= {name: stream for name, stream in streams.items() if stream.head.seq}

    def _run(self) -> None:
        rush = False
        try:
            while group := self._queue.take(GATHER_S if rush else 0.0):
                rush = len(group) >= RUSH
                self._committing_since_s = monotonic()
                self._answer(group)
                self._committing_since_s = None
        finally:  # even after an unexpected error, every caller gets an answer
            _fail(self._queue.drain(), Unavailable(_CLOSING))

    def _answer(self, group: list[Pending], *, alone: bool = False) -> None:
        """Commit these and reply; after a failure no state is cached that is not on disk."""
        also: set[Account] = set()
        for attempt in range(1, ATTEMPTS_MAX + 1):
            try:
                self._commit(group, also, alone=alone)
            except (Conflict, AccountsNotLocked) as conflict:
                also |= conflict.accounts if isinstance(conflict, AccountsNotLocked) else set()
                if attempt < ATTEMPTS_MAX:
                    continue
                self._fail(group, conflict)
            except Busy:
                self._split(group)
            except Unavailable as failure:
                self._outage.begin(str(failure))
                self._fail(group, failure)
            except Exception as failure:  # a bug: it must not fail the other commands
                if len(group) == 1:
                    self._fail(group, failure)
                for pending in group if len(group) > 1 else ():
                    self._answer([pending], alone=True)  # else later ones would overtake the rest
            return

    def _split(self, group: list[Pending]) -> None:
        """Commit table by table: another process has locked accounts that some of these need."""
        tables: dict[str, list[Pending]] = {}
        for pending in group:
            tables.setdefault(pending.submission.stream, []).append(pending)
        if len(tables) == 1:
            self._defer(group, set(tables), BUSY_RETRY_S)
            return
        for theirs in tables.values():
            self._answer(theirs, alone=True)

    def _defer(self, group: list[Pending], busy: Set[str], retry_s: float = RETRY_S) -> None:
        """Remove and requeue what needs streams that another process has locked, up to BUSY_S."""
        late_s = monotonic() - BUSY_S
        deferred: dict[str, list[Pending]] = {}
        for pending in group:
            if pending.streams & busy and pending.at_s > late_s:
                deferred.setdefault(min(pending.streams & busy), []).append(pending)
            elif pending.streams & busy:
                pending.answer(Unavailable(_HELD))
        group[:] = [pending for pending in group if not pending.streams & busy]
        for stream, theirs in deferred.items():
            self._queue.defer(stream, theirs, retry_s)

    def _commit(self, group: list[Pending], also: set[Account], *, alone: bool) -> None:
        began_s = monotonic()
        wanted_streams = {stream for pending in group for stream in pending.streams}
        with self._store.begin_write(
            wanted_streams - self.halted.keys(), waits=False
        ) as transaction:
            self._defer(group, transaction.busy)
            names = {pending.submission.stream for pending in group} - self.halted.keys()
            if not alone:
                room = BATCH_MAX - len(group)
                group += self._queue.join(names - {CAGE}, room)
            if not group:
                return
            submissions = [pending.submission for pending in group]
            streams, seen = self._catch_up(transaction, names)
            wanted = [each for each in submissions if each.stream in streams]
            if any(each.session is not None for each in submissions):
                self._accounts.read(transaction, submissions)
            changes = UnapprovedChanges(transaction, self.separation, wanted)
            batch = Batch(
                transaction,
                streams,
                wanted,
                self._clock.now_ms(),
                also,
                self._refusals,
                changes,
            )
            answers = [self._take(batch, each) for each in submissions]
            batch.write()
            transaction.announce(self._node, {each.stream: each.seq for each in batch.records})
        self.measurements.committed(began_s, len(group))
        self._outage.end()
        self._publish(group, batch, seen, answers)

    def _catch_up(
        self, transaction: WriteTransaction, names: set[str]
    ) -> tuple[dict[str, StreamState[Any]], list[Entry]]:
        """The streams as they stand on disk, and the entries that other processes added."""
        streams = {name: self._streams[name] for name in names & self._streams.keys()}
        seen: list[Entry] = []
        behind = transaction.moved_on({name: stream.head for name, stream in streams.items()})
        for name in sorted(behind | (names - streams.keys())):
            before = streams.pop(name, None)
            try:
                if before is None:
                    streams[name] = recover(transaction, name)
                    continue
                streams[name], new = catch_up(before, transaction)
                seen += new
            except Corrupt as fault:
                self._halt(name, fault)
        return streams, seen

    def _take(self, batch: Batch, submission: Submission) -> Answer:
        """Decide one submission; if its stream turns out to be corrupt, halt that stream alone."""
        if submission.stream in self.halted:
            return Corrupt(str(self.halted[submission.stream]))
        try:
            self._accounts.check(submission)
        except Refused as refused:
            return Receipt(refused=refused, is_recorded=False)
        try:
            return batch.take(submission)
        except Conflict as moved_on:
            return moved_on
        except Corrupt as fault:
            self._halt(submission.stream, fault)
            return fault

    def _halt(self, stream: str, fault: Corrupt) -> None:
        # A fresh exception: the original's traceback would keep every frame's locals alive.
        self.halted[stream] = Corrupt(str(fault))
        _log.error("table-halted", table=stream, why=str(fault))

    def _fail(self, group: Sequence[Pending], failure: Exception) -> None:
        self.measurements.failed(group, failure)
        _fail(group, failure)

    def _publish(
        self, group: Sequence[Pending], batch: Batch, seen: list[Entry], answers: list[Answer]
    ) -> None:
        """Publish what is now on disk: first to the feeds, then as replies."""
        self._remember(batch.streams)
        news = (entry for entry in seen if entry.seq > self._feeds.end_of(entry.stream))
        self._feeds.publish(record for entry in news for record in recorded(entry))
        self._feeds.publish(batch.records)
        self.measurements.answered(group, answers)
        for pending, answer in zip(group, answers, strict=True):
            pending.answer(answer)


def _check_stream(submission: Submission) -> None:
    """Refuse a stream name that is not valid, and a cage command for a table or vice versa."""
    stream = submission.stream
    if not (type(submission.command) in AT_CAGE if stream == CAGE else is_table(stream)):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{name!r} names no table: use small letters, digits, - and _.",
            name=stream[:40],
        )


def _check_practice(submission: Submission) -> None:
    """Refuse a table and the cage in a practice house, which has the school's records alone."""
    if submission.stream != SCHOOL:
        raise Refused(
            Reason.NOT_AUTHORISED, "This is a practice house: it has no tables and no cage."
        )


def _fail(group: Iterable[Pending], failure: Exception) -> None:
    for pending in group:
        pending.answer(failure)
