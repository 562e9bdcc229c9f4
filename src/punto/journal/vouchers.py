"""When a voucher was issued: looked for from the cage's end, where the latest are."""

import sqlalchemy as sa

from punto.journal.codec import Entry, Recorded, recorded
from punto.journal.reading import Reading
from punto.journal.schema import entries
from punto.journal.streams import CAGE
from punto.ledger.cage.events import VoucherIssued

_ENTRY = [entries.c[name] for name in Entry.__struct_fields__]
_CASH_OUT = b'{"type":"cash-out"'


def issued(reading: Reading, seal: str) -> Recorded | None:
    """The issue of the voucher with this seal; None where there is none, or it was archived."""
    cashed_out = sa.func.substr(entries.c.asked, 1, len(_CASH_OUT)) == _CASH_OUT
    query = (
        sa.select(*_ENTRY)
        .where(entries.c.stream == CAGE, entries.c.refusal == b"", cashed_out)
        .order_by(entries.c.number.desc())
    )
    with reading.connection.execute(query, execution_options={"yield_per": 100}) as rows:
        for row in rows:
            entry = Entry(*row)
            if seal.encode() not in entry.asked:
                continue
            for record in recorded(entry):
                if isinstance(record.event, VoucherIssued) and record.event.seal == seal:
                    return record
    return None
