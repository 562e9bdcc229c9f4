"""What time it is: UTC in milliseconds, and never earlier than it was."""

from threading import Lock
from time import monotonic_ns, time_ns


class Clock:
    """The time of day, held still where the machine's clock is set back."""

    def __init__(self) -> None:
        self._last = 0
        self._lock = Lock()

    def now_ms(self) -> int:
        with self._lock:
            self._last = max(self._last, time_ns() // 1_000_000)
            return self._last

    def steady_ms(self) -> int:
        """Time as it passes for this process, whatever the machine's clock is set to."""
        return monotonic_ns() // 1_000_000
