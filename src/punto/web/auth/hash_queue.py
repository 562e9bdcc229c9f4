"""The queue for password hashing, which is slow by design: it takes a set share of the machine.

A password is hashed in threads of its own, so that a flood of sign-ins delays no command. Those who
have signed in from their address before go first; within each group the addresses take turns, and
when the queue is full, those who send most are refused first.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from time import thread_time
from typing import Any, TypeVar

from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.web.fair_queue import FairQueue, QueueFullError

SHARE = 0.25  # of all processors, at most
WAITING_MAX = 64  # attempts in each group's queue
PER_ASKER_MAX = 16  # of these

T = TypeVar("T")


class Job(Struct, eq=False):
    """Work that waits for its turn."""

    work: Callable[[], Any]
    done: asyncio.Future[Any]
    is_begun: bool  # the second part of admitted work: never refused


class Group:
    """The waiting jobs of one group; askers take turns."""

    def __init__(self, waiting_max: int, per_asker_max: int) -> None:
        self._waiting: FairQueue[Job] = FairQueue(waiting_max, per_asker_max)
        self._begun: deque[Job] = deque()

    def add(self, asker: str, job: Job) -> None:
        """Queue a job; refused, or another one dropped in its place, if the queue is full."""
        if job.is_begun:
            self._begun.append(job)
            return
        try:
            dropped = self._waiting.add(asker, job)
        except QueueFullError:
            raise _busy() from None
        if dropped is not None:
            _refuse(dropped)

    def next(self) -> Job | None:
        """Take the next job out of the queue."""
        return self._begun.popleft() if self._begun else self._waiting.next()

    def take_all(self) -> Iterator[Job]:
        while (job := self.next()) is not None:
            yield job


class HashQueue:
    """Runs work that hashes passwords, in a few threads and within a share of the machine.

    Used only on the event loop.
    """

    def __init__(
        self,
        share: float = SHARE,
        waiting_max: int = WAITING_MAX,
        per_asker_max: int = PER_ASKER_MAX,
    ) -> None:
        processors = len(os.sched_getaffinity(0)) * share
        self.threads = max(1, int(processors))
        # A thread rests after each job, for so long that its share is kept.
        self._rest = max(0.0, self.threads / processors - 1)
        self._free = self.threads
        self._known = Group(waiting_max, per_asker_max)
        self._strangers = Group(waiting_max, per_asker_max)
        self._pool: ThreadPoolExecutor | None = None

    async def run(
        self,
        asker: str,
        work: Callable[..., T],
        *arguments: Any,
        is_known: bool,
        is_begun: bool = False,
    ) -> T:
        """Run a function when it is this asker's turn; refused if the queue is full.

        With `is_begun` it is the second part of work that was admitted before.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = Job(partial(copy_context().run, work, *arguments), done, is_begun)
        (self._known if is_known else self._strangers).add(asker, job)
        self._start()
        return await done

    def stop(self) -> None:
        """End the threads; jobs still waiting are refused."""
        for group in (self._known, self._strangers):
            for job in group.take_all():
                _refuse(job)
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False)

    def _start(self) -> None:
        """Start as many waiting jobs as threads are free."""
        while self._free and (job := self._known.next() or self._strangers.next()) is not None:
            self._free -= 1
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self.threads, "passwords")
            running = asyncio.get_running_loop().run_in_executor(self._pool, _do, job.work)
            running.add_done_callback(partial(self._end, job))

    def _end(self, job: Job, ran: asyncio.Future[tuple[Any, Exception | None, float]]) -> None:
        """Pass the answer on, and let the thread rest."""
        answer, failure, took_s = ran.result()
        if not job.done.done():  # else the asker was cancelled
            if failure is None:
                job.done.set_result(answer)
            else:
                job.done.set_exception(failure)
        asyncio.get_running_loop().call_later(took_s * self._rest, self._release)

    def _release(self) -> None:
        self._free += 1
        self._start()


def _do(work: Callable[[], Any]) -> tuple[Any, Exception | None, float]:
    """Run a job; returns its answer or its failure, and the processor time that it took."""
    began_s = thread_time()
    answer, failure = None, None
    try:
        answer = work()
    except Exception as raised:  # the asker's to handle
        failure = raised
    return answer, failure, thread_time() - began_s


def _refuse(job: Job) -> None:
    if not job.done.done():
        job.done.set_exception(_busy())


def _busy() -> Refused:
    return Refused(Reason.TOO_OFTEN, "Too many are signing in: try again in a moment.")
