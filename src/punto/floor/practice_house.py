"""The practice house: the records of a school in a journal of their own, never with real books."""

from typing import Any

from punto.floor.batch import Batch
from punto.floor.clock import Clock
from punto.floor.stream import StreamState, new_stream, replay
from punto.floor.submission import Submission, records_of
from punto.journal.codec import Recorded
from punto.journal.read_transaction import ReadTransaction
from punto.journal.store import Store
from punto.journal.streams import SCHOOL
from punto.refusals import Reason, Refused
from punto.school.examinations import commands as c
from punto.school.examinations.state import State
from punto.table.people import Staff


class PracticeHouse:
    """Writes examinations to a practice journal, one command a commit."""

    def __init__(self, store: Store, clock: Clock | None = None) -> None:
        self._store = store
        self._clock = clock or Clock()

    def give(self, key: str, by: Staff, command: c.Command) -> tuple[Recorded, ...]:
        """Record a command under an idempotency key; return its events, or raise its refusal."""
        given: Any = command  # a submission is typed for tables and the cage
        submission = Submission(SCHOOL, key, by, given)
        with self._store.begin_write({SCHOOL}) as transaction:
            stream = _recover(transaction)
            batch = Batch(transaction, {SCHOOL: stream}, [submission], self._clock.now_ms())
            receipt = batch.take(submission)
            batch.write()
        return records_of(receipt)

    def state(self) -> State:
        """The records as they stand on disk."""
        with self._store.begin_read() as transaction:
            found: State = _recover(transaction).state
        return found


def _recover(transaction: ReadTransaction) -> StreamState[Any]:
    """The records as their entries say; refuse a journal with tables or a cage in it."""
    if set(transaction.streams()) - {SCHOOL}:
        raise Refused(
            Reason.CONFLICT,
            "This is the journal of a real house: practice has a journal of its own.",
        )
    return replay(new_stream(SCHOOL), transaction.entries(SCHOOL, after=0))
