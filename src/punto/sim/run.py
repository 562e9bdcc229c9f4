"""Run: the blocks of a simulation shared out to threads, and added up as they come back."""

import os
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from punto.refusals import Reason, Refused
from punto.sim.dealing import Dealing
from punto.sim.tally import Tally, block_rounds, blocks_of, no_tally, tally_block

ROUNDS_MAX = 10**13  # some hours on a large machine
SEED_MAX = 2**64 - 1
THREADS_MAX = 4096

Progress = Callable[[int], None]  # told the rounds dealt so far


@dataclass(frozen=True, slots=True)
class Request:
    """A simulation asked for; the same request always has the same answer."""

    dealing: Dealing
    rounds: int
    seed: int

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= ROUNDS_MAX:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                f"Simulate from 1 to {ROUNDS_MAX:,} rounds, not {self.rounds:,}.",
            )
        if not 0 <= self.seed <= SEED_MAX:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                f"A seed is a whole number from 0 to {SEED_MAX}, not {self.seed}.",
            )


@dataclass(frozen=True, slots=True)
class Answer:
    """What was dealt: everything asked for, or what was done when it was interrupted."""

    request: Request
    tally: Tally
    interrupted: bool


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_threads(threads: int | None) -> int:
    """How many threads to use: all cores if nothing is said."""
    threads = cores() if threads is None else threads
    if not 1 <= threads <= THREADS_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"Use from 1 to {THREADS_MAX} threads, not {threads}."
        )
    return threads


def simulate(
    request: Request, *, threads: int | None = None, progress: Progress | None = None
) -> Answer:
    """Deal all rounds of a request on this machine.

    The answer does not depend on the number of threads: every block has its own random stream, and
    counts add up the same in any order. Ctrl-C ends it early with the blocks completed so far.

    >>> answer = simulate(Request(Dealing(), rounds=1000, seed=1))
    >>> answer.tally.rounds, answer.interrupted
    (1000, False)
    """
    threads = check_threads(threads)
    tally = no_tally(request.dealing)
    left = len(blocks_of(request.rounds))
    with _at_work(request, min(threads, left)) as done:
        try:
            while left:
                finished = done.get()
                if isinstance(finished, BaseException):
                    raise finished
                tally, left = tally + finished, left - 1
                if progress is not None:
                    progress(tally.rounds)
        except KeyboardInterrupt:
            return Answer(request, tally, interrupted=True)
    return Answer(request, tally, interrupted=False)


@contextmanager
def _at_work(
    request: Request, threads: int
) -> "Iterator[queue.SimpleQueue[Tally | BaseException]]":
    """Threads that deal blocks and hand in their tallies, until they are done or sent home."""
    blocks = iter(blocks_of(request.rounds))
    done: queue.SimpleQueue[Tally | BaseException] = queue.SimpleQueue()
    lock, stop = threading.Lock(), threading.Event()

    def work() -> None:
        try:
            while not stop.is_set():
                with lock:
                    block = next(blocks, None)
                if block is None:
                    return
                rounds = block_rounds(request.rounds, block)
                done.put(tally_block(request.dealing, request.seed, block, rounds))
        except BaseException as error:
            done.put(error)

    workers = [threading.Thread(target=work, daemon=True) for _ in range(threads)]
    for worker in workers:
        worker.start()
    try:
        yield done
    finally:
        stop.set()
        for worker in workers:
            worker.join()
