"""Cluster: the same blocks dealt on a Dask cluster, with the same result for the same seed.

A task deals a range of blocks and returns their tally. A tally depends only on the request and the
block numbers, so a task lost with its worker is retried elsewhere, and running one twice changes
nothing. Workers need punto installed.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any

from punto.refusals import Reason, Refused
from punto.sim.run import Answer, Progress, Request
from punto.sim.tally import Tally, block_rounds, blocks_of, no_tally, tally_blocks

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS_MAX = 10
BLOCKS_PER_TASK = 64  # half a second of one core: cheap to lose, worth sending
TASKS_IN_FLIGHT_PER_THREAD = 4
WORKERS_ASKED_SECONDS = 30  # without a result, before checking for workers


class WorkersLostError(Exception):
    """The cluster has no workers left."""


def simulate_on_cluster(
    request: Request, address: str, *, progress: Progress | None = None
) -> Answer:
    """Deal all rounds of a request on the cluster whose scheduler is at this address."""
    tally = no_tally(request.dealing)
    with _connected(address) as client:
        try:
            for finished in _finished(client, request):
                tally += finished
                if progress is not None:
                    progress(tally.rounds)
        except KeyboardInterrupt:
            return Answer(request, tally, interrupted=True)
        except WorkersLostError as error:
            raise Refused(
                Reason.NO_CLUSTER,
                "The cluster at {address} has lost its workers, after {rounds:,} rounds.",
                address=address,
                rounds=tally.rounds,
            ) from error
        except Exception as error:
            raise Refused(
                Reason.NO_CLUSTER,
                "The cluster at {address} failed after {rounds:,} rounds: {name}: {error}",
                address=address,
                rounds=tally.rounds,
                name=type(error).__name__,
                error=" ".join(str(error).split())[:200],
            ) from error
    return Answer(request, tally, interrupted=False)


def _finished(client: "Client", request: Request) -> Iterator[Tally]:
    """Submit a few tasks at a time, and yield tallies as they complete."""
    from distributed import wait

    def send(first: int) -> Any:
        last = min(first + BLOCKS_PER_TASK, blocks)
        share = [(block, block_rounds(request.rounds, block)) for block in range(first, last)]
        return client.submit(tally_blocks, request.dealing, request.seed, share, pure=False)

    blocks = len(blocks_of(request.rounds))
    firsts = iter(range(0, blocks, BLOCKS_PER_TASK))
    threads = max(1, sum(client.nthreads().values()))
    tasks = {send(first) for first in islice(firsts, threads * TASKS_IN_FLIGHT_PER_THREAD)}
    while tasks:
        try:
            with client.as_current():
                waited = wait(tasks, timeout=WORKERS_ASKED_SECONDS, return_when="FIRST_COMPLETED")
        except TimeoutError:
            if not client.nthreads():  # otherwise a task is just slow
                raise WorkersLostError from None
            continue
        for task in waited.done:
            try:
                tally = task.result(timeout=WORKERS_ASKED_SECONDS)
            except TimeoutError:  # its worker was lost with it: it is dealt again by another
                if not client.nthreads():
                    raise WorkersLostError from None
                continue
            yield tally
            task.release()
            tasks.discard(task)
            if (first := next(firsts, None)) is not None:
                tasks.add(send(first))


@contextmanager
def _connected(address: str) -> "Iterator[Client]":
    """Connect to the cluster at this address; refuse one that is absent or has no workers."""
    try:
        from distributed import Client
    except ImportError as error:
        raise Refused(
            Reason.NO_CLUSTER, "--cluster needs Dask; install it with pip install 'punto[cluster]'."
        ) from error
    _greet(address)
    with Client(address, timeout=CONNECT_SECONDS_MAX, set_as_default=False) as client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS_MAX)
        except TimeoutError as error:
            raise Refused(
                Reason.NO_CLUSTER,
                "The cluster at {address!r} has no workers.",
                address=address[:80],
            ) from error
        yield client


def _greet(address: str) -> None:
    """Refuse an address where no scheduler answers.

    A client that cannot connect keeps running and logs errors at exit, so one is created only
    after the scheduler has answered.
    """
    from distributed.core import rpc

    async def identify() -> None:
        async with asyncio.timeout(CONNECT_SECONDS_MAX), rpc(address) as scheduler:
            await scheduler.identity()

    try:
        with ThreadPoolExecutor(1) as elsewhere:  # an event loop may be running in this thread
            elsewhere.submit(asyncio.run, identify()).result()
    except (OSError, ValueError, AttributeError, EOFError) as error:
        raise Refused(
            Reason.NO_CLUSTER,
            "No Dask scheduler answered at {address!r} within {connect_seconds_max} seconds.",
            address=address[:80],
            connect_seconds_max=CONNECT_SECONDS_MAX,
        ) from error
