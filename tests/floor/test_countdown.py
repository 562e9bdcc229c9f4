"""Betting closes on time, never early, even if the system clock is changed."""

from collections.abc import Callable, Iterator
from time import monotonic, sleep

import pytest
from msgspec.structs import replace

from punto.floor.betting_timer import BettingClock
from punto.floor.countdown import Countdown
from punto.floor.dealing_times import DealingTimes, check_dealing_times
from punto.floor.feed import Feed
from punto.floor.host import Host
from punto.floor.worker import LOOK_MS, Runner
from punto.journal.codec import recorded
from punto.journal.store import Store
from punto.refusals import Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Timekeeper
from punto.table.people import Staff
from tests.envelope import Given
from tests.floor.fake_clock import HOUR_MS, FakeClock, restarted
from tests.floor.tables import DEALER, configuration, ids, routine, shuffled, stake
from tests.sample import SQLITE_FIRST
from tests.submission import ask as ask_host

BETTING_MS = 25_000
BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def host(store: Store, clock: FakeClock) -> Iterator[Host]:
    host = Host(store, clock)
    yield host
    host.stop()


def ask(host: Host, command: Given) -> None:
    ask_host(host, "t1", f"c{next(ids)}", command)


def opened(
    host: Host, timekeeper: Timekeeper = Timekeeper.CLOCK, differential_cents: int | None = None
) -> None:
    """A table whose betting has just been opened."""
    config = replace(configuration(), timekeeper=timekeeper, differential_cents=differential_cents)
    ask(host, Given(c.OpenTable(config), BOSS))
    ask(host, Given(c.LoadShoe("s1"), DEALER))
    ask(host, Given(c.OpenBetting(), DEALER))


def countdown(host: Host, store: Store, clock: FakeClock) -> Countdown:
    return Countdown(host, store, "t1", BETTING_MS, clock)


def is_open(host: Host) -> bool:
    play = host.look("t1").state.round
    return play is not None and play.betting_open


@SQLITE_FIRST
def test_the_time_left_runs_down_to_nothing_and_stays_there(
    host: Host, store: Store, clock: FakeClock
) -> None:
    counting = countdown(host, store, clock)
    assert counting.left_ms() is None, "there is no table"
    opened(host)
    assert counting.left_ms() == BETTING_MS
    clock.move(BETTING_MS - 1)
    assert counting.left_ms() == 1
    for more_ms in (1, HOUR_MS):
        clock.move(more_ms)
        assert counting.left_ms() == 0
    ask(host, Given(c.CloseBetting(), DEALER))
    assert counting.left_ms() is None


@SQLITE_FIRST
def test_each_round_counts_anew(host: Host, store: Store, clock: FakeClock) -> None:
    opened(host)
    counting = countdown(host, store, clock)
    cards = iter(shuffled(4))
    for _ in range(3):
        clock.move(20_000)
        assert counting.left_ms() == 5_000
        ask(host, Given(c.CloseBetting(), DEALER))
        while host.state("t1").round is not None:
            step(host, cards)
        assert counting.left_ms() is None
        clock.move(7_000)
        ask(host, Given(c.OpenBetting(), DEALER))
        assert counting.left_ms() == BETTING_MS


def step(host: Host, cards: Iterator[str]) -> None:
    command = routine(host.state("t1"), cards)
    assert command is not None
    ask(host, command)


@SQLITE_FIRST
def test_a_table_has_a_betting_time_of_its_own(host: Host, store: Store, clock: FakeClock) -> None:
    config = replace(configuration(), timekeeper=Timekeeper.CLOCK, betting_seconds=40)
    counting, cards = countdown(host, store, clock), iter(shuffled(3))
    assert counting.left_ms() is None
    ask(host, Given(c.OpenTable(config), BOSS))
    ask(host, Given(c.LoadShoe("s1"), DEALER))
    ask(host, Given(c.OpenBetting(), DEALER))
    clock.move(1_000)
    late = countdown(host, store, clock)  # it starts with the table as it stands
    for each in (counting, late):
        assert each.left_ms() == 39_000
    clock.move(38_999)
    BettingClock(host, "t1", counting).turn()
    assert is_open(host)
    clock.move(1)
    BettingClock(host, "t1", counting).turn()
    assert not is_open(host)
    while host.state("t1").round is not None:
        step(host, cards)
    for seconds, whole_ms in ((3, 3_000), (None, BETTING_MS)):
        change = c.ChangeConfiguration(replace(config, betting_seconds=seconds))
        ask(host, Given(change, BOSS))
        ask(host, Given(c.OpenBetting(), DEALER))
        for each in (counting, late):
            assert each.left_ms() == whole_ms
        ask(host, Given(c.CloseBetting(), DEALER))
        while host.state("t1").round is not None:
            step(host, cards)


@pytest.mark.parametrize("looks", [True, False])
@SQLITE_FIRST
def test_reopened_betting_has_its_whole_time_again(
    host: Host, store: Store, clock: FakeClock, looks: bool
) -> None:
    opened(host)
    ask(host, stake("seat1"))
    counting = countdown(host, store, clock)
    closing = BettingClock(host, "t1", counting)
    clock.move(BETTING_MS)
    if looks:
        assert counting.left_ms() == 0
    ask(host, Given(c.CloseBetting(), DEALER))
    ask(host, Given(c.Report(Irregularity.DEVICE_RESET), BOSS))
    clock.move(9_000)
    ask(host, Given(c.LapseOption(), BOSS))
    assert is_open(host), "5.9"
    closing.turn()
    assert is_open(host), "the time that was over was that of the first opening"
    assert counting.left_ms() == BETTING_MS
    clock.move(BETTING_MS - 1)
    closing.turn()
    assert is_open(host)
    clock.move(1)
    closing.turn()
    assert not is_open(host)


@pytest.mark.parametrize(("away_ms", "left_ms"), [(0, 15_000), (6_000, 9_000), (HOUR_MS, 0)])
@SQLITE_FIRST
def test_a_restart_changes_no_deadline(
    host: Host, store: Store, clock: FakeClock, away_ms: int, left_ms: int
) -> None:
    opened(host)
    clock.move(10_000)
    ask(host, stake("seat1"))  # what came since does not count
    clock.move(away_ms)
    later = restarted(clock)
    again = Host(store, later)
    assert countdown(again, store, later).left_ms() == left_ms
    again.stop()


@SQLITE_FIRST
def test_a_clock_set_while_betting_is_open_changes_nothing(
    host: Host, store: Store, clock: FakeClock
) -> None:
    opened(host)
    counting = countdown(host, store, clock)
    assert counting.left_ms() == BETTING_MS
    for set_ms in (HOUR_MS, -2 * HOUR_MS, 5 * HOUR_MS):
        clock.set(set_ms)
        clock.move(5_000)
        ask(host, stake("seat1"))
        counting.left_ms()
    assert counting.left_ms() == BETTING_MS - 15_000
    clock.set(-9 * HOUR_MS)
    clock.move(10_000)
    assert counting.left_ms() == 0


@pytest.mark.parametrize("set_ms", [HOUR_MS, -HOUR_MS])
@SQLITE_FIRST
def test_a_clock_set_between_two_looks_shortens_nothing_by_more_than_a_look(
    host: Host, store: Store, clock: FakeClock, set_ms: int
) -> None:
    counting = countdown(host, store, clock)
    counting.left_ms()
    clock.move(LOOK_MS // 2)
    opened(host)
    clock.set(set_ms)
    clock.move(LOOK_MS // 2)
    left_ms = counting.left_ms()
    assert left_ms is not None
    assert BETTING_MS - LOOK_MS <= left_ms <= BETTING_MS


@SQLITE_FIRST
def test_a_clock_set_back_while_nobody_looked_keeps_betting_open_no_longer_than_its_time(
    host: Host, store: Store, clock: FakeClock
) -> None:
    opened(host)
    clock.move(10_000)
    clock.set(-HOUR_MS)
    later = restarted(clock)
    again = Host(store, later)
    counting = countdown(again, store, later)
    assert counting.left_ms() == BETTING_MS
    later.move(BETTING_MS)
    assert counting.left_ms() == 0
    again.stop()


@SQLITE_FIRST
def test_a_host_elsewhere_agrees(host: Host, store: Store, clock: FakeClock) -> None:
    other = Host(store, clock)
    there = countdown(other, store, clock)
    assert there.left_ms() is None
    opened(host)
    clock.move(4_000)
    wait_until(lambda: there.left_ms() == BETTING_MS - 4_000)
    assert countdown(host, store, clock).left_ms() == there.left_ms()
    other.stop()


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = monotonic() + 60
    while not holds() and monotonic() < deadline:
        sleep(0.02)


@SQLITE_FIRST
def test_the_clock_closes_only_where_it_keeps_the_time(
    host: Host, store: Store, clock: FakeClock
) -> None:
    opened(host, Timekeeper.DEALER)
    closing = BettingClock(host, "t1", countdown(host, store, clock))
    clock.move(HOUR_MS)
    assert closing.turn() == LOOK_MS
    assert is_open(host), "this dealer closes betting"
    ask(host, Given(c.CloseBetting(), DEALER))


@SQLITE_FIRST
def test_the_clock_waits_for_stakes_over_the_differential(
    host: Host, store: Store, clock: FakeClock
) -> None:
    opened(host, differential_cents=10_000)
    ask(host, stake("seat1", 50_000))
    closing = BettingClock(host, "t1", countdown(host, store, clock))
    clock.move(BETTING_MS)
    before = host.look("t1").head
    closing.turn()
    assert is_open(host)
    assert host.look("t1").head == before, "no command is sent that would be refused"
    ask(host, Given(c.AskToDecrease(), DEALER))
    ask(host, Given(c.ChangeStake(1, 10_000), DEALER))
    closing.turn()
    assert not is_open(host)


@SQLITE_FIRST
def test_time_is_not_over_for_events_that_were_not_seen_yet(
    host: Host, store: Store, clock: FakeClock
) -> None:
    """A caller that has seen a later event may have seen betting opened again."""
    opened(host)
    counting = countdown(host, store, clock)
    clock.move(BETTING_MS)
    seq = host.look("t1").head.seq
    assert counting.is_over(seq)
    assert not counting.is_over(seq + 1)


@SQLITE_FIRST
def test_a_slow_disk_makes_nothing_early(host: Host, store: Store, clock: FakeClock) -> None:
    opened(host)
    counting = countdown(host, store, clock)
    follow = host.follow

    def slow(table: str, after: int = 0) -> Feed:
        clock.move(3_000)
        return follow(table, after)

    host.follow = slow  # type: ignore[method-assign]
    assert counting.left_ms() == BETTING_MS, "as it was when the look began"
    assert counting.left_ms() == BETTING_MS - 3_000


@SQLITE_FIRST
def test_two_clocks_close_betting_once(host: Host, store: Store, clock: FakeClock) -> None:
    opened(host)
    both = [BettingClock(host, "t1", countdown(host, store, clock)) for _ in range(2)]
    clock.move(BETTING_MS)
    for closing in both:
        closing.turn()
    with store.begin_read() as transaction:
        events = [each.event for entry in transaction.entries("t1") for each in recorded(entry)]
    assert [type(event) for event in events].count(e.BettingClosed) == 1


def test_betting_is_closed_by_the_real_clock_and_not_before(store: Store) -> None:
    host = Host(store)
    opened(host)
    closing = BettingClock(host, "t1", Countdown(host, store, "t1", 1_000))
    runner = Runner({"t1": closing.turn})
    runner.start()
    wait_until(lambda: not is_open(host))
    assert runner.stop()
    host.stop()
    with store.begin_read() as transaction:
        at_ms = {
            type(each.event): each.at_ms
            for entry in transaction.entries("t1")
            for each in recorded(entry)
        }
    assert at_ms[e.BettingClosed] - at_ms[e.BettingOpened] >= 1_000


@pytest.mark.parametrize("dealing_times", [DealingTimes(betting_ms=999), DealingTimes(card_ms=-1)])
def test_dealing_times_that_cannot_be_played_are_refused(dealing_times: DealingTimes) -> None:
    with pytest.raises(Refused):
        check_dealing_times(dealing_times)
    assert check_dealing_times(DealingTimes()) == DealingTimes()
