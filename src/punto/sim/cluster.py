"""Cluster: the same blocks dealt on a Dask cluster, with the same answer for the same seed.

A task deals a run of blocks and gives back their tally. A tally depends on the request and the
block numbers alone; so a task that is lost with its worker is simply dealt again elsewhere, and
one that is dealt twice changes nothing. Workers need punto installed.
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
BLOCKS_PER_TASK = 64  # half a second of a core: short enough to lose, long enough to send
TASKS_IN_FLIGHT_PER_THREAD = 4


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
        except Exception as error:
            raise Refused(
                Reason.NO_CLUSTER,
                f"The cluster at {address} failed after {tally.rounds:,} rounds:"
                f" {type(error).__name__}: {' '.join(str(error).split())[:200]}",
            ) from error
    return Answer(request, tally, interrupted=False)


def _finished(client: "Client", request: Request) -> Iterator[Tally]:
    """Send the tasks out a few at a time, and give back tallies as they come in."""
    from distributed import as_completed

    def send(first: int) -> Any:
        last = min(first + BLOCKS_PER_TASK, blocks)
        share = [(block, block_rounds(request.rounds, block)) for block in range(first, last)]
        return client.submit(tally_blocks, request.dealing, request.seed, share, pure=False)

    blocks = len(blocks_of(request.rounds))
    firsts = iter(range(0, blocks, BLOCKS_PER_TASK))
    threads = max(1, sum(client.nthreads().values()))
    coming = as_completed(
        [send(first) for first in islice(firsts, threads * TASKS_IN_FLIGHT_PER_THREAD)],
        loop=client.loop,
    )
    for task in coming:
        yield task.result()
        task.release()
        if (first := next(firsts, None)) is not None:
            coming.add(send(first))


@contextmanager
def _connected(address: str) -> "Iterator[Client]":
    """A client of the cluster, if there is one at this address and it has workers."""
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
                Reason.NO_CLUSTER, f"The cluster at {address[:80]!r} has no workers."
            ) from error
        yield client


def _greet(address: str) -> None:
    """Refuse an address where no scheduler answers.

    A client that cannot connect lingers and complains when the program ends, so one is made only
    when there is somebody to talk to.
    """
    from distributed.core import rpc

    async def identify() -> None:
        async with asyncio.timeout(CONNECT_SECONDS_MAX), rpc(address) as scheduler:
            await scheduler.identity()

    try:
        with ThreadPoolExecutor(1) as elsewhere:  # a loop may be running here, as in a notebook
            elsewhere.submit(asyncio.run, identify()).result()
    except (OSError, ValueError, AttributeError, EOFError) as error:
        raise Refused(
            Reason.NO_CLUSTER,
            f"No Dask scheduler answered at {address[:80]!r} within {CONNECT_SECONDS_MAX} seconds.",
        ) from error
