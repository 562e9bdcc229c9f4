"""Betting timers of all tables: each closes in time, and a failure stays at its table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.floor.betting_timer import TABLES_MS, BettingTimers
from punto.floor.countdown import Countdown
from punto.floor.host import Host
from punto.journal.store import Store
from punto.table import commands as c
from punto.table.configuration import Timekeeper
from punto.table.evolve import Corrupt
from tests.envelope import Given
from tests.floor.fake_clock import FakeClock
from tests.floor.tables import DEALER, MANAGER, configuration, ids
from tests.submission import ask

BETTING_MS = 20_000


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(str(tmp_path / "casino.journal"))
    store.create()
    yield store
    store.close()


def open_betting(host: Host, table: str, timekeeper: Timekeeper = Timekeeper.CLOCK) -> None:
    config = replace(configuration(), timekeeper=timekeeper)
    ask(host, table, f"open{next(ids)}", Given(c.OpenTable(config), MANAGER))
    ask(host, table, f"load{next(ids)}", Given(c.LoadShoe("first"), DEALER))
    ask(host, table, f"bets{next(ids)}", Given(c.OpenBetting(), DEALER))


def is_open(host: Host, table: str) -> bool:
    play = host.look(table).state.round
    return play is not None and play.betting_open


def test_betting_closes_where_the_clock_keeps_the_time(store: Store) -> None:
    clock = FakeClock()
    host, other = Host(store, clock), Host(store, clock)
    warnings: list[str] = []

    def countdown(table: str) -> Countdown:
        return Countdown(host, store, table, BETTING_MS, clock)

    def pass_ms(ms: int) -> None:
        until_ms = clock.steady_ms() + ms
        while clock.steady_ms() < until_ms:
            clock.move(min(clocks.turn(), until_ms - clock.steady_ms()))
        clocks.turn()

    open_betting(host, "t1")
    open_betting(host, "t2", Timekeeper.DEALER)
    open_betting(host, "t3")
    clocks = BettingTimers(host, countdown, clock, lambda _, sentence: warnings.append(sentence))
    host.halted["t3"] = Corrupt("t3 is damaged")
    pass_ms(BETTING_MS - 1)
    assert is_open(host, "t1")
    open_betting(other, "t4")  # by another process
    pass_ms(1)
    assert not is_open(host, "t1")
    assert is_open(host, "t2")
    assert is_open(host, "t4")
    pass_ms(BETTING_MS + TABLES_MS)
    assert not is_open(host, "t4")
    assert warnings == []
    for each in (host, other):
        each.stop()
