"""Proves that no one changed more alone than the limit allows, over all tables."""

from collections import deque
from collections.abc import Iterator
from heapq import merge
from typing import Any

import sqlalchemy as sa

from punto.journal.packing import NotPacked
from punto.journal.projections.fold import decode_unapproved
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import entries, totals
from punto.journal.streams import CAGE
from punto.journal.verify.stream import Fault
from punto.ledger.unapproved import SUBJECT, TOGETHER_MS, is_too_much

_AFTER = SUBJECT[:-1] + chr(ord(SUBJECT[-1]) + 1)


def prove_unapproved(transaction: ReadTransaction) -> Iterator[Fault]:
    """Add up each person's unapproved changes again, in the order of the journal.

    The rows are the running totals, which are proved with the entries they come from.
    """
    before: dict[str, deque[tuple[int, int]]] = {}
    streams = [each for each in transaction.streams() if each != CAGE]
    for position, stream, subject, at_ms, content in merge(
        *(_rows(transaction, stream) for stream in streams)
    ):
        try:
            change = decode_unapproved(content)
        except (NotPacked, ValueError):
            continue  # found where the totals are proved
        recent = before.setdefault(subject, deque())
        recent_cents = sum(cents for then_ms, cents in recent if then_ms > at_ms - TOGETHER_MS)
        others_cents = recent_cents - (change.round_cents - change.last_cents)
        if is_too_much(others_cents, change.round_cents, change.last_limit_cents):
            person = subject.rpartition(":")[2]
            what = f"{person} changed rounds alone for more than the limit within 24 hours"
            yield Fault(stream, _number_at(transaction, position), what)
        recent.append((at_ms, change.last_cents))
        while recent[0][0] <= at_ms - 2 * TOGETHER_MS:  # times of tables may differ a little
            recent.popleft()


def _rows(transaction: ReadTransaction, stream: str) -> Iterator[Any]:
    query = sa.select(
        totals.c.position, totals.c.stream, totals.c.subject, totals.c.at_ms, totals.c.content
    ).where(totals.c.stream == stream, totals.c.subject >= SUBJECT, totals.c.subject < _AFTER)
    # Few of all totals: what people changed alone, below the limit.
    return iter(sorted(tuple(row) for row in transaction.connection.execute(query)))


def _number_at(transaction: ReadTransaction, position: int) -> int:
    """The number of the entry at a position; 0 if it was archived."""
    query = sa.select(entries.c.number).where(entries.c.position == position)
    return int(transaction.connection.execute(query).scalar() or 0)
