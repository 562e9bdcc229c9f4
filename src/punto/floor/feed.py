"""Feeds: whoever follows a table gets every event after a number, no gap and no duplicate."""

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import takewhile
from math import inf
from threading import Condition
from time import monotonic

from punto.journal.codec import Recorded, recorded
from punto.journal.failures import Conflict
from punto.journal.store import Store

RECENT = 2000  # events of a table that are kept in memory for its followers
TABLES_MAX = 200  # tables of which any are; of the others all is read from the journal
QUIET_MAX = 10_000  # tables that are known to have nothing new
AT_ONCE = 500  # entries read from the journal at once
POLL_S = 0.1  # how soon an event is seen that another process has recorded, where nobody tells us
BACKSTOP_S = 5.0  # how soon where somebody does, and one was missed all the same


class Feeds:
    """What was recorded lately; only ever given out in the journal's own order."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._recent: dict[str, deque[Recorded]] = {}
        self._ends: dict[str, int] = {}  # the number after which nothing was found, of each table
        self._looked_at: dict[str, float] = {}
        self._told: dict[str, int] = {}  # the number up to which others say there are events
        self._notices = 0
        self._hears = False  # whether a listener is there to tell us of other processes
        self._changed = Condition()

    def follow(self, table: str, after: int = 0) -> "Feed":
        """Follow a table from the event after this number on."""
        return Feed(self, table, after)

    def publish(self, records: Iterable[Recorded]) -> None:
        """Take in what is on disk now; what is known already is passed over."""
        with self._changed:
            for record in records:
                # Taken out and put back in: the table that was quiet for longest comes first.
                recent = self._recent.pop(record.stream, None) or deque(maxlen=RECENT)
                self._recent[record.stream] = recent
                if recent and record.seq <= recent[-1].seq:
                    continue
                if recent and record.seq > recent[-1].seq + 1:
                    recent.clear()  # memory has no gaps: what is before this is read from disk
                recent.append(record)
                self._ends[record.stream] = record.seq
            while len(self._recent) > TABLES_MAX:
                self._forget(next(iter(self._recent)))
            self._changed.notify_all()

    def end_of(self, table: str) -> int:
        """The number of the last event of a table that is in memory."""
        with self._changed:
            recent = self._recent.get(table)
            return recent[-1].seq if recent else 0

    def hear(self, ends: Mapping[str, int]) -> None:
        """Another process has recorded events up to these numbers; without any, perhaps anywhere.

        Nothing is believed but that it is worth a look: what there is, the journal says.
        """
        with self._changed:
            if not ends:
                self._looked_at.clear()
            for table, seq in ends.items():
                if table in self._ends:  # of others nothing is remembered: they are read anyway
                    self._told[table] = max(seq, self._told.get(table, 0))
            self._notices += 1
            self._changed.notify_all()

    def hears(self) -> None:
        """From now on others are heard; what they did before is looked for once, everywhere."""
        self._hears = True
        self.hear({})

    def deaf(self) -> None:
        """Nobody is heard for now: look often again."""
        with self._changed:
            self._hears = False
            self._changed.notify_all()

    @property
    def _poll_s(self) -> float:
        return BACKSTOP_S if self._hears else POLL_S

    def _forget(self, table: str) -> None:
        del self._recent[table]
        self._ends.pop(table, None)
        self._looked_at.pop(table, None)
        self._told.pop(table, None)

    def after(self, table: str, seq: int, wait_s: float) -> tuple[Recorded, ...]:
        """The next events after a number, waiting for some if there are none yet."""
        deadline = monotonic() + wait_s
        while True:
            notices = self._notices
            found = self._from_memory(table, seq) or self._from_journal(table, seq)
            left = deadline - monotonic()
            if found or left <= 0:
                return found
            with self._changed:
                # A notice that came while we read may be of something that we did not see yet.
                if notices == self._notices and not self._from_memory(table, seq):
                    self._changed.wait(min(left, self._poll_s))

    def _from_memory(self, table: str, seq: int) -> tuple[Recorded, ...]:
        with self._changed:
            recent = self._recent.get(table)
            if not recent or recent[0].seq > seq + 1:
                return ()
            new = takewhile(lambda record: record.seq > seq, reversed(recent))
            return tuple(new)[::-1]

    def _from_journal(self, table: str, seq: int) -> tuple[Recorded, ...]:
        """Read on from the journal; one look serves all who are waiting at the end of it."""
        with self._changed:
            at_end = self._ends.get(table) == seq
            news = self._told.get(table, 0) > seq
            looked_s_ago = monotonic() - self._looked_at.get(table, -inf)
            if at_end and not news and looked_s_ago < self._poll_s:
                return ()
            if at_end:
                self._looked_at[table] = monotonic()
        with self._store.reading() as reading:
            read = [
                record
                for entry in reading.since(table, seq, AT_ONCE)
                for record in recorded(entry)
                if record.seq > seq
            ]
        if read and read[0].seq != seq + 1:
            raise Conflict(f"What came after event {seq} of {table} is archived: look again.")
        if at_end:
            self.publish(read)
        if not read:
            with self._changed:
                if len(self._ends) >= QUIET_MAX:  # names that anybody can make up: begin again
                    self._ends.clear()
                    self._looked_at.clear()
                    self._told.clear()
                self._ends[table] = seq
        return tuple(read)


class Feed:
    """One follower's place in a table's events."""

    def __init__(self, feeds: Feeds, table: str, after: int) -> None:
        self.table = table
        self.seq = after
        self._feeds = feeds

    def take(self, wait_s: float = 0.0) -> tuple[Recorded, ...]:
        """What has happened since; waits up to this long for something to happen."""
        found = self._feeds.after(self.table, self.seq, wait_s)
        if found:
            self.seq = found[-1].seq
        return found
