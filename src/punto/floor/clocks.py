"""The clocks of all tables: betting is closed in time wherever the clock keeps it."""

from collections.abc import Callable

from punto.floor.clock import Clock
from punto.floor.countdown import BettingClock, Countdown
from punto.floor.host import Host
from punto.floor.turns import LOOK_MS, Careful, Tell, tell_log

TABLES_MS = 5_000  # how soon a table is found that another node has opened
SOONEST_MS = 10


class BettingClocks:
    """One turn looks at every table whose time has come; trouble at one holds up no other.

    Every node may have these: a close is for the table as it was seen, so it happens once.
    """

    def __init__(
        self,
        host: Host,
        countdown: Callable[[str], Countdown],
        clock: Clock,
        tell: Tell = tell_log,
    ) -> None:
        self._host = host
        self._countdown = countdown
        self._clock = clock
        self._tell = tell
        self._turns: dict[str, Careful] = {}
        self._due_ms: dict[str, int] = {}
        self._tables_ms = clock.steady_ms()

    def turn(self) -> int:
        """Close betting where its time is over; how long until the next look."""
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
                self._turns[table] = Careful(table, closing.turn, self._tell)
                self._due_ms[table] = now_ms
        self._tables_ms = now_ms + TABLES_MS
