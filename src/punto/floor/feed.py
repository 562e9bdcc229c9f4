"""Feeds: every event of a table after a sequence number, without gaps or duplicates."""

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import takewhile
from math import inf
from threading import Condition
from time import monotonic

from punto.journal.codec import Recorded, recorded
from punto.journal.errors import Conflict
from punto.journal.store import Store

RECENT = 2000  # events of a table that are cached in memory
TABLES_MAX = 200  # tables with cached events; the others' are read from the journal
QUIET_MAX = 10_000  # tables known to have nothing new
AT_ONCE = 500  # entries read from the journal at once
POLL_S = 0.1  # between polls for other processes' events while no listener is connected
BACKSTOP_S = 5.0  # between looks at a table about which nothing was announced


class Feeds:
    """The recent events of all tables, delivered in the journal's order."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._recent: dict[str, deque[Recorded]] = {}
        self._ends: dict[str, int] = {}  # table → last known sequence number
        self._looked_at: dict[str, float] = {}
        self._announced: dict[str, int] = {}  # table → last number that another process announced
        self._notices = 0
        self._is_listening = False  # whether a listener reports other processes' commits
        self._position = 0  # in a SQLite file: the last entry that a poll has seen
        self._polled_s = -inf
        self._changed = Condition()

    def follow(self, table: str, after: int = 0) -> "Feed":
        """A feed of the table that begins after this sequence number."""
        return Feed(self, table, after)

    def publish(self, records: Iterable[Recorded]) -> None:
        """Add events that are now on disk; known ones are skipped."""
        with self._changed:
            for record in records:
                # Reinserted at the end, so that the first is the least recently used.
                recent = self._recent.pop(record.stream, None) or deque(maxlen=RECENT)
                self._recent[record.stream] = recent
                if recent and record.seq <= recent[-1].seq:
                    continue
                if recent and record.seq > recent[-1].seq + 1:
                    recent.clear()  # the cache has no gaps: earlier events are read from disk
                recent.append(record)
                self._ends[record.stream] = record.seq
            while len(self._recent) > TABLES_MAX:
                self._evict(next(iter(self._recent)))
            self._changed.notify_all()

    def end_of(self, table: str) -> int:
        """The sequence number of the table's last event in memory."""
        with self._changed:
            recent = self._recent.get(table)
            return recent[-1].seq if recent else 0

    def notify(self, ends: Mapping[str, int]) -> None:
        """Note that another process recorded events up to these numbers; if empty, at any table.

        A notice is only a hint to look: the events themselves are read from the journal.
        """
        with self._changed:
            if not ends:
                self._looked_at.clear()
            for table, seq in ends.items():
                if table in self._ends:  # the others are read from the journal in any case
                    self._announced[table] = max(seq, self._announced.get(table, 0))
            self._notices += 1
            self._changed.notify_all()

    def listener_connected(self) -> None:
        """Poll rarely from now on, after one look at every table for what was missed."""
        self._is_listening = True
        self.notify({})

    def listener_lost(self) -> None:
        """Poll often again: no notices arrive for now."""
        with self._changed:
            self._is_listening = False
            self._changed.notify_all()

    def _poll(self) -> None:
        """Announce what other processes wrote to a SQLite file, with one query for all tables."""
        with self._changed:
            now_s, before_s = monotonic(), self._polled_s
            if now_s - before_s < POLL_S:
                return
            self._polled_s = now_s
        with self._store.begin_read() as transaction:
            if now_s - before_s < BACKSTOP_S:
                self._position, ends = transaction.ends_after(self._position)
                if ends:
                    self.notify(ends)
            else:  # everyone looks once, instead of a query about all that happened since
                self._position = transaction.position()
                self.notify({})

    def _evict(self, table: str) -> None:
        del self._recent[table]
        self._ends.pop(table, None)
        self._looked_at.pop(table, None)
        self._announced.pop(table, None)

    def after(self, table: str, seq: int, wait_s: float) -> tuple[Recorded, ...]:
        """The next events after this sequence number; waits up to `wait_s` if there are none."""
        deadline = monotonic() + wait_s
        while True:
            notices = self._notices
            found = self._from_memory(table, seq) or self._from_journal(table, seq)
            left = deadline - monotonic()
            if found or left <= 0:
                return found
            with self._changed:
                # A notice that arrived during the read may be about an event it did not see.
                if notices == self._notices and not self._from_memory(table, seq):
                    self._changed.wait(min(left, BACKSTOP_S if self._is_listening else POLL_S))

    def _from_memory(self, table: str, seq: int) -> tuple[Recorded, ...]:
        with self._changed:
            recent = self._recent.get(table)
            if not recent or recent[0].seq > seq + 1:
                return ()
            new = takewhile(lambda record: record.seq > seq, reversed(recent))
            return tuple(new)[::-1]

    def _from_journal(self, table: str, seq: int) -> tuple[Recorded, ...]:
        """Read further events from the journal; one poll serves everyone waiting at its end."""
        if self._store.on_sqlite:
            self._poll()
        is_announcing = self._is_listening or self._store.on_sqlite
        look_s = BACKSTOP_S if is_announcing else POLL_S
        with self._changed:
            at_end = self._ends.get(table) == seq
            is_announced = self._announced.get(table, 0) > seq
            looked_s_ago = monotonic() - self._looked_at.get(table, -inf)
            if at_end and not is_announced and looked_s_ago < look_s:
                return ()
            if at_end:
                self._looked_at[table] = monotonic()
        with self._store.begin_read() as transaction:
            read = [
                record
                for entry in transaction.since(table, seq, AT_ONCE)
                for record in recorded(entry)
                if record.seq > seq
            ]
        if read and read[0].seq != seq + 1:
            raise Conflict(f"The events of {table} after {seq} are archived: reload the table.")
        if at_end:
            self.publish(read)
        if not read:
            with self._changed:
                if len(self._ends) >= QUIET_MAX:  # anyone can make up names: keep this bounded
                    self._ends.clear()
                    self._looked_at.clear()
                    self._announced.clear()
                self._ends[table] = seq
        return tuple(read)


class Feed:
    """One subscriber's cursor in a table's events."""

    def __init__(self, feeds: Feeds, table: str, after: int) -> None:
        self.table = table
        self.seq = after
        self._feeds = feeds

    def take(self, wait_s: float = 0.0) -> tuple[Recorded, ...]:
        """The events since the last call; waits up to `wait_s` for one to happen."""
        found = self._feeds.after(self.table, self.seq, wait_s)
        if found:
            self.seq = found[-1].seq
        return found
