"""The alert for a table that falls behind its target: once, and again after it kept up."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.floor.target_watch import LOOK_MS, ROUNDS, ROUNDS_MIN, TargetWatch
from punto.journal.notices import Notice, NoticeKind, write_notices
from punto.journal.queries.round_steps import PAUSE_MS
from punto.journal.store import Store
from punto.table import commands as c
from tests.envelope import Given
from tests.floor.tables import DEALER, MANAGER, configuration, ids, play_round, shuffled
from tests.submission import ask


class SetClock(Clock):
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        super().__init__()
        self.at_ms = 1_794_787_200_000

    def now_ms(self) -> int:
        return self.at_ms


class Floor:
    """A table with a target, a watch over it, and what the watch noted."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, SetClock()
        self.host = Host(store, self.clock)
        self.noted: list[Notice] = []
        self.watch = self.another_watch()
        self.cards: Iterator[str] = iter(())

    def another_watch(self) -> TargetWatch:
        return TargetWatch(self.host, self.store, self.clock, self.noted.append)

    def open(self, rounds_an_hour: int | None) -> None:
        config = replace(configuration(), rounds_an_hour=rounds_an_hour)
        ask(self.host, "t1", f"open{next(ids)}", Given(c.OpenTable(config), MANAGER))
        self.shoe()

    def shoe(self) -> None:
        ask(self.host, "t1", f"load{next(ids)}", Given(c.LoadShoe(f"shoe{next(ids)}"), DEALER))
        self.cards = iter(shuffled(1))

    def play(self, rounds: int, seconds: int) -> None:
        for _ in range(rounds):
            play_round(self.host, "t1", self.cards)
            self.clock.at_ms += seconds * 1000

    def look(self) -> int:
        """Look once more; how many alerts there are by then."""
        self.clock.at_ms += LOOK_MS
        self.watch.look()
        return len(self.noted)


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    store = Store(str(tmp_path / "casino.journal"))
    store.create()
    made = Floor(store)
    yield made
    made.host.stop()
    store.close()


def test_a_slow_table_alerts_once_and_again_after_it_kept_up(floor: Floor) -> None:
    floor.open(rounds_an_hour=100)  # 36 seconds a round
    floor.play(ROUNDS_MIN - 1, seconds=60)
    assert floor.look() == 0, "too few rounds to say"
    floor.play(2, seconds=60)
    assert floor.look() == 1
    assert floor.look() == 1, "once is enough"
    (notice,) = floor.noted
    assert (notice.kind, notice.table) == (NoticeKind.BEHIND_TARGET, "t1")
    assert notice.after is not None
    assert (notice.after["target"], notice.after["longest"]) == (100, "waiting")
    assert float(notice.after["rounds_an_hour"]) < 70
    floor.play(ROUNDS + 1, seconds=10)
    assert floor.look() == 1, "it keeps up"
    floor.play(ROUNDS + 1, seconds=60)
    assert floor.look() == 2


def test_no_target_no_alert_and_a_break_is_none(floor: Floor) -> None:
    floor.open(rounds_an_hour=None)
    floor.play(ROUNDS_MIN + 1, seconds=90)
    assert floor.look() == 0
    change = replace(configuration(), rounds_an_hour=100)
    ask(floor.host, "t1", "set", Given(c.ChangeConfiguration(change), MANAGER))
    floor.clock.at_ms += PAUSE_MS
    assert floor.look() == 0, "nobody plays just now"
    floor.play(1, seconds=90)
    assert floor.look() == 1


def test_another_node_does_not_repeat_it_within_the_hour(floor: Floor) -> None:
    floor.open(rounds_an_hour=100)
    floor.play(ROUNDS_MIN + 1, seconds=60)
    assert floor.look() == 1
    write_notices(floor.store, floor.noted)
    floor.watch = floor.another_watch()
    assert floor.look() == 1
