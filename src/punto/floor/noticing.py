"""Noticing: what matters and is in no entry is written to the notices, and floods are counted.

Nobody who asks for something waits for it. Of the like by one person within a minute the first is
written at once, and how many more there were is written when the minute is over.
"""

from collections.abc import Callable, Mapping
from logging import getLogger
from threading import Event as Signal
from threading import Lock, Thread

from msgspec import Struct
from msgspec.structs import replace

from punto.floor.clock import Clock
from punto.journal.failures import Conflict, Unavailable
from punto.journal.notices import Matter, Notice, keep_notices
from punto.journal.store import Store

COUNTED_MS = 60_000
COUNTED_MAX = 100  # people counted apart within a minute; the rest are counted together
WAITING_MAX = 10_000  # notices kept while the database is away
LOOK_S = 1.0
MANY = "many"

_log = getLogger("punto.floor")


class Counted(Struct):
    """The first of its like within a minute, and how many came after."""

    first: Notice
    more: int = 0
    last_ms: int = 0


class Noticing:
    """One process's hand that writes notices."""

    def __init__(
        self, store: Store, clock: Clock, halted: Callable[[], Mapping[str, Exception]] = dict
    ) -> None:
        self._store = store
        self._clock = clock
        self._halted = halted
        self._known_halted: set[str] = set()
        self._waiting: list[Notice] = []
        self._counted: dict[tuple[Matter, str], Counted] = {}
        self._lock = Lock()  # of what waits
        self._writing = Lock()  # of the hand: what is noted first is written first
        self._something = Signal()
        self._ending = Signal()
        self._thread = Thread(target=self._run, name="noticing", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def note(self, notice: Notice) -> None:
        """Something that is rare: it is written soon."""
        with self._lock:
            self._waiting.append(notice)
        self._something.set()

    def count(self, notice: Notice) -> None:
        """Something that may come in floods."""
        with self._lock:
            key = (notice.kind, notice.actor)
            if key not in self._counted and len(self._counted) >= COUNTED_MAX:
                key, notice = (notice.kind, MANY), replace(notice, actor=MANY, about="")
            known = self._counted.get(key)
            if known is not None:
                known.more += 1
                known.last_ms = notice.at_ms
                return
            self._counted[key] = Counted(notice)
            self._waiting.append(notice)
        self._something.set()

    def flush(self, *, everything: bool = False) -> None:
        """Write what waits, and what was counted once its minute is over, or all of it."""
        now_ms = self._clock.now_ms()
        self._look()
        with self._writing:
            with self._lock:
                self._end_minutes(now_ms, everything=everything)
                new, self._waiting = self._waiting, []
            try:
                keep_notices(self._store, new)
            except (Unavailable, Conflict) as trouble:
                _log.warning("%d notices wait: %s", len(new), trouble)
                with self._lock:
                    self._waiting = (new + self._waiting)[-WAITING_MAX:]

    def stop(self) -> None:
        """Write everything, and stop."""
        self._ending.set()
        self._something.set()
        if self._thread.is_alive():
            self._thread.join()
        self.flush(everything=True)

    def _run(self) -> None:
        while not self._ending.is_set():
            self._something.wait(LOOK_S)
            self._something.clear()
            try:
                self.flush()
            except Exception:  # a mistake of ours must not end all noticing
                _log.exception("notices could not be written")
                self._ending.wait(LOOK_S)

    def _look(self) -> None:
        """What nobody tells: clocks that were set, tables that were halted."""
        for change in self._clock.take_changes():
            before, after = {"time_ms": change.was_ms}, {"time_ms": change.set_to_ms}
            back = change.set_to_ms < change.was_ms
            about = "set back: time stands still here until it is caught up" if back else "set on"
            self.note(Notice(Matter.CLOCK_CHANGED, change.at_ms, "", "", about, before, after))
        for stream, fault in list(self._halted().items()):
            if stream not in self._known_halted:
                self._known_halted.add(stream)
                now_ms = self._clock.now_ms()
                self.note(Notice(Matter.TABLE_HALTED, now_ms, "", stream, str(fault)))

    def _end_minutes(self, now_ms: int, *, everything: bool) -> None:
        for key, counted in list(self._counted.items()):
            if everything or now_ms - counted.first.at_ms >= COUNTED_MS:
                del self._counted[key]
                if counted.more:
                    self._waiting.append(
                        replace(counted.first, at_ms=counted.last_ms, count=counted.more)
                    )
