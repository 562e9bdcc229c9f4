"""Who has seen which significant event: a fold over the notices, chained with them."""

from collections.abc import Iterable
from threading import Lock

from msgspec import Struct

from punto.journal.notices import CHAIN, Matter, Notice, Noticed, add_notices
from punto.journal.records import acknowledged_after
from punto.journal.store import Store


class Acknowledged(Struct, frozen=True):
    """Somebody has seen a significant event."""

    by: str
    at_ms: int


class Acknowledgements:
    """What was acknowledged, by any process; what is new since it was last asked is read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Acknowledged] = {}
        self._last = 0
        self._lock = Lock()

    def of(self, events: Iterable[str]) -> dict[str, Acknowledged]:
        """Those of these events that somebody has acknowledged."""
        with self._store.reading() as reading:
            self._fold(acknowledged_after(reading.connection, self._last))
        return {each: self._known[each] for each in events if each in self._known}

    def add(self, event: str, by: str, table: str, now_ms: int) -> Acknowledged:
        """Note that somebody has seen it; of two who do, the first is noted, for both."""
        with self._store.writing([CHAIN]) as writing:
            self._fold(acknowledged_after(writing.connection, self._last))
            if event not in self._known:
                noted = Notice(Matter.ACKNOWLEDGED, now_ms, by, table, event)
                add_notices(writing.connection, [noted])
        return self.of([event])[event]

    def _fold(self, found: Iterable[Noticed]) -> None:
        with self._lock:
            for each in found:
                said = each.notice
                self._known.setdefault(said.about, Acknowledged(said.actor, said.at_ms))
                self._last = max(self._last, each.number)
