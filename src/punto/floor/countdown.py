"""How long betting stays open, by the journal's times and a clock that nobody can set."""

from threading import Lock

from punto.floor.clock import Clock
from punto.floor.feed import Feed
from punto.floor.host import Host
from punto.floor.turns import LOOK_MS
from punto.journal.codec import Recorded, recorded
from punto.journal.store import Store
from punto.journal.streams import Event
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Timekeeper
from punto.table.people import Staff
from punto.table.prompt import Step, next_step

CLOCK = Staff("clock", Position.DEALER)


class Countdown:
    """The time left for stakes at one table; any process can have one, and all agree.

    The deadline follows from the recorded time of the opening, so a restart changes nothing. What
    passes while this looks on is measured by the steady clock alone, so setting the machine's
    clock neither shortens nor lengthens it. The time of day counts only for what passed before
    this looked on, and then never for less than nothing nor for more than could have passed.
    """

    def __init__(
        self, host: Host, store: Store, table: str, betting_ms: int, clock: Clock | None = None
    ) -> None:
        self._host = host
        self._store = store
        self._table = table
        self._betting_ms = betting_ms
        self._clock = clock or Clock()
        self._feed: Feed | None = None
        self._looked_ms = 0
        self._deadline_ms: int | None = None  # by the steady clock; None while betting is closed
        self._lock = Lock()

    def left_ms(self) -> int | None:
        """What is left of the time for stakes; None while betting is closed."""
        with self._lock:
            self._catch_up()
            if self._deadline_ms is None:
                return None
            return max(0, self._deadline_ms - self._looked_ms)

    def seconds_left(self) -> int | None:
        """The same for a display: whole seconds begun, 0 only when the time is over."""
        left_ms = self.left_ms()
        return None if left_ms is None else -(-left_ms // 1000)

    def over(self, seq: int) -> bool:
        """Whether the time is over, all events up to this one considered."""
        left_ms = self.left_ms()
        return left_ms == 0 and self._feed is not None and self._feed.seq >= seq

    def _catch_up(self) -> None:
        # Both before anything slow, and this one first: what is slow must not make it early.
        now_ms = self._clock.now_ms()
        steady_ms = self._clock.steady_ms()
        unseen_ms = self._betting_ms
        if self._feed is None:
            self._follow(self._since_opening(), unseen_ms, now_ms, steady_ms)
        else:
            unseen_ms = min(unseen_ms, steady_ms - self._looked_ms)
        assert self._feed is not None, "it was opened by now"
        while records := self._feed.take():
            self._follow(records, unseen_ms, now_ms, steady_ms)
        self._looked_ms = steady_ms

    def _follow(
        self, records: tuple[Recorded, ...], unseen_ms: int, now_ms: int, steady_ms: int
    ) -> None:
        """Take events in that happened since the last look, so at most so long ago."""
        for record in records:
            match _opens(record.event):
                case True:
                    passed_ms = max(0, min(now_ms - record.at_ms, unseen_ms))
                    self._deadline_ms = steady_ms + self._betting_ms - passed_ms
                case False:
                    self._deadline_ms = None
                case None:
                    pass

    def _since_opening(self) -> tuple[Recorded, ...]:
        """The event that last opened or closed betting, found from the end; then follow on."""
        seq, found = 0, None
        with self._store.reading() as reading:
            for entry in reading.backwards(self._table):
                seq = max(seq, entry.seq)
                told = [each for each in recorded(entry) if _opens(each.event) is not None]
                if told:
                    found = told[-1]
                    break
        self._feed = self._host.follow(self._table, seq)
        return (found,) if found else ()


class BettingClock:
    """Closes betting at a table that a person deals, where the clock keeps the time."""

    def __init__(self, host: Host, table: str, countdown: Countdown) -> None:
        self._host = host
        self._table = table
        self._countdown = countdown

    def turn(self) -> int:
        """Close betting where its time is over; how long until the next look."""
        left_ms = self._countdown.left_ms()
        if left_ms == 0:
            self._close()
        return min(LOOK_MS, left_ms or LOOK_MS)

    def _close(self) -> None:
        kept = self._host.look(self._table)
        config = kept.state.configuration
        if config is None or config.timekeeper is not Timekeeper.CLOCK:
            return
        # A table that exceeds its differential stays open until its stakes are put right (5.18).
        if next_step(kept.state).step is not Step.CLOSE_BETTING:
            return
        if self._countdown.over(kept.head.seq):
            number = kept.head.number
            command = c.CloseBetting(by=CLOCK)
            self._host.ask(self._table, f"clock-{number}", command, after=number)


def _opens(event: Event) -> bool | None:
    """Whether betting is open after this event; None where it says nothing about that."""
    match event:
        case e.BettingOpened() | e.BettingReopened():
            return True
        case e.BettingClosed() | e.RoundSettled() | e.RoundVoided():
            return False
        case _:
            return None
