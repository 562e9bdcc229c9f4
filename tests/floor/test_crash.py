"""Killed at any moment, nothing acknowledged is lost, nothing is doubled, and the books balance."""

import signal
from pathlib import Path
from random import Random
from time import monotonic, sleep

from punto.floor.stream import new_stream, recover, replay
from punto.journal.codec import decode_refusal
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from tests.cli.run import started
from tests.floor.busy_process import TABLES
from tests.floor.tables import is_same
from tests.sample import SQLITE_FIRST

KILLS = 8  # `make crash` kills many more times

Acknowledged = list[tuple[str, str, str, int]]  # table, command id, word, last event


def run_and_kill(journal: str, run: str, folder: Path, chance: Random, *how: str) -> Acknowledged:
    """Run a busy process for a moment, kill it, and read which answers it had received."""
    said = folder / f"{run}.said"
    with said.open("wb") as out:
        child = started("tests.floor.busy_process", journal, run, *how, out=out)
    deadline = monotonic() + 60
    while not said.stat().st_size and child.poll() is None and monotonic() < deadline:
        sleep(0.005)
    sleep(chance.random() * 0.25)
    child.send_signal(signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    whole = said.read_text(encoding="utf-8").rpartition("\n")[0]
    lines = [line.split(" ") for line in whole.splitlines()]
    return [(table, each, word, int(last)) for table, each, word, last in lines]


def lost(store: Store, acknowledged: Acknowledged) -> Acknowledged:
    """The acknowledged answers that the journal lacks or contradicts."""
    found: dict[tuple[str, str], tuple[str, int]] = {}
    with store.begin_read() as transaction:
        for entry in transaction.everything():
            refused = decode_refusal(entry)
            answer = (refused.reason.value, 0) if refused else ("done", entry.seq)
            assert (entry.stream, entry.id) not in found, "done twice"
            found[entry.stream, entry.id] = answer
    return [each for each in acknowledged if found.get(each[:2]) != each[2:]]


def kill_again_and_again(journal: str, folder: Path, kills: int) -> Acknowledged:
    """Start, kill, look; what was acknowledged in all."""
    chance = Random(14)
    acknowledged: Acknowledged = []
    for run in range(kills):
        acknowledged += run_and_kill(journal, f"run{run}", folder, chance)
        store = Store(journal)
        assert lost(store, acknowledged) == []
        with store.begin_read() as transaction:
            assert [str(fault) for fault in verify(transaction)] == []
            for table in TABLES:
                whole = replay(new_stream(table), transaction.entries(table))
                assert is_same(recover(transaction, table), whole)
        store.close()
    return acknowledged


@SQLITE_FIRST
def test_nothing_acknowledged_is_lost(journal: str, tmp_path: Path) -> None:
    assert len(kill_again_and_again(journal, tmp_path, KILLS)) > KILLS * len(TABLES)


def test_a_build_that_tells_before_it_commits_is_found_out(tmp_path: Path) -> None:
    journal = str(tmp_path / "casino.journal")
    chance = Random(15)
    for run in range(2 * KILLS):
        acknowledged = run_and_kill(journal, f"run{run}", tmp_path, chance, "hasty")
        store = Store(journal)
        missing = lost(store, acknowledged)
        store.close()
        if missing:
            return
    raise AssertionError("it was never caught")
