"""Adds up, in a commit, what a person changed alone within a day, over all tables.

Each table knows its own rounds. What one person voided, corrected or gave other cards to elsewhere
is read in the transaction that writes the next change, under a lock that every node takes first: so
of two nodes only one at a time adds up, and each sees what the other wrote.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from punto.floor.submission import Submission
from punto.journal.people.separation import Separation
from punto.journal.projections.fold import Key, decode_unapproved
from punto.journal.projections.lookup import NEVER, last_before_time
from punto.journal.streams import CAGE, Command, State
from punto.journal.write_transaction import WriteTransaction
from punto.ledger.unapproved import (
    TOGETHER_MS,
    Unapproved,
    UnapprovedTotals,
    add_unapproved,
    is_changing,
    is_too_much,
    subject_of,
    too_much,
    unapproved,
)
from punto.refusals import Refused
from punto.table.people import Origin, Staff
from punto.table.state import State as TableState
from punto.text import is_person_name

LOCK = "unapproved:"  # not a valid table name


class TooMuchAlone(Refused):
    """A change that needs a second person, because of what its author changed elsewhere."""


class UnapprovedChanges:
    """The changes that people make alone in one batch, with those before it."""

    def __init__(
        self,
        transaction: WriteTransaction,
        separation: Separation,
        submissions: Iterable[Submission],
    ) -> None:
        """Lock out other nodes if one of these may change a round; Busy if one is at it now."""
        self._transaction = transaction
        self._separation = separation
        # In this batch, by table and subject: when totals changed, and what they came to.
        self._made: dict[Key, list[tuple[int, UnapprovedTotals]]] = {}
        if any(_is_alone(each.command, each.by, each.approval) for each in submissions):
            transaction.lock_now(LOCK)

    def check(
        self,
        stream: str,
        state: State,
        command: Command,
        origin: Origin,
        events: tuple[object, ...],
    ) -> None:
        """Refuse a change that brings its author's total of 24 hours to the limit."""
        if not _is_alone(command, origin.by, origin.approval) or not isinstance(state, TableState):
            return
        change = unapproved(state, origin.by.id, events)
        if change is None:
            return
        here = self._totals(stream, change.subject)
        counted_cents = here.counted_cents(change.round)
        others_cents = self._before_cents(change, origin.at_ms) - counted_cents
        change = replace(change, cents=max(change.cents, counted_cents))
        if is_too_much(others_cents, change.cents, change.limit_cents):
            refused = too_much(others_cents, change)
            raise TooMuchAlone.of(refused.reason, refused.message)
        made = self._made.setdefault((stream, change.subject), [])
        made.append((origin.at_ms, add_unapproved(here, change)))

    def _totals(self, stream: str, subject: str) -> UnapprovedTotals:
        """What a person has changed alone at one table, this batch included."""
        made = self._made.get((stream, subject))
        if made:
            return made[-1][1]
        keys = [(stream, subject, NEVER)]
        return decode_unapproved(last_before_time(self._transaction.connection, keys)[0])

    def _before_cents(self, change: Unapproved, now_ms: int) -> int:
        """What the person changed alone before, through whichever account of theirs."""
        connection, since_ms = self._transaction.connection, now_ms - TOGETHER_MS
        names = self._separation.connected_in(connection, change.person, now_ms)
        subjects = {subject_of(name, change.currency) for name in names}
        tables = [each for each in self._transaction.streams() if each != CAGE]
        keys = [
            (table, subject, bound)
            for table in tables
            for subject in sorted(subjects)
            for bound in (since_ms + 1, NEVER)
        ]
        found = [decode_unapproved(each).cents for each in last_before_time(connection, keys)]
        here_cents = sum(
            each.last_cents
            for (_, subject), made in self._made.items()
            if subject in subjects
            for at_ms, each in made
            if at_ms > since_ms
        )
        return sum(found[1::2]) - sum(found[::2]) + here_cents


def _is_alone(command: object, by: object, approval: object) -> bool:
    """Whether a person gives a command that may change a round, and no one has approved it."""
    return (
        approval is None
        and is_changing(command)
        and isinstance(by, Staff)
        and is_person_name(by.id)
    )
