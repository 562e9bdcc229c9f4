"""Workers: numbered tasks run on a pool of threads, yielded as they complete."""

import os
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from punto.refusals import Reason, Refused

THREADS_MAX = 4096

_R = TypeVar("_R")


def cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_threads(threads: int | None) -> int:
    """Return how many threads to use, by default one per core; refuse an invalid number."""
    threads = cores() if threads is None else threads
    if not 1 <= threads <= THREADS_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Use from 1 to {threads_max} threads, not {threads}.",
            threads_max=THREADS_MAX,
            threads=threads,
        )
    return threads


@contextmanager
def shared_out(
    work: Callable[[int], _R], pieces: int, threads: int | None = None
) -> Iterator[Iterator[tuple[int, _R]]]:
    """Yield pieces with their results in order of completion; leaving early stops the rest.

    >>> with shared_out(lambda piece: piece * piece, 4, threads=2) as finished:
    ...     sorted(finished)
    [(0, 0), (1, 1), (2, 4), (3, 9)]
    """
    numbers = iter(range(pieces))
    done: queue.SimpleQueue[tuple[int, _R] | BaseException] = queue.SimpleQueue()
    lock, stop = threading.Lock(), threading.Event()

    def labour() -> None:
        try:
            while not stop.is_set():
                with lock:
                    number = next(numbers, None)
                if number is None:
                    return
                done.put((number, work(number)))
        except BaseException as error:
            done.put(error)

    def finished() -> Iterator[tuple[int, _R]]:
        for _ in range(pieces):
            result = done.get()
            if isinstance(result, BaseException):
                raise result
            yield result

    crew = min(check_threads(threads), pieces)
    workers = [threading.Thread(target=labour, daemon=True) for _ in range(crew)]
    for worker in workers:
        worker.start()
    try:
        yield finished()
    finally:
        stop.set()
        for worker in workers:
            worker.join()
