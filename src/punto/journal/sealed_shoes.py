"""The orders of sealed shoes, stored from before a shoe is loaded until its seal is opened.

They are secret, and separate from the journal: only the dealer's device reads them.
"""

from collections.abc import Collection

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.changes import SEALED_SHOE, record_change
from punto.journal.entry_index import IndexKind
from punto.journal.packing import unpack
from punto.journal.schema import entries, entry_index, sealed_shoes
from punto.journal.store import Store


class SealedShoe(Struct, frozen=True):
    """The order and salt behind a commitment; its repr does not reveal them."""

    order: tuple[str, ...]
    salt: str

    def __repr__(self) -> str:
        return f"<a sealed shoe of {len(self.order)} cards>"


class SealedShoes:
    """The sealed shoes of one table, on disk."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table

    def save(self, commitment: str, order: tuple[str, ...], salt: str) -> None:
        """Save an order; it is on disk when this returns."""
        row = {
            "commitment": commitment,
            "stream": self._table,
            "order": " ".join(order),
            "salt": salt,
        }
        with self._store.begin_write([]) as transaction:
            transaction.connection.execute(sa.insert(sealed_shoes), row)
            record_change(transaction.connection, SEALED_SHOE, commitment)

    def find(self, commitment: str) -> SealedShoe | None:
        """The order behind this commitment, if this table has it."""
        shoe = sealed_shoes.c
        query = sa.select(shoe.order, shoe.salt).where(
            shoe.stream == self._table, shoe.commitment == commitment
        )
        with self._store.begin_read() as transaction:
            row = transaction.connection.execute(query).first()
        return None if row is None else SealedShoe(tuple(row[0].split(" ")), row[1])

    def is_used(self, commitment: str) -> bool:
        """Whether a shoe was ever loaded under this commitment, at any table."""
        at, entry = entry_index.c, entries.c
        same = sa.and_(entry.stream == at.stream, entry.number == at.number)
        query = (
            sa.select(entry.command)
            .join_from(entry_index, entries, same)
            .where(at.kind == IndexKind.SHOE.value)
        )
        with self._store.begin_read() as transaction:
            found = transaction.connection.execute(query)
            return any(commitment.encode() in unpack(bytes(command)) for (command,) in found)

    def forget(self, commitment: str) -> None:
        """Delete an order whose seal was opened: the journal has it now."""
        with self._store.begin_write([]) as transaction:
            gone = sa.delete(sealed_shoes).where(sealed_shoes.c.commitment == commitment)
            if transaction.connection.execute(gone).rowcount:
                record_change(transaction.connection, SEALED_SHOE, commitment)

    def forget_all_but(self, needed: Collection[str]) -> None:
        """Delete orders that were never loaded, or were opened and not yet deleted."""
        shoe = sealed_shoes.c
        unneeded = sa.and_(shoe.stream == self._table, shoe.commitment.not_in(list(needed)))
        with self._store.begin_write([]) as transaction:
            query = sa.select(shoe.commitment).where(unneeded).order_by(shoe.commitment)
            found = transaction.connection.execute(query.with_for_update()).scalars().all()
            for commitment in found:
                gone = sa.delete(sealed_shoes).where(shoe.commitment == commitment)
                transaction.connection.execute(gone)
                record_change(transaction.connection, SEALED_SHOE, commitment)
