"""Worker threads that take turns at tables, and retry after failures."""

from collections.abc import Callable, Mapping
from threading import Event as Signal
from threading import Lock, Thread

from punto.floor.event_log import EventLog
from punto.journal.errors import Conflict, Corrupt, Unavailable
from punto.refusals import Refused

LOOK_MS = 200  # between looks at a table that waits for something
RETRY_MS = 1_000  # the first pause after a failure; it doubles each time
RETRY_MS_MAX = 15_000
STOP_S = 60.0  # the longest that stopping waits for a commit

Turn = Callable[[], int]  # takes one step and returns how many milliseconds to wait after it
Warn = Callable[[str, str], None]  # reports what is wrong at a table, in a sentence

_log = EventLog("punto.floor")


def log_warning(table: str, sentence: str) -> None:
    """Log a table's failure: the default for `warn`."""
    _log.warning("table-failing", table=table, why=sentence)


class Retrying:
    """A turn that never raises: each failure is reported once, and its end; pauses grow."""

    def __init__(self, table: str, turn: Turn, warn: Warn = log_warning) -> None:
        self._table = table
        self._turn = turn
        self._warn = warn
        self._failures = 0
        self._last_warning = ""

    def __call__(self) -> int:
        """Take the turn; return how many milliseconds to wait before the next."""
        try:
            pause_ms = self._turn()
        except Conflict:
            return LOOK_MS  # another process was faster: look again
        except Refused as refusal:  # a person can fix it at any moment: do not back off
            self._failures = 0
            return self._pause(refusal.sentence)
        except (Unavailable, Corrupt) as failure:
            return self._pause(str(failure))
        except Exception as bug:  # this table pauses, and the others carry on
            _log.error("internal-error", bug, table=self._table)
            return self._pause(f"Internal error, {type(bug).__name__}: call support.")
        if self._last_warning:
            _log.info("table-recovered", table=self._table, was=self._last_warning)
        self._failures, self._last_warning = 0, ""
        return pause_ms

    def _pause(self, sentence: str) -> int:
        if sentence != self._last_warning:
            self._last_warning = sentence
            self._warn(self._table, sentence)
        self._failures += 1
        return min(RETRY_MS << min(self._failures - 1, 10), RETRY_MS_MAX)


class Runner:
    """Runs a thread for each table, so that none waits for another's cards."""

    def __init__(
        self,
        turns: Mapping[str, Turn],
        *,
        warn: Warn = log_warning,
        wake: Callable[[], None] | None = None,
    ) -> None:
        """`wake` interrupts what a turn may be waiting for, such as a scanner."""
        self._stopping = Signal()
        self._warn = warn
        self._wake = wake
        self._lock = Lock()
        self._threads = [self._thread(table, turn) for table, turn in turns.items()]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def add(self, table: str, turn: Turn) -> None:
        """Run one more table, from now on; nothing happens once it is stopping."""
        with self._lock:
            if not self._stopping.is_set():
                thread = self._thread(table, turn)
                self._threads.append(thread)
                thread.start()

    def stop(self) -> bool:
        """Let every table finish its current turn, then stop; return whether all have."""
        with self._lock:
            self._stopping.set()
        if self._wake is not None:
            self._wake()
        for thread in self._threads:
            thread.join(STOP_S)
        return not any(thread.is_alive() for thread in self._threads)

    def _thread(self, table: str, turn: Turn) -> Thread:
        careful = Retrying(table, turn, self._warn)
        return Thread(target=self._run, args=(careful,), name=table, daemon=True)

    def _run(self, turn: Turn) -> None:
        while not self._stopping.is_set():
            self._stopping.wait(turn() / 1000)
