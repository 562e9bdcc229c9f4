"""Entries after a position, for readers that go on from there and must miss none."""

import sqlalchemy as sa

from punto.journal.codec import Entry, read_entry
from punto.journal.read_transaction import COLUMNS, ReadTransaction
from punto.journal.schema import entries

# A commit on PostgreSQL takes its positions before others that may end earlier; the server ends
# one that takes longer than this, so after it a missing position stays missing.
GAP_MS = 30_000


def settled_after(transaction: ReadTransaction, after: int, limit: int, now_ms: int) -> list[Entry]:
    """The entries after a position, up to a position that is still missing."""
    query = sa.select(*COLUMNS).where(entries.c.position > after)
    rows = transaction.connection.execute(query.order_by(entries.c.position).limit(limit))
    found: list[Entry] = []
    last = max(after, transaction.openings().books.position)
    for entry in map(read_entry, rows):
        is_gap = transaction.dialect != "sqlite" and entry.position != last + 1
        if is_gap and now_ms - entry.at_ms < GAP_MS:
            break
        found.append(entry)
        last = entry.position
    return found
