"""The money that a member of staff moved without approval, summed over many small commands."""

from collections.abc import Container

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import Entry, decode_events, read_entry
from punto.journal.entry_index import IndexKind
from punto.journal.read_transaction import COLUMNS, ReadTransaction
from punto.journal.schema import entries, entry_index
from punto.journal.streams import CAGE


class Moved(Struct, frozen=True):
    """Which sums are added up: by command, and for all patrons or for one."""

    kind: IndexKind
    command: str  # the tag of the command that moves them
    patron: str = ""  # all, if empty


def moved_alone_cents(
    transaction: ReadTransaction,
    who: Container[str],
    moved: Moved,
    since_ms: int,
    *,
    but_id: str = "",
) -> int:
    """The total that these people moved so at the cage since then, unapproved.

    The command `but_id` is excluded: it may be a retry of the one being decided.
    """
    approved = entry_index.alias()
    is_approved = sa.exists().where(
        approved.c.position == entry_index.c.position,
        approved.c.kind == IndexKind.APPROVAL_GIVEN.value,
    )
    query = (
        sa.select(entry_index.c.cents, *COLUMNS)
        .join(entries, entries.c.position == entry_index.c.position)
        .where(
            entry_index.c.kind == moved.kind.value,
            entry_index.c.stream == CAGE,
            entries.c.kind == moved.command,
            entries.c.id != but_id,
            sa.not_(is_approved),
        )
        .order_by(entry_index.c.position.desc())
    )
    total_cents = 0
    for cents, *row in transaction.rows(query):
        entry = read_entry(row)
        if entry.at_ms < since_ms:
            break  # the latest come first
        if entry.actor in who and (not moved.patron or _is_about(entry, moved.patron)):
            total_cents += cents
    return total_cents


def _is_about(entry: Entry, patron: str) -> bool:
    """Whether money of this patron moved, or a voucher that they had cashed out for."""
    return any(getattr(each, "patron", "") == patron for each in decode_events(entry))
