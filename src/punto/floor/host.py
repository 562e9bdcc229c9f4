"""The host of tables and cage: takes commands in, commits those that wait together, then tells."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from logging import getLogger
from queue import Empty, SimpleQueue
from secrets import token_hex
from threading import Lock, Thread
from time import sleep
from typing import Any, TypeAlias

from msgspec import Struct

from punto.floor.batch import Batch, NotRead, Submission, Told
from punto.floor.clock import Clock
from punto.floor.feed import Feed, Feeds
from punto.floor.kept import Kept, begun, catch_up, recover
from punto.floor.listening import Listener
from punto.journal.codec import Entry, Recorded, recorded
from punto.journal.failures import Conflict, Unavailable
from punto.journal.store import Store
from punto.journal.streams import CAGE, is_table
from punto.journal.writing import Writing
from punto.ledger.accounts import Account
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import EMPTY
from punto.ledger.cage.state import State as CageState
from punto.refusals import Reason, Refused
from punto.table import commands as table_commands
from punto.table.evolve import Corrupt
from punto.table.state import CLOSED, State

WAITING_MAX = 100_000  # commands that nobody has taken up yet; more are turned away
RUSH = 10  # commands in one commit
GATHER_S = 0.01
TOGETHER_MAX = 1000  # commands that share a commit at the most
ATTEMPTS_MAX = 20  # how often a commit is begun anew after another process was first

Answer: TypeAlias = Told | Exception
Hear: TypeAlias = Callable[[Answer], None]

_log = getLogger("punto.floor")


class Asked(Struct):
    """A submission, and who hears what becomes of it."""

    submission: Submission
    hear: Hear | None

    def answer(self, answer: Answer) -> None:
        """Give an answer, once: whatever went wrong after it was given cannot unsay it."""
        hear, self.hear = self.hear, None
        if hear is not None:
            try:
                hear(answer)
            except Exception:  # a mistake of theirs: the others must not suffer by it
                _log.exception("an answer was not heard")


class Host:
    """One process's way to every table of a store; any number of processes may have one.

    Commands are decided inside the store's lock, after catching up with what others wrote, so
    no process owns a table. Nothing is told before it is durable.
    """

    def __init__(self, store: Store, clock: Clock | None = None) -> None:
        """Bring every table back as it stood; one whose journal is damaged stays closed."""
        self.halted: dict[str, Corrupt] = {}
        self._store = store
        self._clock = clock or Clock()
        self._kept: dict[str, Kept[Any]] = {}
        self._feeds = Feeds(store)
        self._node = token_hex(8)  # by which this process knows its own notices
        self._listener = None if store.on_sqlite else Listener(store, self._feeds, self._node)
        self._waiting: SimpleQueue[Asked | None] = SimpleQueue()
        self._put_off: deque[Asked | None] = deque()  # taken out of it, and left for later
        self._stopped = False
        self._entrance = Lock()
        self._recover_all()
        if self._listener is not None:
            self._listener.start()
        self._writer = Thread(target=self._run, name="journal-writer", daemon=True)
        self._writer.start()

    def submit(
        self,
        table: str,
        command_id: str,
        command: table_commands.Command,
        after: int | None = None,
    ) -> Future[Told]:
        """Hand a table's command in; the future has the answer once it is on disk.

        It cannot be taken back: whoever does not wait for the answer can ask again under its id.
        Where it is for a table just as it was seen, `after` is the number of its last entry then:
        a table that has moved on is a Conflict, and nothing is recorded.
        """
        answered, hear = _waited_for()
        if not is_table(table):
            sentence = f"{table[:40]!r} names no table: use small letters, digits, - and _."
            hear(Told(refused=Refused(Reason.UNREADABLE_REQUEST, sentence)))
        else:
            self._hand_in(Submission(table, command_id, command, after), hear)
        return answered

    def submit_to_cage(self, command_id: str, command: cage.Command) -> Future[Told]:
        """Hand a command for the cage in, likewise."""
        answered, hear = _waited_for()
        self._hand_in(Submission(CAGE, command_id, command), hear)
        return answered

    def hand_in(
        self, table: str, command_id: str, command: table_commands.Command, hear: Hear
    ) -> None:
        """Hand a command in for a table that there is; the writer's thread tells what became of it.

        For those who have thousands of them: a future for each costs as much as to decide it.
        """
        self._hand_in(Submission(table, command_id, command), hear)

    def ask(
        self,
        table: str,
        command_id: str,
        command: table_commands.Command,
        after: int | None = None,
    ) -> tuple[Recorded, ...]:
        """Hand a table's command in and wait: what was recorded, or the refusal raised."""
        return _records(self.submit(table, command_id, command, after))

    def ask_cage(self, command_id: str, command: cage.Command) -> tuple[Recorded, ...]:
        """Hand a command for the cage in and wait, likewise."""
        return _records(self.submit_to_cage(command_id, command))

    def tables(self) -> list[str]:
        """The tables seen here, halted ones not among them."""
        return sorted(self._kept.keys() - self.halted.keys() - {CAGE})

    def has(self, table: str) -> bool:
        """Whether a table was seen here and is not halted."""
        return table in self._kept and table not in self.halted

    def all_tables(self) -> list[str]:
        """The tables on disk, whoever opened them; halted ones not among them."""
        with self._store.reading() as reading:
            return [each for each in reading.streams() if each not in (CAGE, *self.halted)]

    def state(self, table: str) -> State:
        """The table as last seen here."""
        kept = self.last_seen(table)
        return kept.state if kept else CLOSED

    def last_seen(self, table: str) -> Kept[State] | None:
        """The table as last seen here, and how far that goes; None where it never was."""
        return self._kept.get(table)

    def cage(self) -> CageState:
        """The cage as last seen here."""
        kept: Kept[CageState] | None = self._kept.get(CAGE)
        return kept.state if kept else EMPTY

    def look(self, table: str) -> Kept[State]:
        """The table as it stands on disk, whoever wrote to it last."""
        if table in self.halted:
            raise self.halted[table]
        kept: Kept[State] = self._kept.get(table) or begun(table)
        with self._store.reading() as reading:
            return catch_up(kept, reading)[0]

    def follow(self, table: str, after: int = 0) -> Feed:
        """Every event of a table after a number, as it becomes durable."""
        return self._feeds.follow(table, after)

    def stop(self) -> None:
        """Finish what waits and stop; what comes later is told so."""
        with self._entrance:
            if not self._stopped:
                self._waiting.put(None)
            self._stopped = True
        self._writer.join()
        if self._listener is not None:
            self._listener.stop()

    def _hand_in(self, submission: Submission, hear: Hear) -> None:
        if self._count() >= WAITING_MAX:
            hear(Unavailable("Too many commands wait: ask again in a moment."))
            return
        with self._entrance:
            if not self._stopped:
                self._waiting.put(Asked(submission, hear))
                return
        hear(Unavailable("The floor is closing: ask again when it is open."))

    def _recover_all(self) -> None:
        with self._store.reading() as reading:
            for stream in reading.streams():
                try:
                    self._keep({stream: recover(reading, stream)})
                except Corrupt as fault:
                    self._halt(stream, fault)

    def _keep(self, kept: Mapping[str, Kept[Any]]) -> None:
        """Remember streams, but no names where nothing ever happened: those anybody can make up."""
        self._kept |= {stream: each for stream, each in kept.items() if each.head.seq}

    def _run(self) -> None:
        last, rush = False, False
        try:
            while not last:
                together, last = self._next(rush=rush)
                rush = len(together) >= RUSH
                if together:
                    self._answer(together)
        finally:  # whatever happened, nobody waits for ever
            self._turn_away()

    def _turn_away(self) -> None:
        """Tell those who still wait that nobody is there any more; nothing of theirs was done."""
        with self._entrance:
            self._stopped = True
        left = [*self._put_off]
        with suppress(Empty):
            while True:
                left.append(self._waiting.get_nowait())
        _fail(filter(None, left), Unavailable("The floor is closing: ask again when it is open."))

    def _next(self, *, rush: bool) -> tuple[list[Asked], bool]:
        """Whatever waits now, and whether it is the last there will be; wait for the first.

        In a rush a moment more is waited: what comes meanwhile shares the commit, and its cost.
        """
        asked = self._put_off.popleft() if self._put_off else self._waiting.get()
        if rush and self._count() < TOGETHER_MAX:
            sleep(GATHER_S)
        together: list[Asked] = []
        with suppress(Empty):
            while asked is not None:
                together.append(asked)
                if len(together) == TOGETHER_MAX:
                    break
                asked = self._put_off.popleft() if self._put_off else self._waiting.get_nowait()
        return together, asked is None

    def _count(self) -> int:
        """How many wait."""
        return self._waiting.qsize() + len(self._put_off)

    def _join(self, together: list[Asked], streams: set[str]) -> None:
        """Take in what has come for these tables while we waited for the turn to write."""
        with suppress(Empty):
            while len(together) < TOGETHER_MAX:
                asked = self._waiting.get_nowait()
                if asked is not None and asked.submission.stream in streams:
                    together.append(asked)
                else:
                    self._put_off.append(asked)
                    if asked is None:
                        return

    def _answer(self, together: list[Asked], *, alone: bool = False) -> None:
        """Commit what was asked, and tell; after a failure nothing is kept that is not on disk."""
        also: set[Account] = set()
        for attempt in range(1, ATTEMPTS_MAX + 1):
            try:
                self._commit(together, also, alone=alone)
            except (Conflict, NotRead) as conflict:
                also |= conflict.accounts if isinstance(conflict, NotRead) else set()
                if attempt < ATTEMPTS_MAX:
                    continue
                _fail(together, conflict)
            except Unavailable as failure:
                _fail(together, failure)
            except Exception as failure:  # a mistake of ours: the others must not suffer by it
                if len(together) == 1:
                    _fail(together, failure)
                for asked in together if len(together) > 1 else ():
                    self._answer([asked], alone=True)  # or what joins it overtakes the others
            return

    def _commit(self, together: list[Asked], also: set[Account], *, alone: bool) -> None:
        streams = {asked.submission.stream for asked in together} - self.halted.keys()
        with self._store.writing(streams | _banks_of(together)) as writing:
            if not alone:
                self._join(together, streams - {CAGE})
            submissions = [asked.submission for asked in together]
            kept, seen = self._catch_up(writing, streams)
            wanted = [each for each in submissions if each.stream in kept]
            batch = Batch(writing, kept, wanted, self._clock.now_ms(), also)
            answers = [self._take(batch, each) for each in submissions]
            batch.write()
            writing.announce(self._node, {each.stream: each.seq for each in batch.records})
        self._tell(together, batch, seen, answers)

    def _catch_up(
        self, writing: Writing, streams: set[str]
    ) -> tuple[dict[str, Kept[Any]], list[Entry]]:
        """The streams as they stand on disk, and what others have written since we looked."""
        kept = {stream: self._kept[stream] for stream in streams & self._kept.keys()}
        seen: list[Entry] = []
        behind = writing.moved_on({stream: each.head for stream, each in kept.items()})
        for stream in sorted(behind | (streams - kept.keys())):
            before = kept.pop(stream, None)
            try:
                if before is None:
                    kept[stream] = recover(writing, stream)
                    continue
                kept[stream], new = catch_up(before, writing)
                seen += new
            except Corrupt as fault:
                self._halt(stream, fault)
        return kept, seen

    def _take(self, batch: Batch, submission: Submission) -> Answer:
        """Decide one submission; a stream found corrupt halts, and the others go on."""
        if submission.stream in self.halted:
            return Corrupt(str(self.halted[submission.stream]))
        try:
            return batch.take(submission)
        except Conflict as moved_on:
            return moved_on
        except Corrupt as fault:
            self._halt(submission.stream, fault)
            return fault

    def _halt(self, stream: str, fault: Corrupt) -> None:
        """Keep the words alone: an exception holds on to all there was where it was raised."""
        self.halted[stream] = Corrupt(str(fault))

    def _tell(
        self, together: Sequence[Asked], batch: Batch, seen: list[Entry], answers: list[Answer]
    ) -> None:
        """Only now, when it is on disk: to followers first, then to those who asked."""
        self._keep(batch.kept)
        news = (entry for entry in seen if entry.seq > self._feeds.end_of(entry.stream))
        self._feeds.publish(record for entry in news for record in recorded(entry))
        self._feeds.publish(batch.records)
        for asked, answer in zip(together, answers, strict=True):
            asked.answer(answer)


def _banks_of(together: Sequence[Asked]) -> set[str]:
    """Tables whose money the cage looks at here, so that nobody moves it meanwhile."""
    asked = (each.submission for each in together)
    commands = (each.command for each in asked if each.stream == CAGE)
    return {command.table for command in commands if hasattr(command, "table")}


def _records(future: Future[Told]) -> tuple[Recorded, ...]:
    told = future.result()
    if told.refused is not None:
        raise told.refused
    return told.records


def _fail(together: Iterable[Asked], failure: Exception) -> None:
    for asked in together:
        asked.answer(failure)


def _waited_for() -> tuple[Future[Told], Hear]:
    """A future that nobody can cancel, and how it is answered."""
    future: Future[Told] = Future()
    future.set_running_or_notify_cancel()

    def hear(answer: Answer) -> None:
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    return future, hear
