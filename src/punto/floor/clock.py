"""The time: UTC in milliseconds, never running backwards."""

from collections import deque
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from threading import Lock
from time import monotonic_ns, time_ns

from msgspec import Struct

from punto.rules.game import SINGAPORE_HOURS

HOUSE_TIME_ZONE = "Asia/Singapore"  # unless another is set
JUMP_MS = 1_000  # a smaller step is an ordinary time correction
READ_MS = 100  # clocks read further apart than this are not compared
CHANGES_MAX = 100  # held until take_changes
MS_NS = 1_000_000


def singapore_day(now_ms: int) -> date:
    """The date in Singapore, by which editions come into force.

    >>> singapore_day(1570463999999), singapore_day(1570464000000)
    (datetime.date(2019, 10, 7), datetime.date(2019, 10, 8))
    """
    return date(1970, 1, 1) + timedelta(hours=(now_ms // 3_600_000) + SINGAPORE_HOURS)


def utc_now() -> datetime:
    """The time of day, for documents that state when they were made."""
    return datetime.fromtimestamp(time_ns() // 10**9, UTC)


def today() -> date:
    """Today in Singapore."""
    return singapore_day(time_ns() // MS_NS)


class ClockChange(Struct, frozen=True):
    """The machine's clock was set: the time it would have shown, and the time it showed."""

    at_ms: int  # by this Clock
    was_ms: int
    set_to_ms: int


class Clock:
    """The time of day; it stands still after the machine's clock is set back."""

    def __init__(
        self,
        wall_ns: Callable[[], int] | None = None,
        steady_ns: Callable[[], int] | None = None,
    ) -> None:
        """Use the machine's clocks unless others are given."""
        self._wall_ns = wall_ns or (lambda: time_ns())
        self._steady_ns = steady_ns or (lambda: monotonic_ns())
        self._last = 0
        self._apart: int | None = None  # the time of day minus the steady clock
        self._changes: deque[ClockChange] = deque(maxlen=CHANGES_MAX)
        self._lock = Lock()

    def now_ms(self) -> int:
        with self._lock:
            before = self._steady_ns()
            wall_ms = self._wall_ns() // MS_NS
            after = self._steady_ns()
            self._last = max(self._last, wall_ms)
            if after - before < READ_MS * MS_NS:
                self._compare(wall_ms, after // MS_NS)
            return self._last

    def machine_ms(self) -> int:
        """The machine's own time, which may be set back: for codes that another device shows."""
        return self._wall_ns() // MS_NS

    def steady_ms(self) -> int:
        """A monotonic time, independent of how the machine's clock is set."""
        return self._steady_ns() // MS_NS

    def take_changes(self) -> list[ClockChange]:
        """The changes of the machine's clock since the last call."""
        with self._lock:
            found = list(self._changes)
            self._changes.clear()
        return found

    def _compare(self, wall_ms: int, steady_ms: int) -> None:
        apart = wall_ms - steady_ms
        if self._apart is not None and abs(apart - self._apart) >= JUMP_MS:
            self._changes.append(ClockChange(self._last, steady_ms + self._apart, wall_ms))
            self._apart = apart
        elif self._apart is None:
            self._apart = apart
