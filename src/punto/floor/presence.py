"""Presence: who has been active at a table recently, so that an empty automatic table pauses."""

from threading import Lock

from punto.floor.clock import Clock

RECENT_MS = 90_000


class Presence:
    """When each patron was last active at each table; held in memory only."""

    def __init__(self, clock: Clock | None = None, recent_ms: int = RECENT_MS) -> None:
        self._clock = clock or Clock()
        self._recent_ms = recent_ms
        self._active_ms: dict[str, dict[str, int]] = {}
        self._lock = Lock()

    def note(self, table: str, patron: str) -> None:
        """Note that a patron has sat down or acted at a table."""
        with self._lock:
            self._active_ms.setdefault(table, {})[patron] = self._clock.steady_ms()

    def leave(self, table: str, patron: str) -> None:
        """Note that a patron has left a table."""
        with self._lock:
            self._active_ms.get(table, {}).pop(patron, None)

    def seated(self, table: str) -> bool:
        """Whether anyone has been active there recently."""
        return bool(self.patrons(table))

    def patrons(self, table: str) -> frozenset[str]:
        """The patrons who have been active there recently."""
        with self._lock:
            since_ms = self._clock.steady_ms() - self._recent_ms
            active_ms = self._active_ms.get(table, {})
            return frozenset(patron for patron, at_ms in active_ms.items() if at_ms >= since_ms)
