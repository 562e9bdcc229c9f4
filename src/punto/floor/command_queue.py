"""The queue of commands for the writer: in order of arrival, with no table blocking another."""

from collections import deque
from collections.abc import Iterable, Iterator
from threading import Condition
from time import monotonic, sleep

from msgspec import Struct

from punto.floor.event_log import EventLog
from punto.floor.submission import Answer, Reply, Submission
from punto.journal.streams import CAGE
from punto.table.people import Staff

BATCH_MAX = 1_000  # commands in one commit
STAFF_MAX = 200  # further staff commands that are added to a full batch
DEFERRED_BATCH_MAX = 250  # commands retried batch for a table that another process has locked
RETRY_S = 0.01  # between tries of such a table

_log = EventLog("punto.floor")


class Pending(Struct):
    """A queued submission and the callback for its answer."""

    submission: Submission
    reply: Reply | None
    at_s: float = 0.0  # when it was queued, by the monotonic clock
    order: int = 0  # its place in the order of arrival

    def answer(self, answer: Answer) -> None:
        """Reply once; later answers are ignored."""
        reply, self.reply = self.reply, None
        if reply is not None:
            try:
                reply(answer)
            except Exception as bug:  # in the callback: it must not affect other commands
                _log.error("reply-failed", bug, table=self.submission.stream)

    @property
    def streams(self) -> set[str]:
        """The streams to lock: a cage command may also need the table whose money it moves."""
        stream, command = self.submission.stream, self.submission.command
        bank = getattr(command, "table", "") if stream == CAGE else ""
        return {stream, bank} if bank else {stream}


class CommandQueue:
    """The queue of one host, filled by many threads and emptied by its writer.

    When more are queued than fit into one commit, staff go first, so that a crowd of patrons
    cannot keep a dealer from dealing. Commands for a table that another process has locked are
    deferred and retried while those for other tables go ahead.
    """

    def __init__(self) -> None:
        self._staff: deque[Pending] = deque()
        self._patrons: deque[Pending] = deque()
        self._deferred: dict[str, deque[Pending]] = {}  # by the locked table
        self._retry_at_s = 0.0
        self._arrivals = 0
        self._closed = False
        self._changed = Condition()

    def __len__(self) -> int:
        deferred = sum(len(each) for each in self._deferred.values())
        return len(self._staff) + len(self._patrons) + deferred

    @property
    def is_closed(self) -> bool:
        return self._closed

    def put(self, pending: Pending) -> bool:
        """Queue a command; False if the queue is closed."""
        with self._changed:
            if self._closed:
                return False
            self._arrivals += 1
            pending.order, pending.at_s = self._arrivals, monotonic()
            is_staff = isinstance(pending.submission.by, Staff)
            (self._staff if is_staff else self._patrons).append(pending)
            self._changed.notify()
            return True

    def close(self) -> None:
        """Accept no further commands; those queued can still be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def take(self, gather_s: float = 0.0) -> list[Pending]:
        """The next batch to commit; waits for the first command, and is empty after the last.

        With `gather_s` it waits that much longer, so that more commands share the commit's cost.
        """
        while True:
            with self._changed:
                while not self._staff and not self._patrons and not self._is_retry_due():
                    if self._closed and not self._deferred:
                        return []
                    self._changed.wait(RETRY_S if self._deferred else None)
            if gather_s and len(self) < BATCH_MAX:
                sleep(gather_s)
            with self._changed:
                batch = [*self._retried(), *self._arrived()]
            if batch:
                return batch

    def join(self, streams: set[str], room: int) -> list[Pending]:
        """Take up to `room` queued commands for these tables; the rest keep their places."""
        found: list[Pending] = []
        with self._changed:
            wanted = streams - self._deferred.keys()  # elsewhere, deferred commands come first
            for queue in (self._staff, self._patrons):
                rest: list[Pending] = []
                while queue and len(found) < room and len(rest) < BATCH_MAX:
                    pending = queue.popleft()
                    (found if pending.streams <= wanted else rest).append(pending)
                queue.extendleft(reversed(rest))
        return sorted(found, key=lambda pending: pending.order)

    def defer(self, stream: str, pending: Iterable[Pending], retry_s: float = RETRY_S) -> None:
        """Put commands back to retry soon: another process has locked this table."""
        with self._changed:
            self._deferred.setdefault(stream, deque()).extendleft(reversed(list(pending)))
            self._retry_at_s = monotonic() + retry_s

    def oldest_s(self) -> float:
        """How long the oldest command has waited."""
        with self._changed:
            first = [each[0].at_s for each in (self._staff, self._patrons) if each]
            first += [each[0].at_s for each in self._deferred.values() if each]
        return monotonic() - min(first) if first else 0.0

    def drain(self) -> list[Pending]:
        """Close the queue, and remove and return everything in it."""
        with self._changed:
            self._closed = True
            left = [*self._staff, *self._patrons]
            left += [pending for each in self._deferred.values() for pending in each]
            self._staff.clear()
            self._patrons.clear()
            self._deferred.clear()
            return left

    def _is_retry_due(self) -> bool:
        return bool(self._deferred) and monotonic() >= self._retry_at_s

    def _retried(self) -> Iterator[Pending]:
        """The first deferred commands of every table, if a retry is due."""
        if not self._is_retry_due():
            return
        for stream, lane in list(self._deferred.items()):
            for _ in range(min(DEFERRED_BATCH_MAX, len(lane))):
                yield lane.popleft()
            if not lane:
                del self._deferred[stream]

    def _arrived(self) -> list[Pending]:
        """The next commands in order; those for a locked table join its deferred ones."""
        found: list[Pending] = []
        for pending in self._popped():
            held = pending.streams & self._deferred.keys()
            if held:
                self._deferred[min(held)].append(pending)
            else:
                found.append(pending)
        return found

    def _popped(self) -> Iterator[Pending]:
        """A full batch in order of arrival, then staff commands that did not fit."""
        staff, patrons = self._staff, self._patrons
        for _ in range(min(BATCH_MAX, len(staff) + len(patrons))):
            is_staff = staff and (not patrons or staff[0].order < patrons[0].order)
            yield staff.popleft() if is_staff else patrons.popleft()
        for _ in range(min(STAFF_MAX, len(staff))):
            yield staff.popleft()
