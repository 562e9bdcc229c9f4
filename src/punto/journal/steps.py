"""Rows into SQLite and out of it in few steps.

At every step the interpreter's lock is let go, and while stakes come in by the thousand another
thread takes it: whoever makes a step a row waits a turn a row.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

import msgspec
import sqlalchemy as sa

from punto.journal.schema import accounts

TOGETHER = (64, 16, 4, 1)  # rows of one statement: few numbers, so that each is compiled once

_BALANCES = sa.select(sa.func.json_group_object(accounts.c.name, accounts.c.cents)).where(
    accounts.c.name.in_(
        sa.select(sa.func.json_each(sa.bindparam("names")).table_valued("value").c.value)
    )
)
_SET_BALANCES = """
UPDATE accounts SET cents = now.value FROM json_each(?) AS now WHERE accounts.name = now.key
"""


def insert_rows(
    connection: sa.Connection, table: sa.Table, rows: Sequence[tuple[Any, ...]]
) -> None:
    """Add rows, all columns in their order."""
    done = 0
    for together in TOGETHER:
        while len(rows) - done >= together:
            values = chain.from_iterable(rows[done : done + together])
            connection.exec_driver_sql(_insertion(table, together), tuple(values))
            done += together


def balances_of(connection: sa.Connection, names: Iterable[str]) -> dict[str, int]:
    """The balances of those of these accounts that there are."""
    asked = {"names": msgspec.json.encode(list(names)).decode()}
    found: dict[str, int] = msgspec.json.decode(connection.execute(_BALANCES, asked).scalar_one())
    return found


def set_balances(connection: sa.Connection, cents: Mapping[str, int]) -> None:
    """Set the balances of accounts that there are."""
    connection.exec_driver_sql(_SET_BALANCES, (msgspec.json.encode(cents).decode(),))


@cache
def _insertion(table: sa.Table, rows: int) -> str:
    row = f"({', '.join('?' for _ in table.columns)})"
    return f"INSERT INTO {table.name} VALUES {', '.join([row] * rows)}"
