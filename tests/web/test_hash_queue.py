"""The hash queue: a share of the machine, known addresses first, turns, and a bound."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic, thread_time

import pytest

from punto.refusals import Reason, Refused
from punto.web.auth.hash_queue import HashQueue

PROCESSORS = 4


@pytest.fixture(autouse=True)
def processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(PROCESSORS)))


def run(act: Callable[[HashQueue], Awaitable[None]], **bounds: float) -> None:
    async def on_loop() -> None:
        queue = HashQueue(**bounds)  # type: ignore[arg-type]
        try:
            await act(queue)
        finally:
            queue.stop()

    asyncio.run(on_loop())


def spin() -> float:
    """Use 20 ms of a processor."""
    began_s = thread_time()
    while thread_time() - began_s < 0.02:
        pass
    return thread_time() - began_s


@pytest.mark.parametrize(("share", "threads"), [(0.1, 1), (0.25, 1), (0.5, 2), (1.0, 4)])
def test_threads_are_a_share_of_the_processors(share: float, threads: int) -> None:
    assert HashQueue(share).threads == threads


def test_a_thread_rests_to_keep_its_share() -> None:
    async def act(queue: HashQueue) -> None:
        began_s = monotonic()
        jobs = [queue.run("a", spin, is_known=True) for _ in range(10)]
        used_s = sum(await asyncio.gather(*jobs))
        # The last job's rest is not waited for.
        assert monotonic() - began_s >= (used_s - 0.03) / (PROCESSORS * 0.1)

    run(act, share=0.1)


async def order(queue: HashQueue, *jobs: tuple[str, str, bool]) -> list[str]:
    """The order in which jobs run that all come while another one runs."""
    ran: list[str] = []
    first = asyncio.ensure_future(queue.run("first", spin, is_known=True))
    await asyncio.sleep(0)
    waiting = [
        queue.run(asker, ran.append, name, is_known=is_known) for asker, name, is_known in jobs
    ]
    await asyncio.gather(*waiting)
    await first
    return ran


def test_known_ones_go_first_and_askers_take_turns() -> None:
    async def act(queue: HashQueue) -> None:
        jobs = [("a", f"a{n}", False) for n in range(4)]
        jobs += [("b", "b0", False), ("c", "c0", True), ("d", "d0", True)]
        assert await order(queue, *jobs) == ["c0", "d0", "a0", "b0", "a1", "a2", "a3"]

    run(act)


def test_what_was_begun_is_never_refused() -> None:
    async def act(queue: HashQueue) -> None:
        jobs = [queue.run("a", int, is_known=False, is_begun=True) for _ in range(20)]
        assert await asyncio.gather(*jobs) == [0] * 20

    run(act, waiting_max=2, per_asker_max=2)


def test_one_asker_does_not_fill_the_queue() -> None:
    async def act(queue: HashQueue) -> None:
        jobs = [queue.run("a", spin, is_known=False) for _ in range(10)]
        told = await asyncio.gather(*jobs, return_exceptions=True)
        refused = [each for each in told if isinstance(each, Refused)]
        assert [each.reason for each in refused] == [Reason.TOO_OFTEN] * (10 - 1 - 3)

    run(act, waiting_max=8, per_asker_max=3)


def test_in_a_full_queue_those_who_send_most_are_refused() -> None:
    async def act(queue: HashQueue) -> None:
        async def ask(asker: str) -> str:
            try:
                await queue.run(asker, spin, is_known=False)
            except Refused:
                return f"{asker} refused"
            return asker

        first = asyncio.ensure_future(queue.run("first", spin, is_known=False))
        await asyncio.sleep(0)
        askers = ["a", "a", "a", "b", "c", "d", "a", "d"]
        told = await asyncio.gather(*map(ask, askers))
        await first
        assert told == ["a", "a refused", "a refused", "b", "c", "d", "a refused", "d refused"]

    run(act, waiting_max=4, per_asker_max=4)


def test_strangers_take_nothing_from_the_known() -> None:
    async def act(queue: HashQueue) -> None:
        flood = [queue.run(f"stranger {n}", spin, is_known=False) for n in range(20)]
        known = [queue.run(f"known {n}", spin, is_known=True) for n in range(4)]
        told = await asyncio.gather(*flood, *known, return_exceptions=True)
        assert not any(isinstance(each, Refused) for each in told[20:])
        assert sum(isinstance(each, Refused) for each in told[:20]) >= 15

    run(act, waiting_max=4, per_asker_max=2)


def test_a_failure_reaches_the_asker_and_the_next_goes_on() -> None:
    async def act(queue: HashQueue) -> None:
        with pytest.raises(ZeroDivisionError):
            await queue.run("a", divmod, 1, 0, is_known=False)
        assert await queue.run("a", divmod, 7, 2, is_known=False) == (3, 1)

    run(act)
