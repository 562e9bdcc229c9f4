"""A rush of stakes that does not end: betting closes in time all the same."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from time import monotonic

import pytest
from msgspec.structs import replace

from punto.floor.clocks import BettingClocks
from punto.floor.countdown import Countdown
from punto.floor.host import Host
from punto.journal.failures import Conflict
from punto.journal.store import Store
from punto.journal.verify import verify
from punto.table import commands as c
from punto.table.configuration import Timekeeper
from tests.floor.hands import Hands
from tests.floor.tables import DEALER, MANAGER, configuration, stake

BETTING_MS = 20_000
AT_ONCE = 20  # commands of the rush that wait together
CLOSED_S = 20.0  # patience: without the cure it never closes


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(str(tmp_path / "casino.journal"))
    store.create()
    yield store
    store.close()


def rush(host: Host, over: Signal, who: int) -> None:
    """Change a stake without an end; what comes too late is refused, and tried all the same."""
    for turn in count():
        asked = [
            host.submit("t1", f"r{who}-{turn}-{n}", c.ChangeStake(1, 1100 + n * 100, by=DEALER))
            for n in range(AT_ONCE)
        ]
        for future in asked[: AT_ONCE // 2]:  # the others still wait when the next ones come
            future.result()
        if over.is_set():
            return


def test_betting_closes_in_the_middle_of_a_rush(store: Store) -> None:
    clock = Hands()
    host = Host(store, clock)
    config = replace(configuration(), timekeeper=Timekeeper.CLOCK)
    host.ask("t1", "open", c.OpenTable(config, by=MANAGER))
    host.ask("t1", "load", c.LoadShoe("first", by=DEALER))
    host.ask("t1", "bets", c.OpenBetting(by=DEALER))
    host.ask("t1", "stake", stake("seat1"))
    countdown = Countdown(host, store, "t1", BETTING_MS, clock)
    clocks = BettingClocks(host, lambda _: countdown, clock)
    clocks.turn()
    over = Signal()
    threads = [Thread(target=rush, args=(host, over, each)) for each in range(4)]
    for thread in threads:
        thread.start()
    clock.move(BETTING_MS)
    deadline = monotonic() + CLOSED_S
    while is_open(host) and monotonic() < deadline:
        clock.move(clocks.turn())
    closed = not is_open(host)
    over.set()
    for thread in threads:
        thread.join()
    host.stop()
    assert closed
    with store.reading() as reading:
        assert [str(fault) for fault in verify(reading)] == []


def is_open(host: Host) -> bool:
    play = host.look("t1").state.round
    return play is not None and play.betting_open


def test_a_close_is_for_the_betting_that_was_seen(store: Store) -> None:
    """Stakes in between are nothing to it; anything else is."""
    host = Host(store)
    host.ask("t1", "open", c.OpenTable(configuration(), by=MANAGER))
    host.ask("t1", "load", c.LoadShoe("first", by=DEALER))
    host.ask("t1", "bets", c.OpenBetting(by=DEALER))
    seen = host.look("t1").head.number
    host.ask("t1", "stake", stake("seat1"))
    with pytest.raises(Conflict):
        host.ask("t1", "early", c.DrawCard("2C", by=DEALER), after=seen)
    host.ask("t1", "close", c.CloseBetting(by=DEALER), after=seen)
    assert not is_open(host)
    with pytest.raises(Conflict):
        host.ask("t1", "again", c.CloseBetting(by=DEALER), after=seen)
    host.stop()
