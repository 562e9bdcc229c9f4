"""Forged journals, written with full knowledge of the format."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace

from punto.journal.codec import Entry, Head, chained, decode_events, encode_events
from punto.journal.entry_index import index_entries
from punto.journal.projections.rebuild import rebuild_projections
from punto.journal.schema import accounts, entries, snapshots, transfers
from punto.journal.store import Store
from punto.journal.transfer_rows import TRANSFER, transfer_rows
from punto.journal.write_transaction import WriteTransaction
from punto.ledger.postings import postings
from punto.table import evolve
from punto.table.configuration import Funding
from punto.table.state import State


def forge(store: Store, change: Callable[[Entry], Entry], stream: str = "t1") -> None:
    """Rewrite a chip table, with its chain, index, transfers and balances."""
    with store.engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA ignore_check_constraints=ON")
        transaction, head, state = WriteTransaction(connection), Head(), State()
        balances: dict[Any, int] = {}
        connection.execute(sa.delete(transfers).where(transfers_of(stream)))
        for old in list(transaction.entries(stream)):
            new = chained(head.hash, change(old))
            head = Head(new.number, new.seq, new.hash)
            values = {name: getattr(new, name) for name in Entry.__struct_fields__}
            here = entries.c.position == old.position
            connection.execute(sa.update(entries).where(here).values(values))
            events = decode_events(new)
            moved = postings(stream, Funding.CHIPS, events, balances)
            for row in transfer_rows(new.position, moved):
                values = dict(zip(TRANSFER, row, strict=True))
                values |= {"source_cents": 0, "target_cents": 0}
                connection.execute(sa.insert(transfers).values(values))
            for one in moved:
                balances[one.source] = balances.get(one.source, 0) - one.cents
                balances[one.target] = balances.get(one.target, 0) + one.cents
            for event in events:
                state = evolve.evolve(state, event)
        for account, cents in balances.items():
            here = accounts.c.name == account.name
            connection.execute(sa.update(accounts).where(here).values(cents=cents))
        connection.execute(sa.delete(snapshots))
        index_entries(connection)
        rebuild_projections(transaction)
        transaction.close()


def with_events(entry: Entry, change: Callable[[Any], Any]) -> Entry:
    return replace(entry, events=encode_events(tuple(map(change, decode_events(entry)))))


def transfers_of(stream: str, after: int = 0, number: int | None = None) -> sa.ColumnElement[bool]:
    """The transfers of a stream's entries after a number, or of one entry."""
    this = entries.c.number > after if number is None else entries.c.number == number
    theirs = sa.select(entries.c.position).where(entries.c.stream == stream, this)
    return transfers.c.position.in_(theirs)
