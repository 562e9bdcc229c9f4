"""The audit writer: records significant events that no journal entry holds, as notices.

It writes in the background, so no request waits for it. Of the same kind of event by the same
person from the same address within a minute, the first is written at once, and at the end how many
followed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from threading import Event as Signal
from threading import Lock, Thread

from msgspec import Struct
from msgspec.structs import replace

from punto.floor.alerts import UNOPENED_MS, is_alert
from punto.floor.clock import Clock
from punto.floor.event_log import EventLog, Outage
from punto.journal.caller import caller_address
from punto.journal.errors import Conflict, Unavailable
from punto.journal.notices import Notice, NoticeKind, write_notices
from punto.journal.store import Store

COUNTED_MS = 60_000
COUNTED_MAX = 100  # people counted separately within a minute; the rest are counted together
WAITING_MAX = 10_000  # notices held in memory while the database is unavailable
LOOK_S = 1.0
SEALS_LOOK_MS = 30_000  # between checks of the seals of all tables
MANY = "many"
ATTACKS = (NoticeKind.SIGN_IN_FAILED, NoticeKind.DENIED)  # logged as warnings, as alerts are

_log = EventLog("punto.audit")

logged: Counter[str] = Counter()  # notices of this process by kind, for its metrics


class Counted(Struct):
    """The first event of its kind within a minute, and how many followed."""

    first: Notice
    more: int = 0
    last_ms: int = 0


class AuditWriter:
    """Writes one process's notices from a background thread."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        halted: Callable[[], Mapping[str, Exception]] = dict,
        sealed: Callable[[], Iterable[tuple[str, str]]] = tuple,
        look: Callable[[], object] = tuple,
    ) -> None:
        """`sealed` yields the table and name of each retired shoe whose seal is unopened.

        `look` is called every second.
        """
        self._store = store
        self._clock = clock
        self._halted = halted
        self._known_halted: set[str] = set()
        self._sealed = sealed
        self._look_also = look
        self._sealed_since_ms: dict[tuple[str, str], int] = {}
        self._known_unopened: set[tuple[str, str]] = set()
        self._seals_looked_ms = 0
        self._waiting: list[Notice] = []
        self._counted: dict[tuple[NoticeKind, str, str], Counted] = {}
        self._outage = Outage(_log, "notices-waiting", "notices-written-again")
        self._lock = Lock()  # guards _waiting and _counted
        self._transaction = Lock()  # held while writing, so that notices are written in order
        self._something = Signal()
        self._ending = Signal()
        self._thread = Thread(target=self._run, name="audit-writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def note(self, notice: Notice) -> None:
        """Queue a notice of a rare event, to be written soon."""
        with self._lock:
            self._waiting.append(_with_address(notice))
        self._something.set()

    def count(self, notice: Notice) -> None:
        """Queue a notice of an event that may come in floods, to be counted by the minute."""
        notice = _with_address(notice)
        with self._lock:
            key = (notice.kind, notice.actor, notice.address)
            if key not in self._counted and len(self._counted) >= COUNTED_MAX:
                key = (notice.kind, MANY, "")
                notice = replace(notice, actor=MANY, about="", address="")
            known = self._counted.get(key)
            if known is not None:
                known.more += 1
                known.last_ms = notice.at_ms
                return
            self._counted[key] = Counted(notice)
            self._waiting.append(notice)
        self._something.set()

    def flush(self, *, everything: bool = False) -> None:
        """Write what is queued, and the counts whose minute is over (or all of them)."""
        now_ms = self._clock.now_ms()
        self._look()
        with self._transaction:
            with self._lock:
                self._end_minutes(now_ms, everything=everything)
                new, self._waiting = self._waiting, []
            try:
                write_notices(self._store, new)
            except (Unavailable, Conflict) as failure:
                self._outage.begin(str(failure))
                with self._lock:
                    self._waiting = (new + self._waiting)[-WAITING_MAX:]
                return
        if new:
            self._outage.end()
        for each in new:
            log_notice(each)

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
            except Exception as bug:  # it must not end the thread
                _log.error("notices-not-written", bug)
                self._ending.wait(LOOK_S)

    def _look(self) -> None:
        """Notice what nothing reports: clocks that were set, tables halted, seals unopened."""
        for change in self._clock.take_changes():
            before, after = {"time_ms": change.was_ms}, {"time_ms": change.set_to_ms}
            back = change.set_to_ms < change.was_ms
            about = "set back: time stands still here until it is caught up" if back else "set on"
            self.note(Notice(NoticeKind.CLOCK_CHANGED, change.at_ms, "", "", about, before, after))
        for stream, fault in list(self._halted().items()):
            if stream not in self._known_halted:
                self._known_halted.add(stream)
                now_ms = self._clock.now_ms()
                self.note(Notice(NoticeKind.TABLE_HALTED, now_ms, "", stream, str(fault)))
        self._look_at_seals(self._clock.now_ms())
        self._look_also()

    def _look_at_seals(self, now_ms: int) -> None:
        """Alert the pit to a retired shoe whose seal stays unopened: it proves nothing."""
        if now_ms - self._seals_looked_ms < SEALS_LOOK_MS:
            return
        self._seals_looked_ms = now_ms
        closed = set(self._sealed())
        self._sealed_since_ms = {each: self._sealed_since_ms.get(each, now_ms) for each in closed}
        for each, since_ms in self._sealed_since_ms.items():
            if now_ms - since_ms >= UNOPENED_MS and each not in self._known_unopened:
                self._known_unopened.add(each)
                table, shoe = each
                about = f"the seal of {shoe} is not opened"
                self.note(Notice(NoticeKind.SEAL_UNOPENED, now_ms, "", table, about))

    def _end_minutes(self, now_ms: int, *, everything: bool) -> None:
        for key, counted in list(self._counted.items()):
            if everything or now_ms - counted.first.at_ms >= COUNTED_MS:
                del self._counted[key]
                if counted.more:
                    self._waiting.append(
                        replace(counted.first, at_ms=counted.last_ms, count=counted.more)
                    )


def log_notice(notice: Notice) -> None:
    """Log and count a notice that is on disk."""
    logged[notice.kind.value] += notice.count
    notice = _with_address(notice)
    facts = {"person": notice.actor, "address": notice.address, "table": notice.table}
    more = {"about": notice.about, "after": notice.after, "count": notice.count}
    is_urgent = is_alert(notice.kind.value) or notice.kind in ATTACKS
    (_log.warning if is_urgent else _log.info)(notice.kind.value, **facts, **more)


def _with_address(notice: Notice) -> Notice:
    """The notice with the address of the request that is being served, if there is one."""
    return notice if notice.address else replace(notice, address=caller_address.get())
