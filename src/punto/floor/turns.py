"""Turns taken at tables in threads: whatever goes wrong at one, it goes on when it can."""

from collections.abc import Callable, Mapping
from logging import getLogger
from threading import Event as Signal
from threading import Thread

from punto.journal.failures import Conflict, Unavailable
from punto.refusals import Refused
from punto.table.evolve import Corrupt

LOOK_MS = 200  # how often a table is looked at that waits for something
TROUBLE_MS = 1_000  # the first pause after something went wrong; each further one is twice as long
TROUBLE_MS_MAX = 15_000
STOP_S = 60.0  # the longest a commit can hold up stopping

Turn = Callable[[], int]  # does one thing, and says after how many milliseconds to come again
Tell = Callable[[str, str], None]  # says of a table, in a sentence, what is wrong there

_log = getLogger(__name__)


def tell_log(table: str, sentence: str) -> None:
    """Where trouble is told when nobody else asked for it."""
    _log.warning("%s: %s", table, sentence)


class Careful:
    """A turn that never raises: trouble is told once, and waited for longer each time."""

    def __init__(self, table: str, turn: Turn, tell: Tell = tell_log) -> None:
        self._table = table
        self._turn = turn
        self._tell = tell
        self._troubles = 0
        self._told = ""

    def __call__(self) -> int:
        """Take the turn; how many milliseconds to wait before the next."""
        try:
            pause_ms = self._turn()
        except Conflict:
            return LOOK_MS  # somebody else was first: look again
        except Refused as refusal:  # for a person to mend: it may be mended any moment
            self._troubles = 0
            return self._rest(refusal.sentence)
        except (Unavailable, Corrupt) as trouble:
            return self._rest(str(trouble))
        except Exception as mistake:  # one of ours: this table rests, and the others go on
            _log.exception("a mistake at %s", self._table)
            return self._rest(f"A mistake of ours, {type(mistake).__name__}: call for support.")
        self._troubles, self._told = 0, ""
        return pause_ms

    def _rest(self, sentence: str) -> int:
        if sentence != self._told:
            self._told = sentence
            self._tell(self._table, sentence)
        self._troubles += 1
        return min(TROUBLE_MS << min(self._troubles - 1, 10), TROUBLE_MS_MAX)


class Runner:
    """Takes the turns of tables, a thread for each, so that none waits for another's cards."""

    def __init__(
        self,
        turns: Mapping[str, Turn],
        *,
        tell: Tell = tell_log,
        wake: Callable[[], None] | None = None,
    ) -> None:
        """`wake` ends what a turn may be waiting for, such as a scanner."""
        self._stopping = Signal()
        self._wake = wake
        self._threads = [
            Thread(target=self._run, args=(Careful(table, turn, tell),), name=table, daemon=True)
            for table, turn in turns.items()
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> bool:
        """Let every table finish what it does this moment, and no more; whether all have."""
        self._stopping.set()
        if self._wake is not None:
            self._wake()
        for thread in self._threads:
            thread.join(STOP_S)
        return not any(thread.is_alive() for thread in self._threads)

    def _run(self, turn: Turn) -> None:
        while not self._stopping.is_set():
            self._stopping.wait(turn() / 1000)
