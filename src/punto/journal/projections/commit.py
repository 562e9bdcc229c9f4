"""Totals in a commit: read as they stand, folded, and written with the entries."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from punto.journal.codec import Entry, Events
from punto.journal.projections.fold import (
    BANK,
    PLAY,
    Fold,
    Key,
    Pending,
    decode_bank,
    decode_totals,
    decode_unapproved,
    pending_of,
)
from punto.journal.projections.lookup import NEVER, last_before_position, last_before_quarter
from punto.journal.projections.tags import TagRow, tags_of
from punto.ledger.unapproved import SUBJECT

if TYPE_CHECKING:
    from punto.journal.write_transaction import WriteTransaction


class TotalsOfBatch:
    """The totals that a batch changes; most batches hold stakes, which change none."""

    def __init__(self) -> None:
        self._pending: list[Pending] = []
        self._tags: list[TagRow] = []

    def add(self, entry: Entry, state: Any, events: Events) -> None:
        """Note an entry; `state` is its stream's before it."""
        change = pending_of(entry, state, events)
        if change is not None:
            self._pending.append(change)
            self._tags += tags_of(entry, events)

    def write(self, transaction: "WriteTransaction") -> None:
        """Write the rows of all entries noted."""
        if not self._pending:
            return
        fold = load_fold(
            transaction.connection,
            {key for change in self._pending for key in change.tables()},
            {key for change in self._pending for key in change.people()},
        )
        transaction.add_totals([row for change in self._pending for row in fold.take(change)])
        transaction.set_quarters(fold.quarter_rows())
        transaction.add_tags(self._tags)


def load_fold(connection: sa.Connection, tables: Collection[Key], people: Collection[Key]) -> Fold:
    """The totals of these subjects as they stand; the writer's lock keeps them so."""
    fold = Fold()
    keys = [(*key, NEVER) for key in sorted(tables)]
    for (stream, subject, _), content in zip(
        keys, last_before_position(connection, keys), strict=True
    ):
        if content is None:
            continue
        if subject == PLAY:
            fold.plays[stream, subject] = decode_totals(content)
        elif subject.startswith(SUBJECT):
            fold.unapproved[stream, subject] = decode_unapproved(content)
        else:
            fold.banks[subject.removeprefix(BANK)] = decode_bank(content)
    keys = [(*key, NEVER) for key in sorted(people)]
    for (stream, subject, _), content in zip(
        keys, last_before_quarter(connection, keys), strict=True
    ):
        if content is not None:
            fold.people[stream, subject] = decode_totals(content)
    return fold
