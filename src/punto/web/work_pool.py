"""A worker process for computations that take processor time, so that no stake waits for them.

It runs at a lower priority, one job at a time. A few jobs may queue, of each asker fewer; askers
take turns, and when the queue is full, those who send most are refused first.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from threading import Thread
from time import sleep
from typing import Any, TypeVar

from msgspec import Struct

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.web.fair_queue import FairQueue, QueueFullError

WAITING_MAX = 16  # jobs in the queue
PER_ASKER_MAX = 4  # of these; so one asker leaves the queue open to others
WORK_S = 2.0  # of processor time for one job; the largest take a tenth of it
NICE = 10
PARENT_CHECK_S = 1.0  # how soon the process ends after its parent is gone

T = TypeVar("T")


class _Job(Struct, eq=False):
    """Work that waits for its turn."""

    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    done: asyncio.Future[Any]


class WorkPool:
    """A worker process that starts on first use, and again if it was lost.

    A new process runs `prepare` at normal priority before its first job, so that imports and
    one-time work delay no one's answer.
    """

    def __init__(
        self, waiting_max: int = WAITING_MAX, prepare: Callable[[], object] | None = None
    ) -> None:
        self._waiting: FairQueue[_Job] = FairQueue(waiting_max, PER_ASKER_MAX)
        self._is_running = False
        self._prepare = prepare
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, asker: str, work: Callable[..., T], *arguments: Any) -> T:
        """Run a function in the worker process and return its result, when it is its turn."""
        job = _Job(work, arguments, asyncio.get_running_loop().create_future())
        try:
            dropped = self._waiting.add(asker, job)
        except QueueFullError:
            raise _too_many() from None
        if dropped is not None and not dropped.done.done():
            dropped.done.set_exception(_too_many())
        self._next()
        answer = await job.done
        if isinstance(answer, _Refusal):
            raise Refused.of(answer.reason, answer.message, answer.clause)
        return answer  # type: ignore[no-any-return]

    def _next(self) -> None:
        """Start the next job whose asker still waits, if none is running."""
        while not self._is_running and (job := self._waiting.next()) is not None:
            if job.done.done():
                continue  # its asker has gone
            self._is_running = True
            try:
                running = self._started().submit(_bounded, job.work, job.arguments)
            except BrokenProcessPool:
                self._end(job, None)
                return
            asyncio.wrap_future(running).add_done_callback(partial(self._end, job))

    def _end(self, job: _Job, ran: asyncio.Future[Any] | None) -> None:
        """Pass the answer on, and start the next job."""
        self._is_running = False
        failure = BrokenProcessPool() if ran is None or ran.cancelled() else ran.exception()
        if isinstance(failure, BrokenProcessPool):
            self._terminate()
            failure = Refused(Reason.TOO_OFTEN, "It was not computed: try again.")
        if not job.done.done():
            if failure is not None:
                job.done.set_exception(failure)
            else:
                assert ran is not None, "it has not failed"
                job.done.set_result(ran.result())
        self._next()

    def start(self) -> Future[None]:
        """Start the process now, so that it is ready for the first job."""
        return self._started().submit(_ready)

    def stop(self) -> None:
        """Terminate the process and the job it is running; jobs still waiting are refused."""
        while (job := self._waiting.next()) is not None:
            if not job.done.done():
                job.done.set_exception(_too_many())
        self._terminate()

    def _terminate(self) -> None:
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


def _too_many() -> Refused:
    return Refused(Reason.TOO_OFTEN, "Too many computations are asked for: wait a moment.")


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
