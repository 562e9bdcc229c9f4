"""The orders of sealed shoes, kept from before a shoe is loaded until its seal is opened.

They are apart from the journal, and secret: nothing but the dealer's device asks for them.
"""

from collections.abc import Collection

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.schema import sealed_shoes
from punto.journal.store import Store


class SealedShoe(Struct, frozen=True):
    """What a commitment seals; it does not show itself when printed."""

    order: tuple[str, ...]
    salt: str

    def __repr__(self) -> str:
        return f"<a sealed shoe of {len(self.order)} cards>"


class SealedShoes:
    """The sealed shoes of one table, on disk."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table

    def keep(self, commitment: str, order: tuple[str, ...], salt: str) -> None:
        """Write an order down; it is on disk when this returns."""
        row = {
            "commitment": commitment,
            "stream": self._table,
            "order": " ".join(order),
            "salt": salt,
        }
        with self._store.writing([]) as writing:
            writing.connection.execute(sa.insert(sealed_shoes), row)

    def find(self, commitment: str) -> SealedShoe | None:
        """The order under this seal, where it is kept for this table."""
        kept = sealed_shoes.c
        query = sa.select(kept.order, kept.salt).where(
            kept.stream == self._table, kept.commitment == commitment
        )
        with self._store.reading() as reading:
            row = reading.connection.execute(query).first()
        return None if row is None else SealedShoe(tuple(row[0].split(" ")), row[1])

    def forget(self, commitment: str) -> None:
        """Its seal was opened: the journal has the order now."""
        with self._store.writing([]) as writing:
            writing.connection.execute(
                sa.delete(sealed_shoes).where(sealed_shoes.c.commitment == commitment)
            )

    def forget_all_but(self, needed: Collection[str]) -> None:
        """Let go of shoes that were sealed and never loaded, or opened and not yet forgotten."""
        kept = sealed_shoes.c
        unneeded = sa.and_(kept.stream == self._table, kept.commitment.not_in(list(needed)))
        with self._store.writing([]) as writing:
            writing.connection.execute(sa.delete(sealed_shoes).where(unneeded))
