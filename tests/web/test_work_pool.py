"""A flood of odds requests: bounded in number and CPU time, and never delays a stake."""

import asyncio
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGKILL
from time import monotonic, sleep

import httpx
import pytest

from punto.client import Client
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.web import work_pool
from punto.web.work_pool import WorkPool
from tests.envelope import Given
from tests.submission import ask as ask_host
from tests.web.pool_work import prepare, prepared, refuse, spin, where
from tests.web.served import credits_table, served
from tests.web.test_flood import DEALER, MANAGER, patron

FLOOD = 60
WORST = {
    "decks": 10,
    "gone": "A=3,2=1,K=5",
    "wagers": [
        {
            "id": f"own-{number}",
            "name": "Own",
            "lines": [
                {"pays": f"{line + 1} to 1", "when": {"player_total": [line % 10]}}
                for line in range(10)
            ],
        }
        for number in range(4)
    ],
}


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkPool]:
    """One for all of them: each leaves it idle, or without its process, as it was at first."""
    made = WorkPool()
    yield made
    made.stop()


def test_it_is_worked_out_elsewhere_and_after_everything_else(pool: WorkPool) -> None:
    process, nice = asyncio.run(pool.run("anyone", where))
    assert process != os.getpid()
    assert nice >= work_pool.NICE


def test_a_refusal_comes_back_as_it_is(pool: WorkPool) -> None:
    with pytest.raises(Refused) as refused:
        asyncio.run(pool.run("anyone", refuse))
    found = refused.value
    assert (found.reason, found.clause) == (Reason.UNKNOWN_WAGER, "tiger 3.5")


def test_what_takes_too_long_is_given_up(pool: WorkPool) -> None:
    with pytest.raises(Refused) as refused:
        asyncio.run(pool.run("anyone", spin, work_pool.WORK_S * 5))
    assert refused.value.reason is Reason.TOO_OFTEN
    assert asyncio.run(pool.run("anyone", spin, 0.01)) < 1.0  # and the next is answered


def test_more_than_a_few_do_not_wait(pool: WorkPool) -> None:
    async def ask_all() -> list[object]:
        asked = [pool.run(f"{n}", spin, 0.05) for n in range(work_pool.WAITING_MAX + 5)]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    answers = asyncio.run(ask_all())
    assert sum(isinstance(each, Refused) for each in answers) == 4, "one runs, the others wait"


def test_one_asker_leaves_the_queue_to_others(pool: WorkPool) -> None:
    async def ask_all() -> tuple[list[object], float]:
        flood = [pool.run("one", spin, 0.05) for _ in range(work_pool.WAITING_MAX + 5)]
        flooding = asyncio.gather(*flood, return_exceptions=True)
        await asyncio.sleep(0)
        answer = await pool.run("another", spin, 0.05)
        return list(await flooding), answer

    answers, other = asyncio.run(ask_all())
    assert sum(not isinstance(each, Refused) for each in answers) == work_pool.PER_ASKER_MAX + 1
    assert other >= 0.05


def test_askers_take_turns_and_a_full_queue_refuses_those_who_send_most(pool: WorkPool) -> None:
    """Else four addresses would keep everyone waiting for half a minute, or out."""
    done: list[str] = []
    refusals: list[str] = []

    async def one(asker: str) -> None:
        try:
            await pool.run(asker, spin, 0.01)
        except Refused:
            refusals.append(asker)
        else:
            done.append(asker)

    async def ask_all() -> None:
        loud = [one(name) for name in "abcd" for _ in range(work_pool.PER_ASKER_MAX)]
        tasks = [asyncio.create_task(each) for each in [one("a"), *loud]]
        await asyncio.sleep(0)
        quiet = [asyncio.create_task(one(name)) for name in ("x", "y")]
        await asyncio.gather(*tasks, *quiet)

    asyncio.run(ask_all())
    assert len(refusals) == 2
    assert set(refusals) < set("abcd")
    assert set(done[:7]) == {*"abcd", "x", "y"}, "no one waits for another's second"


def test_a_process_that_was_lost_is_begun_again(pool: WorkPool) -> None:
    process, _ = asyncio.run(pool.run("anyone", where))
    os.kill(process, SIGKILL)
    sleep(0.3)
    with pytest.raises(Refused):
        asyncio.run(pool.run("anyone", where))
    assert asyncio.run(pool.run("anyone", where))[0] != process


def test_a_flood_of_questions_holds_up_no_stake(tmp_path: Path) -> None:
    with served(tmp_path) as (casino, address):
        ask_host(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        ask_host(casino.host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
        ask_host(casino.host, "t1", "bets", Given(c.OpenBetting(), DEALER))
        gambler = patron(casino, address)
        ask_host(casino.host, CAGE, "more", Given(cage.BuyCredits("patron", 100_000), DEALER))
        asked = f"{address}/api/v1/games/tiger/odds"
        with httpx.Client(timeout=60) as http, ThreadPoolExecutor(FLOOD) as many:
            first = http.post(asked, json=WORST, headers={"Authorization": "Bearer x"})
            assert first.status_code == 200, first.text

            def ask(_: int) -> int:
                headers = {"Authorization": "Bearer x"}
                return httpx.post(asked, json=WORST, headers=headers, timeout=60).status_code

            flood = [many.submit(ask, number) for number in range(FLOOD)]
            slowest_s = _slowest(gambler)
            statuses = Counter(each.result() for each in flood)
    assert set(statuses) == {200, 429}
    assert statuses[200] >= work_pool.PER_ASKER_MAX
    assert slowest_s < 2.0


def _slowest(gambler: Client) -> float:
    slowest_s = 0.0
    stake = 0
    for number in range(10):
        began = monotonic()
        command: c.Command = c.PlaceStake("patron", "banker", 1, 1000)
        if number:
            command = c.ChangeStake(stake, 1000 + 100 * number)
        done = gambler.give("t1", command)
        stake = int(str(done.events[0].fields["stake"]))
        slowest_s = max(slowest_s, monotonic() - began)
    return slowest_s


def test_a_process_is_prepared_before_its_first_question_and_at_the_usual_priority() -> None:
    pool = WorkPool(prepare=prepare)
    try:
        pool.start().result(60)
        assert asyncio.run(pool.run("anyone", prepared)) == [os.nice(0)], "once, before"
        process, nice = asyncio.run(pool.run("anyone", where))
        assert nice >= work_pool.NICE
        os.kill(process, SIGKILL)
        sleep(0.3)
        with pytest.raises(Refused):
            asyncio.run(pool.run("anyone", prepared))
        assert asyncio.run(pool.run("anyone", prepared)) == [os.nice(0)], (
            "nor is a later one without it"
        )
    finally:
        pool.stop()
