"""A worker process for computations that take processor time, so that no stake waits for them.

It runs at a lower priority, one job at a time. A few jobs may queue, of each asker fewer; the rest
are refused.
"""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Thread
from time import sleep
from typing import Any, TypeVar

from msgspec import Struct

from punto.messages import Message
from punto.refusals import Reason, Refused

WAITING_MAX = 16  # jobs in the queue, including the running one
PER_ASKER_MAX = 4  # of these; so one asker leaves the queue open to others
WORK_S = 2.0  # of processor time for one job; the largest take a tenth of it
NICE = 10
PARENT_CHECK_S = 1.0  # how soon the process ends after its parent is gone

T = TypeVar("T")


class WorkPool:
    """A worker process that starts on first use, and again if it was lost.

    A new process runs `prepare` at normal priority before its first job, so that imports and
    one-time work delay no one's answer.
    """

    def __init__(
        self, waiting_max: int = WAITING_MAX, prepare: Callable[[], object] | None = None
    ) -> None:
        self.waiting_max = waiting_max
        self.waiting: Counter[str] = Counter()  # by asker
        self._prepare = prepare
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, asker: str, work: Callable[..., T], *arguments: Any) -> T:
        """Run a function in the worker process and return its result."""
        is_full = self.waiting.total() >= self.waiting_max
        if is_full or self.waiting[asker] >= PER_ASKER_MAX:
            raise Refused(Reason.TOO_OFTEN, "Too many requests for odds: wait a moment.")
        self.waiting[asker] += 1
        try:
            answer = await asyncio.wrap_future(self._started().submit(_bounded, work, arguments))
        except BrokenProcessPool:
            self.stop()
            raise Refused(Reason.TOO_OFTEN, "The odds were not computed: try again.") from None
        finally:
            self.waiting -= Counter([asker])  # an asker without jobs is dropped
        if isinstance(answer, _Refusal):
            raise Refused.of(answer.reason, answer.message, answer.clause)
        return answer  # type: ignore[no-any-return]

    def start(self) -> Future[None]:
        """Start the process now, so that it is ready for the first job."""
        return self._started().submit(_ready)

    def stop(self) -> None:
        """Terminate the process and the job it is running."""
        pool, self._pool = self._pool, None
        if pool is not None:
            running = list(pool._processes.values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.terminate()

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                max_workers=1,
                mp_context=get_context("spawn"),  # a fork would copy held locks, and hang
                initializer=_begin,
                initargs=(os.getpid(), self._prepare),
            )
        return self._pool


class _Refusal(Struct, frozen=True):
    """A refusal in a form that can be pickled."""

    reason: Reason
    message: Message
    clause: str | None


def _begin(parent: int, prepare: Callable[[], object] | None) -> None:
    """Set up the new process: prepare, lower its priority, and end it when its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops it
    signal.signal(signal.SIGVTALRM, _too_long)
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    if prepare is not None:
        prepare()
    os.nice(NICE)


def _ready() -> None:
    """Do nothing: once this has run, the process is ready."""


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        sleep(PARENT_CHECK_S)
    os._exit(0)


def _too_long(_: int, __: object) -> None:
    raise Refused(Reason.TOO_OFTEN, "That is too much to compute at once: ask for less.")


def _bounded(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Run a job within its time limit; returns its result or its refusal."""
    signal.setitimer(signal.ITIMER_VIRTUAL, WORK_S)
    try:
        return work(*arguments)
    except Refused as refused:
        return _Refusal(refused.reason, refused.message, refused.clause)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
