"""Who has been at a table lately, so that an automatic one rests while nobody is there."""

from threading import Lock

from punto.floor.clock import Clock

LATELY_MS = 90_000


class Presence:
    """Remembers when each patron was last heard of; a restart forgets, and they are heard again."""

    def __init__(self, clock: Clock | None = None, lately_ms: int = LATELY_MS) -> None:
        self._clock = clock or Clock()
        self._lately_ms = lately_ms
        self._heard: dict[str, dict[str, int]] = {}
        self._lock = Lock()

    def hear(self, table: str, patron: str) -> None:
        """A patron has taken a seat, or does something there."""
        with self._lock:
            self._heard.setdefault(table, {})[patron] = self._clock.steady_ms()

    def leave(self, table: str, patron: str) -> None:
        """A patron has got up."""
        with self._lock:
            self._heard.get(table, {}).pop(patron, None)

    def seated(self, table: str) -> bool:
        """Whether anybody has been there lately."""
        return self.count(table) > 0

    def count(self, table: str) -> int:
        """How many have been there lately."""
        with self._lock:
            heard = self._heard.get(table, {})
            since = self._clock.steady_ms() - self._lately_ms
            return sum(at_ms >= since for at_ms in heard.values())
