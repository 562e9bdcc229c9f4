"""A clock that tests can set: time of day and monotonic time."""

from punto.floor.clock import Clock

NOON_MS = 1_800_000_000_000
HOUR_MS = 3_600_000


class FakeClock(Clock):
    """Stands still until it is moved; `now_ms` never runs backwards, as the real one."""

    def __init__(self, now_ms: int = NOON_MS) -> None:
        super().__init__()
        self.day_ms = now_ms
        self.passed_ms = 77

    def now_ms(self) -> int:
        self._last = max(self._last, self.day_ms)
        return self._last

    def steady_ms(self) -> int:
        return self.passed_ms

    def move(self, ms: int) -> None:
        """Time passes."""
        self.day_ms += ms
        self.passed_ms += ms

    def set(self, ms: int) -> None:
        """Somebody sets the machine's clock forward, or back."""
        self.day_ms += ms


def restarted(clock: FakeClock) -> FakeClock:
    """The clock as a process finds it that begins now."""
    return FakeClock(clock.day_ms)
