"""Proves streams in this process, or divides the tables among worker processes."""

import gc
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from heapq import merge
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from operator import itemgetter
from typing import NamedTuple

from punto.journal.codec import Entry
from punto.journal.errors import Unavailable, translate_errors
from punto.journal.read_transaction import ReadTransaction
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.partition import Ended, Partition, Start, Starts, Step
from punto.journal.verify.stream import UnknownBooks
from punto.ledger.transfers import Balances

AT_ONCE = 1000  # entries a worker proves before it sends their results
AHEAD = 200  # how many such parts may wait to be processed for one worker

Progress = Callable[[int], None]  # called with the number of entries proved so far

ENDED_EARLY = "A worker was killed before it finished: verify again, with fewer workers."
CHANGED = "The journal was archived while it was being proved: verify again."


def collect_seldom() -> None:
    """Make garbage collection rare: proving creates millions of objects, none in a cycle."""
    gc.freeze()
    gc.set_threshold(100_000)


class Proving:
    """Proves all streams of a journal up to a position, here or in workers."""

    def __init__(
        self,
        transaction: ReadTransaction,
        begins: Starts,
        books: Balances,
        saved_heads: Mapping[str, bytes],
        until: int,
        workers: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self._progress = progress or (lambda _: None)
        mine = {stream: each for stream, each in begins.items() if not workers or stream == CAGE}
        self.here = Partition(transaction, mine, books, saved_heads, until)
        self._crew = [
            Worker(WorkerTask(transaction.address, share, saved_heads, until))
            for share in _shares(transaction, begins, workers)
        ]

    def steps(self) -> Iterator[Step]:
        """The results of the entries, in order; those that affect no other stream may be left out.

        An entry of this process is proved only after the step before it was consumed, so that the
        caller can update the books in between.
        """
        with ExitStack() as stack:
            for worker in self._crew:
                stack.enter_context(closing(worker))
                worker.start()
            for each in self._in_order():
                if len(each) > 2:  # a worker's step
                    yield each
                    continue
                yield self.here.take(each[1])
                if not self.here.entries % AT_ONCE:
                    self._progress(self.entries)
            self._progress(self.entries)

    def _in_order(self) -> Iterator[tuple[int, Entry] | Step]:
        """This process's entries, still to be proved, merged with the workers' steps."""
        mine = ((entry.position, entry) for entry in self.here.unproved())
        if not self._crew:
            return mine
        theirs = (self._steps_of(worker) for worker in self._crew)
        return merge(mine, *theirs, key=itemgetter(0))

    @property
    def entries(self) -> int:
        """The number of entries proved so far."""
        return self.here.entries + sum(worker.entries for worker in self._crew)

    def ended(self) -> list[Ended]:
        """The final results of every partition."""
        return [
            self.here.ended(),
            *(worker.ended for worker in self._crew if worker.ended is not None),
        ]

    def _steps_of(self, worker: "Worker") -> Iterator[Step]:
        """A worker's steps; while waiting for it, those of other workers are received too."""
        while True:
            while not worker.parts and worker.ended is None:
                self._receive()
            if not worker.parts:
                return
            yield from worker.parts.popleft()

    def _receive(self) -> None:
        workers = {
            worker.pipe: worker
            for worker in self._crew
            if worker.ended is None and len(worker.parts) < AHEAD
        }
        for pipe in wait(list(workers)):
            workers[pipe].receive()  # type: ignore[index]  # wait's type includes sockets
        self._progress(self.entries)


class WorkerTask(NamedTuple):
    """What a worker is to prove."""

    journal: str
    begins: Starts
    saved_heads: Mapping[str, bytes]
    until: int


class Worker:
    """A process that reads and proves some of the streams, and sends the results."""

    def __init__(self, task: WorkerTask) -> None:
        self.parts: deque[list[Step]] = deque()
        self.ended: Ended | None = None
        self.entries = 0
        spawned = get_context("spawn")  # database connections do not survive a fork
        self.pipe, self._theirs = spawned.Pipe(duplex=False)
        self.process: SpawnProcess = spawned.Process(
            target=work, args=(task, self._theirs), daemon=True
        )

    def start(self) -> None:
        self.process.start()
        self._theirs.close()  # so that the pipe ends when the process does

    def receive(self) -> None:
        try:
            entries, part, ended, failure = self.pipe.recv()
        except (EOFError, OSError):
            raise Unavailable(ENDED_EARLY) from None
        if failure:
            raise Unavailable(failure)
        self.entries, self.ended = entries, ended
        if part:
            self.parts.append(part)

    def close(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _shares(transaction: ReadTransaction, begins: Starts, workers: int) -> list[dict[str, Start]]:
    """Assign tables to workers: the longest first, each to the worker with the least."""
    if not workers:
        return []
    lengths = {stream: transaction.head(stream).number for stream in begins if stream != CAGE}
    shares: list[dict[str, Start]] = [{} for _ in range(min(workers, len(lengths)))]
    for stream in sorted(lengths, key=lambda each: -lengths[each]):
        least = min(shares, key=lambda share: sum(lengths[each] for each in share))
        least[stream] = begins[stream]
    return shares


def work(task: WorkerTask, to: Connection) -> None:
    """In a worker: prove the task's streams and send the results, the final ones last."""
    collect_seldom()
    store = Store(task.journal)
    try:
        with translate_errors(), store.begin_read() as transaction:
            _check_begins(transaction, task.begins)
            share = Partition(
                transaction, task.begins, UnknownBooks(), task.saved_heads, task.until
            )
            entries = share.unproved()
            while some := [share.take(entry) for entry in islice(entries, AT_ONCE)]:
                part = [step for step in some if step[3] or step[4]]  # the rest concern no other
                to.send((share.entries, part, None, ""))
            to.send((share.entries, [], share.ended(), ""))
    except Unavailable as failure:
        to.send((0, [], None, str(failure)))
    except BrokenPipeError:
        pass  # the main process has stopped
    finally:
        store.close()


def _check_begins(transaction: ReadTransaction, begins: Starts) -> None:
    openings = transaction.openings().streams
    if any(openings.get(stream) != start.opening for stream, start in begins.items()):
        raise Unavailable(CHANGED)
