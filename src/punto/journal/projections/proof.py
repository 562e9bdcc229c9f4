"""Totals made again from the entries, and compared with the stored ones."""

from collections.abc import Collection, Iterator, Mapping
from hashlib import blake2b
from typing import Any

import sqlalchemy as sa

from punto.journal.codec import Entry, Events
from punto.journal.packing import plain_of
from punto.journal.projections.fold import TotalsRow, fold_from, pending_of, plain_totals
from punto.journal.projections.tags import TagSum, stored_sum, tags_of
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import quarter_totals, totals

WRONG = "the running totals after it are not what the entries come to"
_COLUMNS = [totals.c[name] for name in ("stream", "subject", "position", "at_ms", "content")]
_QUARTERS = [
    quarter_totals.c[name] for name in ("stream", "subject", "quarter", "position", "content")
]

QuarterKey = tuple[str, str, int]


class TotalsProof:
    """The totals of some streams, folded again; pass it the proved entries one by one."""

    def __init__(
        self,
        transaction: ReadTransaction,
        openings: Mapping[str, Mapping[str, bytes]],
        after: int,
        until: int,
    ) -> None:
        """`openings` has the streams, each with the totals it opens with after position `after`.

        What was counted before that position is proved with the archive that holds it.
        """
        self._transaction = transaction
        self._streams = tuple(openings)
        self._fold = fold_from(openings)
        self._tags = TagSum()
        self._after, self._until = after, until
        self._people: dict[QuarterKey, tuple[int, bytes]] = {}  # what the rows must be
        these = sa.and_(
            (totals.c.stream + "").in_(self._streams),
            totals.c.position > after,
            totals.c.position <= until,
        )
        ordered = sa.select(*_COLUMNS).where(these)
        ordered = ordered.order_by(totals.c.position, totals.c.stream, totals.c.subject)
        self._rows: Iterator[Any] = iter(transaction.rows(ordered))
        self._next = next(self._rows, None)

    def take(self, entry: Entry, state: Any, events: Events) -> bool:
        """Whether the rows of the next entry are right; `state` is its stream's before it."""
        change = pending_of(entry, state, events) if events else None
        due = [] if change is None else self._fold.take(change)
        if due:
            for key, (position, now) in self._fold.quarters.items():
                self._people[key] = position, _digest(plain_totals(now))
            self._fold.quarters.clear()
        if change is not None:
            self._tags.add(tags_of(entry, events))
        stored: list[TotalsRow] = []
        while self._next is not None and self._next[2] <= entry.position:
            stored.append(self._next)
            self._next = next(self._rows, None)
        return not (due or stored) or _is_same(due, stored)

    def rest(self) -> Iterator[tuple[str, str]]:
        """What is wrong in the end: the stream, and a sentence."""
        if self._next is not None:
            yield self._next[0], "running totals are recorded that no entry comes to"
        tags = stored_sum(self._transaction, self._streams, self._after, self._until).sums
        for stream in self._streams:
            if tags.get(stream) != self._tags.sums.get(stream):
                yield stream, "the tags of its rounds are not what the entries come to"
        stored = self._quarters()
        for key, due in sorted(self._people.items()):
            found = stored.pop(key, (0, b""))
            if found != due and found[0] <= self._until:  # else it has changed since
                yield key[0], f"the totals of {key[1]} are not what the entries come to"
        for (stream, subject, _), (position, _) in sorted(stored.items()):
            if self._after < position <= self._until:
                yield stream, f"the totals of {subject} are recorded, but no entry comes to them"

    def opening(self, stream: str) -> dict[str, bytes]:
        """The totals of a stream as they stand, for a journal that opens after these entries."""
        return self._fold.opening(stream)

    def _quarters(self) -> dict[QuarterKey, tuple[int, bytes]]:
        """The stored totals of people: the position of the last entry, and a digest."""
        query = sa.select(*_QUARTERS).where(quarter_totals.c.stream.in_(self._streams))
        return {
            (stream, subject, quarter): (position, _digest(plain_of(content)))
            for stream, subject, quarter, position, content in self._transaction.rows(query)
        }


def _is_same(due: Collection[TotalsRow], stored: Collection[TotalsRow]) -> bool:
    """Whether rows say the same, however they are packed."""
    wanted, found = ([(*row[:4], plain_of(row[4])) for row in rows] for rows in (due, stored))
    return sorted(wanted) == sorted(found)


def _digest(plain: bytes) -> bytes:
    return blake2b(plain, digest_size=16).digest()
