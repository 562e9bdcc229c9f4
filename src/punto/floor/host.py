"""The host of the tables: takes commands in, commits those that wait together, then tells."""

from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from punto.floor.batch import Batch, NotRead, Submission, Told
from punto.floor.clock import Clock
from punto.floor.feed import Feed, Feeds
from punto.floor.kept import Kept, catch_up, recover
from punto.journal.codec import CAGE, Entry, Recorded, recorded
from punto.journal.failures import Conflict, Unavailable
from punto.journal.store import Store
from punto.journal.writing import Writing
from punto.ledger.accounts import Account
from punto.table.commands import Command
from punto.table.evolve import Corrupt
from punto.table.state import State

TOGETHER_MAX = 1000  # commands that share a commit at the most
ATTEMPTS_MAX = 20  # how often a commit is begun anew after another process was first

Asked = tuple[Submission, Future[Told]]
Answers = list[Told | Exception]


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
        self._kept: dict[str, Kept] = {}
        self._feeds = Feeds(store)
        self._waiting: SimpleQueue[Asked | None] = SimpleQueue()
        self._stopped = False
        self._entrance = Lock()
        self._recover_all()
        self._writer = Thread(target=self._run, name="journal-writer", daemon=True)
        self._writer.start()

    def submit(self, table: str, command_id: str, command: Command) -> Future[Told]:
        """Hand a command in; the future has the answer once it is on disk.

        It cannot be taken back: whoever does not wait for the answer can ask again under its id.
        """
        future: Future[Told] = Future()
        future.set_running_or_notify_cancel()  # from here on nobody can cancel it
        with self._entrance:
            if not self._stopped:
                self._waiting.put((Submission(table, command_id, command), future))
                return future
        future.set_exception(Unavailable("The floor is closing: ask again when it is open."))
        return future

    def ask(self, table: str, command_id: str, command: Command) -> tuple[Recorded, ...]:
        """Hand a command in and wait: what was recorded, or the refusal raised."""
        told = self.submit(table, command_id, command).result()
        if told.refused is not None:
            raise told.refused
        return told.records

    def tables(self) -> list[str]:
        """The tables seen here, halted ones not among them."""
        return sorted(self._kept.keys() - self.halted.keys())

    def state(self, table: str) -> State:
        """The table as last seen here."""
        return self._kept.get(table, Kept()).state

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

    def _recover_all(self) -> None:
        with self._store.reading() as reading:
            for table in (stream for stream in reading.streams() if stream != CAGE):
                try:
                    self._kept[table] = recover(reading, table)
                except Corrupt as fault:
                    self.halted[table] = fault

    def _run(self) -> None:
        last = False
        while not last:
            together, last = self._next()
            if together:
                self._answer(together)

    def _next(self) -> tuple[list[Asked], bool]:
        """Whatever waits now, and whether it is the last there will be; wait for the first."""
        together: list[Asked] = []
        asked = self._waiting.get()
        with suppress(Empty):
            while asked is not None:
                together.append(asked)
                if len(together) == TOGETHER_MAX:
                    break
                asked = self._waiting.get_nowait()
        return together, asked is None

    def _answer(self, together: Sequence[Asked]) -> None:
        """Commit what was asked, and tell; after a failure nothing is kept that is not on disk."""
        also: set[Account] = set()
        for attempt in range(1, ATTEMPTS_MAX + 1):
            try:
                self._commit(together, also)
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
                    self._answer([asked])
            return

    def _commit(self, together: Sequence[Asked], also: set[Account]) -> None:
        submissions = [submission for submission, _ in together]
        tables = {submission.table for submission in submissions} - self.halted.keys()
        with self._store.writing(tables) as writing:
            kept, seen = self._catch_up(writing, tables)
            wanted = [each for each in submissions if each.table in kept]
            batch = Batch(writing, kept, wanted, self._clock.now_ms(), also)
            answers: Answers = [self._take(batch, each) for each in submissions]
            batch.write()
        self._tell(together, batch, seen, answers)

    def _catch_up(self, writing: Writing, tables: set[str]) -> tuple[dict[str, Kept], list[Entry]]:
        """The tables as they stand on disk, and what others have written since we looked."""
        kept: dict[str, Kept] = {}
        seen: list[Entry] = []
        for table in sorted(tables):
            try:
                if table not in self._kept:
                    kept[table] = recover(writing, table)
                    continue
                kept[table], new = catch_up(self._kept[table], writing, table)
                seen += new
            except Corrupt as fault:
                self.halted[table] = fault
        return kept, seen

    def _take(self, batch: Batch, submission: Submission) -> Told | Exception:
        """Decide one submission; a table found corrupt halts, and the others go on."""
        if submission.table in self.halted:
            return self.halted[submission.table]
        try:
            return batch.take(submission)
        except Corrupt as fault:
            self.halted[submission.table] = fault
            return fault

    def _tell(
        self, together: Sequence[Asked], batch: Batch, seen: list[Entry], answers: Answers
    ) -> None:
        """Only now, when it is on disk: to followers first, then to those who asked."""
        self._kept |= batch.kept
        self._feeds.publish(record for entry in seen for record in recorded(entry))
        self._feeds.publish(batch.records)
        for (_, future), answer in zip(together, answers, strict=True):
            _settle(future, answer)


def _fail(together: Sequence[Asked], failure: Exception) -> None:
    for _, future in together:
        _settle(future, failure)


def _settle(future: Future[Told], answer: Told | Exception) -> None:
    """Give an answer, once: whatever went wrong after it was given cannot unsay it."""
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
