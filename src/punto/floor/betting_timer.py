"""Betting timers: close betting on time at every table where the clock does it.

How long betting is open is set at the table (`Configuration.betting_seconds`) or, where it is not,
for the house (`Pace.betting_ms`); `countdown.py` counts it down.
"""

from collections.abc import Callable

from punto.floor.clock import Clock
from punto.floor.countdown import Countdown
from punto.floor.host import Host
from punto.floor.submission import Submission
from punto.floor.worker import LOOK_MS, Retrying, Warn, log_warning
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Timekeeper
from punto.table.people import Staff
from punto.table.prompt import Step, next_step

CLOCK = Staff("clock", Position.DEALER)
TABLES_MS = 5_000  # between looks for tables that another node has opened
SOONEST_MS = 10


class BettingClock:
    """Closes betting at a table that a person deals, if the clock keeps its time."""

    def __init__(self, host: Host, table: str, countdown: Countdown) -> None:
        self._host = host
        self._table = table
        self._countdown = countdown

    def turn(self) -> int:
        """Close betting if its time is over; return how many ms until the next turn."""
        left_ms = self._countdown.left_ms()
        if left_ms == 0:
            self._close()
        return min(LOOK_MS, left_ms or LOOK_MS)

    def _close(self) -> None:
        stream = self._host.look(self._table)
        config = stream.state.configuration
        if config is None or config.timekeeper is not Timekeeper.CLOCK:
            return
        # A table that exceeds its differential stays open until its stakes are put right (5.18).
        if next_step(stream.state).step is not Step.CLOSE_BETTING:
            return
        if self._countdown.is_over(stream.head.seq):
            number = stream.head.number
            given = Submission(
                self._table, f"clock-{number}", CLOCK, c.CloseBetting(), after=number
            )
            self._host.submit_and_wait(given)


class BettingTimers:
    """Checks every table that is due in one turn; a failure at one does not delay the others.

    Every node may run these: closing names the entry it was based on, so it happens once.
    """

    def __init__(
        self,
        host: Host,
        countdown: Callable[[str], Countdown],
        clock: Clock,
        warn: Warn = log_warning,
    ) -> None:
        self._host = host
        self._countdown = countdown
        self._clock = clock
        self._warn = warn
        self._turns: dict[str, Retrying] = {}
        self._due_ms: dict[str, int] = {}
        self._tables_ms = clock.steady_ms()

    def turn(self) -> int:
        """Close betting wherever its time is over; return how many ms until the next turn."""
        now_ms = self._clock.steady_ms()
        if now_ms >= self._tables_ms:
            self._find_tables(now_ms)
        for table, due_ms in self._due_ms.items():
            if due_ms <= now_ms:
                self._due_ms[table] = now_ms + self._turns[table]()
        soonest_ms = min(self._due_ms.values(), default=now_ms + LOOK_MS) - now_ms
        return max(SOONEST_MS, min(LOOK_MS, soonest_ms))

    def _find_tables(self, now_ms: int) -> None:
        for table in self._host.all_tables():
            if table not in self._turns:
                closing = BettingClock(self._host, table, self._countdown(table))
                self._turns[table] = Retrying(table, closing.turn, self._warn)
                self._due_ms[table] = now_ms
        self._tables_ms = now_ms + TABLES_MS
