"""The host of the tables: takes commands in, commits those that wait together, then tells."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event as Signal
from threading import Thread

from punto.floor.batch import Batch, Kept, Submission, Told, catch_up
from punto.floor.clock import Clock
from punto.journal.codec import Record
from punto.journal.store import Store
from punto.table.commands import Command
from punto.table.state import State

TOGETHER_MAX = 1000  # commands that share a commit at the most

Listener = Callable[[tuple[Record, ...]], None]


class Host:
    """One process's way to every table of a store; any number of processes may have one.

    Commands are decided inside the store's lock, after catching up with what others wrote, so
    no process owns a table. Nothing is told before it is durable.
    """

    def __init__(self, store: Store, clock: Clock | None = None) -> None:
        self._store = store
        self._clock = clock or Clock()
        self._kept: dict[str, Kept] = {}
        self._waiting: SimpleQueue[tuple[Submission, Future[Told]]] = SimpleQueue()
        self._listeners: list[Listener] = []
        self._stopping = Signal()
        self._writer = Thread(target=self._run, name="journal-writer", daemon=True)
        self._writer.start()

    def submit(self, table: str, command_id: str, command: Command) -> Future[Told]:
        """Hand a command in; the future has the answer once it is on disk."""
        future: Future[Told] = Future()
        self._waiting.put((Submission(table, command_id, command), future))
        return future

    def ask(self, table: str, command_id: str, command: Command) -> tuple[Record, ...]:
        """Hand a command in and wait: what was recorded, or the refusal raised."""
        told = self.submit(table, command_id, command).result()
        if told.refused is not None:
            raise told.refused
        return told.records

    def state(self, table: str) -> State:
        """The table as last seen here."""
        return self._kept.get(table, Kept()).state

    def listen(self, listener: Listener) -> None:
        """Be told of every record, after it is durable."""
        self._listeners.append(listener)

    def stop(self) -> None:
        """Finish what waits and stop."""
        self._stopping.set()
        self._writer.join()

    def _run(self) -> None:
        while not (self._stopping.is_set() and self._waiting.empty()):
            together = self._next()
            if together:
                self._commit(together)

    def _next(self) -> list[tuple[Submission, Future[Told]]]:
        together: list[tuple[Submission, Future[Told]]] = []
        with suppress(Empty):
            together.append(self._waiting.get(timeout=0.05))
            while len(together) < TOGETHER_MAX:
                together.append(self._waiting.get_nowait())
        return together

    def _commit(self, together: list[tuple[Submission, Future[Told]]]) -> None:
        submissions = [submission for submission, _ in together]
        tables = {submission.table for submission in submissions}
        try:
            with self._store.writing(tables) as writing:
                kept = {
                    table: catch_up(writing, table, self._kept.get(table, Kept()))
                    for table in tables
                }
                batch = Batch(writing, kept)
                batch.look_up(submissions)
                at_ms = self._clock.now_ms()
                for submission in submissions:
                    batch.take(submission, at_ms)
                batch.write()
        except Exception as failure:
            for _, future in together:
                future.set_exception(failure)
            return
        self._kept |= batch.kept
        for told in batch.told:
            for listener in self._listeners:
                if told.records:
                    listener(told.records)
        for (_, future), told in zip(together, batch.told, strict=True):
            future.set_result(told)
