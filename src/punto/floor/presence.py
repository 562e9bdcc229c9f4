"""Presence: who has been active at a table recently, so that an empty automatic table pauses."""

from threading import Lock

from punto.floor.clock import Clock

RECENT_MS = 90_000
STAFF_MS = 300_000  # as long as a console stays signed in without input


class Presence:
    """When each patron, and any staff, were last active at each table; held in memory only."""

    def __init__(self, clock: Clock | None = None, recent_ms: int = RECENT_MS) -> None:
        self._clock = clock or Clock()
        self._recent_ms = recent_ms
        self._active_ms: dict[str, dict[str, int]] = {}
        self._staff_ms: dict[str, int] = {}
        self._lock = Lock()

    def note(self, table: str, patron: str) -> None:
        """Note that a patron has sat down or acted at a table."""
        with self._lock:
            self._active_ms.setdefault(table, {})[patron] = self._clock.steady_ms()

    def note_staff(self, table: str) -> None:
        """Note that someone of the staff works at a table."""
        with self._lock:
            self._staff_ms[table] = self._clock.steady_ms()

    def has_staff(self, table: str) -> bool:
        """Whether someone of the staff has worked there recently."""
        with self._lock:
            at_ms = self._staff_ms.get(table)
            return at_ms is not None and at_ms >= self._clock.steady_ms() - STAFF_MS

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
