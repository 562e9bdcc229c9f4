"""Bulk inserts into PostgreSQL: one statement with an array for each column.

COPY is faster, but no server timeout applies while it waits for the next row: a process stopped
in the middle would hold its locks for as long as it is stopped.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql


def insert_rows(
    connection: sa.Connection,
    table: sa.Table,
    rows: Iterable[tuple[Any, ...]],
    *,
    replaces: bool = False,
) -> None:
    """Insert rows of all columns, in the table's order, or replace those of the same key."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    connection.exec_driver_sql(_statement(table, replaces), tuple(columns))


@cache
def _statement(table: sa.Table, replaces: bool) -> str:
    """The insert statement; its parameters are binary, because text costs four times as much."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    types = [column.type.compile(dialect).lower() for column in table.columns]
    arrays = ", ".join(f"%b::{each}[]" for each in types)
    names = ", ".join(column.name for column in table.columns)
    statement = f"INSERT INTO {table.name} ({names}) SELECT * FROM unnest({arrays})"
    if not replaces:
        return statement
    keys = ", ".join(column.name for column in table.primary_key.columns)
    rest = (column.name for column in table.columns if not column.primary_key)
    changed = ", ".join(f"{name} = excluded.{name}" for name in rest)
    return f"{statement} ON CONFLICT ({keys}) DO UPDATE SET {changed}"
