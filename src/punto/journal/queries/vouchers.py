"""Finds the issue of a voucher, searching the cage's entries from the latest back."""

import sqlalchemy as sa

from punto.journal.codec import Recorded, read_entry, recorded
from punto.journal.read_transaction import COLUMNS, ReadTransaction
from punto.journal.schema import entries
from punto.journal.streams import CAGE
from punto.ledger.cage.events import VoucherIssued


def issued(transaction: ReadTransaction, seal: str) -> Recorded | None:
    """The issue of the voucher with this seal; None if there is none or it is archived."""
    cashed_out = entries.c.kind == "cash-out"
    query = (
        sa.select(*COLUMNS)
        .where(entries.c.stream == CAGE, entries.c.refusal == b"", cashed_out)
        .order_by(entries.c.number.desc())
    )
    with transaction.connection.execute(query, execution_options={"yield_per": 100}) as rows:
        for row in rows:
            entry = read_entry(row)
            if seal.encode() not in entry.command:
                continue
            for record in recorded(entry):
                if isinstance(record.event, VoucherIssued) and record.event.seal == seal:
                    return record
    return None
