"""Readiness: whether a stake would be accepted now, by a trial commit; answers `/ready`."""

from secrets import token_hex
from threading import Lock, Thread
from time import monotonic

from msgspec import Struct

from punto.floor.event_log import EventLog, Outage
from punto.floor.host import Host
from punto.journal.errors import Conflict, Unavailable
from punto.journal.probe import locked_streams, try_commit
from punto.journal.store import Store

FRESH_S = 1.0  # how long an answer is cached: anyone may request it, and each one is a commit
ANSWER_S = 1.5  # how long a request waits for the answer
WAITED_S = 2.0  # if a command has waited for longer, the floor is not ready

_log = EventLog("punto.floor")


class Readiness(Struct, frozen=True):
    """Whether a stake would be accepted, and if not, why."""

    is_ready: bool
    why: str = ""
    locked: tuple[str, ...] = ()  # tables that another process keeps locked


class ReadinessCheck:
    """Checks readiness at most once a second, however many requests there are."""

    def __init__(self, store: Store, host: Host) -> None:
        self._store = store
        self._host = host
        self._found = Readiness(is_ready=False)
        self._found_s = -FRESH_S
        self._thread: Thread | None = None
        self._lock = Lock()
        self._outage = Outage(_log, "not-ready", "ready-again")

    def check(self) -> Readiness:
        """The cached answer, or a new one; not ready if the database is slower than ANSWER_S."""
        with self._lock:
            if monotonic() - self._found_s < FRESH_S:
                return self._found
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="readiness", daemon=True)
                self._thread.start()
            thread = self._thread
        thread.join(ANSWER_S)
        if thread.is_alive():
            late = Readiness(is_ready=False, why="The database does not answer in time.")
            self._outage.begin(late.why)
            return late
        return self._found

    def _run(self) -> None:
        found = self._look()
        with self._lock:
            self._found, self._found_s = found, monotonic()
        if found.is_ready:
            self._outage.end()
        else:
            self._outage.begin(found.why)

    def _look(self) -> Readiness:
        if not self._host.is_running:
            return Readiness(is_ready=False, why="The floor is closing.")
        waited_s = self._host.waited_s()
        if waited_s > WAITED_S:
            why = f"A command has waited for {waited_s:.0f} s: see whether the database is busy."
            return Readiness(is_ready=False, why=why)
        try:
            try_commit(self._store, f"probe-{token_hex(8)}")
            locked = tuple(locked_streams(self._store, self._host.tables(), WAITED_S))
        except (Unavailable, Conflict) as failure:
            return Readiness(is_ready=False, why=str(failure))
        if locked:
            why = f"Another process has locked {', '.join(locked)}: check what it is doing."
            return Readiness(is_ready=False, why=why, locked=locked)
        return Readiness(is_ready=True)
