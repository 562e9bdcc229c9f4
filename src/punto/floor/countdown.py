"""The betting countdown, from the journal's times and the monotonic clock."""

from threading import Lock

from msgspec import Struct

from punto.floor.clock import Clock
from punto.floor.feed import Feed
from punto.floor.host import Host
from punto.journal.codec import Recorded, recorded
from punto.journal.store import Store
from punto.journal.streams import Event
from punto.table import events as e
from punto.table.configuration import Configuration, Timekeeper
from punto.table.dealers import deals_itself


class BettingTime(Struct, frozen=True):
    """How long betting stays open yet, and how long it is open in all."""

    left_ms: int
    of_ms: int


class Countdown:
    """The betting time left at one table; every process may have one, and all agree.

    The deadline follows from the recorded time of the opening, so a restart changes nothing. Time
    that passes while this runs is measured by the monotonic clock alone, so setting the machine's
    clock neither shortens nor lengthens it. The time of day is used only for what passed before
    this started, bounded by zero and by the time that could have passed.

    A table may have a betting time of its own (`Configuration.betting_seconds`); `house_ms` is
    that of all others.
    """

    def __init__(
        self, host: Host, store: Store, table: str, house_ms: int, clock: Clock | None = None
    ) -> None:
        self._host = host
        self._store = store
        self._table = table
        self._house_ms = house_ms
        self._betting_ms = house_ms
        self._config: Configuration | None = None
        self._dealer = ""  # who is signed on
        self._clock = clock or Clock()
        self._feed: Feed | None = None
        self._looked_ms = 0
        self._deadline_ms: int | None = None  # by the monotonic clock; None while betting is closed
        self._lock = Lock()

    def left_ms(self) -> int | None:
        """The betting time left; None while betting is closed."""
        with self._lock:
            self._catch_up()
            if self._deadline_ms is None:
                return None
            return max(0, self._deadline_ms - self._looked_ms)

    def shown(self) -> BettingTime | None:
        """What a countdown shows; None while betting is closed, or where a dealer closes it."""
        left_ms = self.left_ms()
        if left_ms is None or not self._is_closed_by_clock():
            return None
        return BettingTime(min(left_ms, self._betting_ms), self._betting_ms)

    def is_over(self, seq: int) -> bool:
        """Whether the time is over, taking every event up to this one into account."""
        left_ms = self.left_ms()
        return left_ms == 0 and self._feed is not None and self._feed.seq >= seq

    def _catch_up(self) -> None:
        # Read both before anything slow, the time of day first, so that delays never close early.
        now_ms = self._clock.now_ms()
        steady_ms = self._clock.steady_ms()
        unseen_ms = now_ms if self._feed is None else steady_ms - self._looked_ms
        if self._feed is None:
            self._follow(self._since_opening(), unseen_ms, now_ms, steady_ms)
        assert self._feed is not None, "_since_opening sets it"
        while records := self._feed.take():
            self._follow(records, unseen_ms, now_ms, steady_ms)
        self._looked_ms = steady_ms

    def _follow(
        self, records: tuple[Recorded, ...], unseen_ms: int, now_ms: int, steady_ms: int
    ) -> None:
        """Apply events that happened since the last look, at most `unseen_ms` ago."""
        for record in records:
            match record.event:
                case (
                    e.TableOpened(configuration=config)
                    | e.ConfigurationChanged(configuration=config)
                ):
                    self._set_betting_time(config)
                case e.DealerSignedOn(dealer=dealer):
                    self._dealer = dealer
                case e.DealerSignedOff() | e.TableClosed():
                    self._dealer = ""
            match _opens(record.event):
                case True:
                    passed_ms = max(0, min(now_ms - record.at_ms, unseen_ms, self._betting_ms))
                    self._deadline_ms = steady_ms + self._betting_ms - passed_ms
                case False:
                    self._deadline_ms = None
                case None:
                    pass

    def _since_opening(self) -> tuple[Recorded, ...]:
        """Find the event that last opened or closed betting, and follow the table from there."""
        seq, found = 0, None
        with self._store.begin_read() as transaction:
            for entry in transaction.backwards(self._table):
                seq = max(seq, entry.seq)
                relevant = [each for each in recorded(entry) if _opens(each.event) is not None]
                if relevant:
                    found = relevant[-1]
                    break
        self._feed = self._host.follow(self._table, seq)
        state = self._host.look(self._table).state
        self._set_betting_time(state.configuration)
        self._dealer = state.dealer
        return (found,) if found else ()

    def _is_closed_by_clock(self) -> bool:
        """Whether a clock closes betting here, not a dealer."""
        config = self._config
        if config is None:
            return False
        return config.timekeeper is Timekeeper.CLOCK or deals_itself(config, self._dealer)

    def _set_betting_time(self, config: Configuration | None) -> None:
        self._config = config
        own_seconds = config.betting_seconds if config else None
        self._betting_ms = self._house_ms if own_seconds is None else own_seconds * 1000


def _opens(event: Event) -> bool | None:
    """Whether betting is open after this event; None if the event does not affect it."""
    match event:
        case e.BettingOpened() | e.BettingReopened():
            return True
        case e.BettingClosed() | e.RoundSettled() | e.RoundVoided():
            return False
        case _:
            return None
