"""The books under concurrency: a Hypothesis machine, a real journal and several hosts.

`python -m tests.floor.test_books` plays a million operations: `make books`.
"""

# ruff: noqa: T201  (the long run is there to print)

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from punto.floor.host import Host
from punto.journal.projections import fold
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.ledger import postings
from punto.ledger.accounts import Account
from punto.ledger.totals import Played, PlayTotals, Stakes, add_play
from punto.ledger.transfers import Purpose, Transfer
from punto.table.events import Paid
from tests.floor.random_commands import TABLES, Floor
from tests.floor.recounted_totals import check_reports

HOSTS = 2
STEPS = 20  # rules of an example
TOGETHER_MAX = 60  # operations of a rule


class Books(RuleBasedStateMachine):
    """Hosts that share one SQLite journal; after every rule the books are held to the events."""

    counted: ClassVar[Counter[str]] = Counter()
    times: ClassVar[int] = 1  # the long run submits this many times as much at once

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.store = Store(str(Path(self.folder.name) / "casino.journal"))
        self.store.create()
        self.floor = Floor([Host(self.store) for _ in range(HOSTS)])
        self.floor.open()

    @rule(seed=st.integers(0, 2**32), number=st.integers(1, TOGETHER_MAX))
    def ask_together(self, seed: int, number: int) -> None:
        self.floor.ask_together(Random(seed), number * Books.times)
        self.check()

    @rule(seed=st.integers(0, 2**32), number=st.integers(10, TOGETHER_MAX))
    def go_on(self, seed: int, number: int) -> None:
        self.floor.go_on(Random(seed), number)
        self.check()

    def check(self) -> None:
        with self.store.begin_read() as transaction:
            self.floor.check(transaction)

    @rule(which=st.integers(0, HOSTS - 1))
    def start_again(self, which: int) -> None:
        self.floor.hosts[which].stop()
        self.floor.hosts[which] = again = Host(self.store)
        assert again.halted == {}

    def teardown(self) -> None:
        for host in self.floor.hosts:
            host.stop()
        last = Host(self.store)
        with self.store.begin_read() as transaction:
            faults = [str(fault) for fault in verify(transaction)]
            assert faults == [], faults
            check_reports(transaction, tuple(TABLES))
            heads = {table: transaction.head(table).number for table in TABLES}
        last.stop()
        assert last.halted == {}
        self.store.close()
        self.folder.cleanup()
        Books.counted += self.floor.counted
        assert min(heads.values()) >= 1


TestBooks = Books.TestCase
TestBooks.settings = settings(
    max_examples=5,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def play_on(floor: Floor, store: Store) -> None:
    """Until somebody has won, and longer."""
    for seed in range(500):
        floor.go_on(Random(seed), 60)
        with store.begin_read() as transaction:
            floor.check(transaction)


def test_books_that_forget_winnings_are_found_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = postings._settled

    def forgetful(on_table: Account, house: Account, purse: Account, line: Paid) -> list[Transfer]:
        moved = whole(on_table, house, purse, line)
        return [each for each in moved if each.purpose is not Purpose.WINNINGS]

    monkeypatch.setattr(postings, "_settled", forgetful)
    store = Store(str(tmp_path / "casino.journal"))
    store.create()
    host = Host(store)
    floor = Floor([host])
    floor.open()
    with pytest.raises(AssertionError, match="seat"):
        play_on(floor, store)
    host.stop()
    store.close()


Lose = Callable[[PlayTotals, Played, int, Stakes, int], PlayTotals]


def lose_reversals(whole: Lose) -> Lose:
    """Totals in which a correction is added and what it corrects stays."""

    def add(
        before: PlayTotals, change: Played, stakes: int, wagers: Stakes, at_ms: int
    ) -> PlayTotals:
        return before if change.sign < 0 else whole(before, change, stakes, wagers, at_ms)

    return add


def lose_voids(whole: Lose) -> Lose:
    def add(
        before: PlayTotals, change: Played, stakes: int, wagers: Stakes, at_ms: int
    ) -> PlayTotals:
        return before if change.is_void else whole(before, change, stakes, wagers, at_ms)

    return add


@pytest.mark.parametrize("broken", [lose_reversals, lose_voids])
def test_totals_that_forget_something_are_found_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: Callable[[Lose], Lose]
) -> None:
    """Verify folds with the same code, and so would agree: the recount does not."""
    monkeypatch.setattr(fold, "add_play", broken(add_play))
    store = Store(str(tmp_path / "casino.journal"))
    store.create()
    host = Host(store)
    floor = Floor([host])
    floor.open()
    with pytest.raises(AssertionError, match="not what the entries come to"):
        play_on(floor, store)
    host.stop()
    store.close()


def main() -> None:
    """Run the requested number of operations, and print the results."""
    parser = ArgumentParser(prog="python -m tests.floor.test_books", description=main.__doc__)
    parser.add_argument("--operations", type=int, default=1_000_000)
    wanted = parser.parse_args().operations
    started = perf_counter()
    runs = 0
    Books.times = 5
    while Books.counted.total() < wanted:
        runs += 1
        run_state_machine_as_test(
            Books,
            settings=settings(
                TestBooks.settings,
                max_examples=50,
                stateful_step_count=100,
                phases=[Phase.generate],  # to shorten a failure of the long run takes longer
                database=None,
            ),
        )
        print(f"{Books.counted.total():,} operations after {runs * 50} examples", flush=True)
    took = perf_counter() - started
    print(
        f"\n{Books.counted.total():,} operations in {took:,.0f} s; the books held after each rule."
    )
    print("\n| answer | times |\n|---|--:|")
    for word, times in sorted(Books.counted.items()):
        print(f"| {word} | {times:,} |")


if __name__ == "__main__":
    main()
