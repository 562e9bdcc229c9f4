"""Under a continuous rush of stakes, betting still closes on time."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from time import monotonic

import pytest
from msgspec.structs import replace

from punto.floor.betting_timer import BettingTimers
from punto.floor.countdown import Countdown
from punto.floor.host import Host
from punto.journal.errors import Conflict
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.table import commands as c
from punto.table.configuration import Timekeeper
from tests.envelope import Given
from tests.floor.fake_clock import FakeClock
from tests.floor.tables import DEALER, MANAGER, configuration, stake
from tests.submission import ask, submit

BETTING_MS = 20_000
AT_ONCE = 20  # commands of the rush that wait together
CLOSED_S = 60.0  # patience: without the cure it never closes


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(str(tmp_path / "casino.journal"))
    store.create()
    yield store
    store.close()


def rush(host: Host, over: Signal, who: int) -> None:
    """Change a stake without an end; what comes too late is refused, and tried all the same."""
    for turn in count():
        futures = [
            submit(
                host, "t1", f"r{who}-{turn}-{n}", Given(c.ChangeStake(1, 1100 + n * 100), DEALER)
            )
            for n in range(AT_ONCE)
        ]
        for future in futures[: AT_ONCE // 2]:  # the others still wait when the next ones come
            future.result()
        if over.is_set():
            return


def test_betting_closes_in_the_middle_of_a_rush(store: Store) -> None:
    clock = FakeClock()
    host = Host(store, clock)
    config = replace(configuration(), timekeeper=Timekeeper.CLOCK)
    ask(host, "t1", "open", Given(c.OpenTable(config), MANAGER))
    ask(host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
    ask(host, "t1", "bets", Given(c.OpenBetting(), DEALER))
    ask(host, "t1", "stake", stake("seat1"))
    countdown = Countdown(host, store, "t1", BETTING_MS, clock)
    clocks = BettingTimers(host, lambda _: countdown, clock)
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
    with store.begin_read() as transaction:
        assert [str(fault) for fault in verify(transaction)] == []


def is_open(host: Host) -> bool:
    play = host.look("t1").state.round
    return play is not None and play.betting_open


def test_a_close_is_for_the_betting_that_was_seen(store: Store) -> None:
    """Stakes in between are nothing to it; anything else is."""
    host = Host(store)
    ask(host, "t1", "open", Given(c.OpenTable(configuration()), MANAGER))
    ask(host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
    ask(host, "t1", "bets", Given(c.OpenBetting(), DEALER))
    seen = host.look("t1").head.number
    ask(host, "t1", "stake", stake("seat1"))
    with pytest.raises(Conflict):
        ask(host, "t1", "early", Given(c.DrawCard("2C"), DEALER), after=seen)
    ask(host, "t1", "close", Given(c.CloseBetting(), DEALER), after=seen)
    assert not is_open(host)
    with pytest.raises(Conflict):
        ask(host, "t1", "again", Given(c.CloseBetting(), DEALER), after=seen)
    host.stop()
