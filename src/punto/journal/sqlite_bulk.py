"""Bulk reads and writes on SQLite in few statements.

Every statement releases the interpreter's lock, and under load another thread takes it, so that
one statement a row would wait for the lock once a row.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

import msgspec
import sqlalchemy as sa

from punto.journal.schema import accounts

SIZES = (64, 16, 4, 1)  # rows of one statement: few sizes, so that each is compiled once

_BALANCES = sa.select(sa.func.json_group_object(accounts.c.name, accounts.c.cents)).where(
    accounts.c.name.in_(
        sa.select(sa.func.json_each(sa.bindparam("names")).table_valued("value").c.value)
    )
)
_SET_BALANCES = """
UPDATE accounts SET cents = now.value FROM json_each(?) AS now WHERE accounts.name = now.key
"""


def insert_rows(
    connection: sa.Connection,
    table: sa.Table,
    rows: Sequence[tuple[Any, ...]],
    *,
    replaces: bool = False,
) -> None:
    """Insert rows of all columns, in the table's order, or replace those of the same key."""
    done = 0
    for size in SIZES:
        while len(rows) - done >= size:
            values = chain.from_iterable(rows[done : done + size])
            connection.exec_driver_sql(_insertion(table, size, replaces), tuple(values))
            done += size


def balances_of(connection: sa.Connection, names: Iterable[str]) -> dict[str, int]:
    """The balances of these accounts; those without a row are left out."""
    values = {"names": msgspec.json.encode(list(names)).decode()}
    found: dict[str, int] = msgspec.json.decode(connection.execute(_BALANCES, values).scalar_one())
    return found


def set_balances(connection: sa.Connection, cents: Mapping[str, int]) -> None:
    """Set the balances of existing accounts."""
    connection.exec_driver_sql(_SET_BALANCES, (msgspec.json.encode(cents).decode(),))


@cache
def _insertion(table: sa.Table, rows: int, replaces: bool) -> str:
    row = f"({', '.join('?' for _ in table.columns)})"
    verb = "REPLACE" if replaces else "INSERT"
    return f"{verb} INTO {table.name} VALUES {', '.join([row] * rows)}"
