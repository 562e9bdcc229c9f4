"""What time it is: UTC in milliseconds, and never earlier than it was."""

from collections import deque
from collections.abc import Callable
from threading import Lock
from time import monotonic_ns, time_ns

from msgspec import Struct

JUMP_MS = 1_000  # a smaller step is a clock being kept right
READ_MS = 100  # two clocks read further apart than this tell nothing of each other
CHANGES_MAX = 100  # remembered until somebody takes them
MS_NS = 1_000_000


class ClockChange(Struct, frozen=True):
    """The machine's clock was set: what it would have shown, and what it showed."""

    at_ms: int  # the time as it is told here
    was_ms: int
    set_to_ms: int


class Clock:
    """The time of day, held still where the machine's clock is set back."""

    def __init__(
        self,
        wall_ns: Callable[[], int] | None = None,
        steady_ns: Callable[[], int] | None = None,
    ) -> None:
        """The machine's own clocks, unless others are given."""
        self._wall_ns = wall_ns or (lambda: time_ns())
        self._steady_ns = steady_ns or (lambda: monotonic_ns())
        self._last = 0
        self._apart: int | None = None  # how far the time of day is from the one that only passes
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

    def steady_ms(self) -> int:
        """Time as it passes for this process, whatever the machine's clock is set to."""
        return self._steady_ns() // MS_NS

    def take_changes(self) -> list[ClockChange]:
        """How the clock was set since somebody asked last."""
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
