"""Who proves which stream: this process, or worker processes that share the tables out."""

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
from punto.journal.failures import Unavailable, told_in_words
from punto.journal.proof import Elsewhere
from punto.journal.reading import Reading
from punto.journal.share import Ended, Share, Start, Starts, Step
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.ledger.transfers import Balances

AT_ONCE = 1000  # entries a worker proves before it tells of them
AHEAD = 200  # how many such parts one worker may be ahead of another

Progress = Callable[[int], None]  # told how many entries were proved so far

ENDED_EARLY = "Not all of it was proved, for a worker was ended: verify again, with fewer workers."
CHANGED = "The journal was archived while it was being proved: verify again."


def collect_seldom() -> None:
    """For a process that only proves: records come and go by the million, none in a cycle."""
    gc.freeze()
    gc.set_threshold(100_000)


class Proving:
    """All the streams of a journal up to a position, proved here or by workers."""

    def __init__(
        self,
        reading: Reading,
        begins: Starts,
        books: Balances,
        saved_heads: Mapping[str, bytes],
        until: int,
        workers: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self._tell = progress or (lambda _: None)
        mine = {stream: each for stream, each in begins.items() if not workers or stream == CAGE}
        self.here = Share(reading, mine, books, saved_heads, until)
        self._crew = [
            Worker(Asked(reading.address, share, saved_heads, until))
            for share in _shares(reading, begins, workers)
        ]

    def steps(self) -> Iterator[Step]:
        """What the entries come to, in order; those that touch nobody else may be left out.

        Each of this process's own is proved only when the one before has been taken, so its books
        may be moved in between.
        """
        with ExitStack() as stack:
            for worker in self._crew:
                stack.enter_context(closing(worker))
                worker.start()
            for each in self._in_order():
                if len(each) > 2:  # a step that a worker made
                    yield each
                    continue
                yield self.here.take(each[1])
                if not self.here.entries % AT_ONCE:
                    self._tell(self.entries)
            self._tell(self.entries)

    def _in_order(self) -> Iterator[tuple[int, Entry] | Step]:
        """Entries that are this process's to prove, and steps that workers made of theirs."""
        mine = ((entry.position, entry) for entry in self.here.unproved())
        if not self._crew:
            return mine
        theirs = (self._steps_of(worker) for worker in self._crew)
        return merge(mine, *theirs, key=itemgetter(0))

    @property
    def entries(self) -> int:
        """How many were proved so far."""
        return self.here.entries + sum(worker.entries for worker in self._crew)

    def ended(self) -> list[Ended]:
        """What is known at the end, of every share."""
        return [
            self.here.ended(),
            *(worker.ended for worker in self._crew if worker.ended is not None),
        ]

    def _steps_of(self, worker: "Worker") -> Iterator[Step]:
        """A worker's steps; while it is waited for, what others have ready is taken too."""
        while True:
            while not worker.parts and worker.ended is None:
                self._receive()
            if not worker.parts:
                return
            yield from worker.parts.popleft()

    def _receive(self) -> None:
        reading = {
            worker.pipe: worker
            for worker in self._crew
            if worker.ended is None and len(worker.parts) < AHEAD
        }
        for pipe in wait(list(reading)):
            reading[pipe].receive()  # type: ignore[index]  # it waits for sockets too
        self._tell(self.entries)


class Asked(NamedTuple):
    """What a worker is to prove."""

    journal: str
    begins: Starts
    saved_heads: Mapping[str, bytes]
    until: int


class Worker:
    """A process that proves its share; it reads the journal itself and sends what it comes to."""

    def __init__(self, asked: Asked) -> None:
        self.parts: deque[list[Step]] = deque()
        self.ended: Ended | None = None
        self.entries = 0
        spawned = get_context("spawn")  # a connection to a database does not outlive a fork
        self.pipe, self._theirs = spawned.Pipe(duplex=False)
        self.process: SpawnProcess = spawned.Process(
            target=work, args=(asked, self._theirs), daemon=True
        )

    def start(self) -> None:
        self.process.start()
        self._theirs.close()  # so that the pipe ends when the process does

    def receive(self) -> None:
        try:
            entries, part, ended, trouble = self.pipe.recv()
        except (EOFError, OSError):
            raise Unavailable(ENDED_EARLY) from None
        if trouble:
            raise Unavailable(trouble)
        self.entries, self.ended = entries, ended
        if part:
            self.parts.append(part)

    def close(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _shares(reading: Reading, begins: Starts, workers: int) -> list[dict[str, Start]]:
    """Which tables each worker proves: the longest first, each to whoever has least to do."""
    if not workers:
        return []
    lengths = {stream: reading.head(stream).number for stream in begins if stream != CAGE}
    shares: list[dict[str, Start]] = [{} for _ in range(min(workers, len(lengths)))]
    for stream in sorted(lengths, key=lambda each: -lengths[each]):
        least = min(shares, key=lambda share: sum(lengths[each] for each in share))
        least[stream] = begins[stream]
    return shares


def work(asked: Asked, to: Connection) -> None:
    """In a worker: prove a share and send what it comes to, the end last."""
    collect_seldom()
    store = Store(asked.journal)
    try:
        with told_in_words(), store.reading() as reading:
            _check_begins(reading, asked.begins)
            share = Share(reading, asked.begins, Elsewhere(), asked.saved_heads, asked.until)
            entries = share.unproved()
            while some := [share.take(entry) for entry in islice(entries, AT_ONCE)]:
                part = [step for step in some if step[3] or step[4]]  # others need not hear more
                to.send((share.entries, part, None, ""))
            to.send((share.entries, [], share.ended(), ""))
    except Unavailable as trouble:
        to.send((0, [], None, str(trouble)))
    except BrokenPipeError:
        pass  # nobody waits for it any more
    finally:
        store.close()


def _check_begins(reading: Reading, begins: Starts) -> None:
    openings = reading.openings().streams
    if any(openings.get(stream) != start.opening for stream, start in begins.items()):
        raise Unavailable(CHANGED)
