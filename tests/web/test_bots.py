"""Bots: guests that stake within limits over real sockets, across reconnects, until stopped."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from punto.cli import main
from punto.cli.bots import words
from punto.client.swarm import Swarm
from punto.journal.codec import recorded
from punto.journal.people.people import Kind
from punto.refusals import Reason, Refused
from punto.table import events as e
from punto.web.app import make_app
from punto.web.casino import Casino
from punto.web.server import in_thread, opened
from tests.web.served import FAST, served
from tests.web.test_serve import free_port

TABLE = "rapid-no-commission"


def run(make: Callable[[], Swarm], until: Callable[[Swarm], bool] | None = None) -> Swarm:
    """Let bots play until something has come about, or they have had their rounds."""

    async def play() -> Swarm:
        swarm, stop = make(), asyncio.Event()
        playing = asyncio.create_task(swarm.run(stop))
        deadline = time.monotonic() + 90
        while until is not None and not until(swarm) and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        if until is not None:
            stop.set()
        await asyncio.wait_for(playing, 90)
        return swarm

    return asyncio.run(play())


def events(casino: Casino, kind: type[Any]) -> list[Any]:
    with casino.store.begin_read() as transaction:
        entries = list(transaction.entries(TABLE))
    return [
        record.event
        for entry in entries
        if not entry.refusal
        for record in recorded(entry)
        if isinstance(record.event, kind)
    ]


def test_bots_stake_at_their_own_terminals_and_every_stake_is_answered(tmp_path: Path) -> None:
    with served(tmp_path, demo=True) as (casino, address):
        swarm = run(lambda: Swarm(address, TABLE, 12, rounds=2, stakes_a_round=3, seed=8))
        placed = events(casino, e.StakePlaced)
        config = casino.host.look(TABLE).state.configuration
    assert config is not None
    limits = [(config.limits[stake.wager], stake.cents) for stake in placed]
    assert all(each.min_cents <= cents <= each.max_cents for each, cents in limits)
    summary = swarm.summary()
    assert summary["stakes"] == len(placed) > 24
    assert summary["unanswered"] == summary["breaks"] == swarm.tally.seated == 0
    assert set(summary["refused"]) <= {"betting-closed"}
    assert summary["changes"] + summary["withdrawals"] > 0
    assert {stake.position for stake in placed} == set(range(1, 13))
    assert summary["answer_ms"]["p50"] <= summary["answer_ms"]["p99"]


def test_bots_come_back_when_their_server_does(tmp_path: Path) -> None:
    port = free_port()
    with opened(str(tmp_path / "j"), demo=True, dealing_times=FAST) as (casino, _):
        first = in_thread(make_app(casino), port)
        address = first.__enter__()
        later: list[Any] = []

        def until(swarm: Swarm) -> bool:
            if swarm.tally.stakes and not later:
                first.__exit__(None, None, None)
                later.append(in_thread(make_app(casino), port))
                later[0].__enter__()
                later.append(swarm.tally.stakes)
            return bool(later) and swarm.tally.breaks >= 3 and swarm.tally.stakes > later[1]

        try:
            swarm = run(lambda: Swarm(("http://127.0.0.1:1", address), TABLE, 3), until)
        finally:
            later[0].__exit__(None, None, None)
        assert swarm.tally.stakes > later[1]
        assert swarm.tally.stakes <= len(events(casino, e.StakePlaced))


def test_a_guest_without_credits_is_replaced_by_another(tmp_path: Path) -> None:
    with served(tmp_path, demo=True) as (casino, address):
        casino.guests_cents = 1000

        def came() -> int:
            return len(casino.people.all(Kind.GUEST))

        swarm = run(lambda: Swarm(address, TABLE, 2), lambda _: came() > 4)
        assert came() > 4  # one looked, two sat down, and the others came after them
    assert swarm.tally.refused["not-enough-credits"] >= 2


def test_a_table_that_bots_cannot_play_at_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as (casino, address):
        with pytest.raises(Refused) as missing:
            run(lambda: Swarm(address, "nowhere", 1, rounds=1))
        assert missing.value.reason is Reason.UNKNOWN_TABLE
        casino.guests_cents = None
        with pytest.raises(Refused) as guests:
            run(lambda: Swarm(address, "nowhere", 1, rounds=1))
        assert guests.value.reason is Reason.NOT_AUTHORISED
    assert main(["bots", "--table", "t", "--server", "http://127.0.0.1:1"]) == 2
    assert "No server answers" in capsys.readouterr().err
    assert main(["bots", "--table", "t", "--count", "0"]) == 2
    assert "at least one" in capsys.readouterr().err


def test_ctrl_c_ends_it_with_a_summary(tmp_path: Path) -> None:
    with served(tmp_path, demo=True) as (casino, address):
        command = ["bots", "--table", TABLE, "--count", "3", "--server", address, "--json"]
        with subprocess.Popen(
            [sys.executable, "-m", "punto", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            deadline = time.monotonic() + 60

            def someone_heard_of_a_stake() -> bool:
                """A bot makes its second stake only after the answer to its first."""
                patrons = [placed.patron for placed in events(casino, e.StakePlaced)]
                return len(patrons) > len(set(patrons))

            while not someone_heard_of_a_stake() and time.monotonic() < deadline:
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, "")
        assert json.loads(out)["stakes"] >= 1


def test_a_summary_is_told_in_words() -> None:
    told = " ".join(words(Swarm("http://127.0.0.1:1", "t1", 3).summary()))
    assert "3 bots at t1" in told
    assert "p99 None" not in told
