"""The money that a member of staff moved without approval, summed over many small commands."""

from collections.abc import Container

import sqlalchemy as sa

from punto.journal.entry_index import IndexKind
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import entries, entry_index, transfers
from punto.journal.streams import CAGE

EVERY_ACCOUNT = ""


def moved_alone_cents(
    transaction: ReadTransaction,
    who: Container[str],
    kind: IndexKind,
    since_ms: int,
    *,
    account: str = EVERY_ACCOUNT,
    but_id: str = "",
) -> int:
    """The total that these people issued, paid out or adjusted at the cage since then, unapproved.

    With `account`, only transfers to or from it. The command `but_id` is excluded: it may be a
    retry of the one being decided.
    """
    approved = entry_index.alias()
    is_approved = sa.exists().where(
        approved.c.position == entry_index.c.position,
        approved.c.kind == IndexKind.APPROVAL_GIVEN.value,
    )
    query = (
        sa.select(entry_index.c.at_ms, entry_index.c.actor, entry_index.c.cents)
        .join(entries, entries.c.position == entry_index.c.position)
        .where(
            entry_index.c.kind == kind.value,
            entry_index.c.stream == CAGE,
            entries.c.id != but_id,
            sa.not_(is_approved),
        )
        .order_by(entry_index.c.position.desc())
    )
    if account:
        moved = sa.exists().where(
            transfers.c.stream == entry_index.c.stream,
            transfers.c.number == entry_index.c.number,
            sa.or_(transfers.c.source == account, transfers.c.target == account),
        )
        query = query.where(moved)
    total_cents = 0
    for at_ms, actor, cents in transaction.rows(query):
        if at_ms < since_ms:
            break  # the latest come first
        total_cents += cents if actor in who else 0
    return total_cents
