"""The different values of an indexed column, found by skipping through the index.

One query for all of them: neither does it read every row, nor is there a query a value.
"""

from typing import Any

import sqlalchemy as sa


def distinct(
    connection: sa.Connection, column: sa.Column[str], *conditions: sa.ColumnElement[Any]
) -> list[str]:
    """The values of a column in rows that meet these conditions, in the database's order."""
    first = sa.select(sa.func.min(column).label("value")).where(*conditions)
    found = first.cte("found", recursive=True)
    following = sa.select(sa.func.min(column)).where(column > found.c.value, *conditions)
    each = sa.select(following.correlate(found).scalar_subquery())
    found = found.union_all(each.select_from(found).where(found.c.value.is_not(None)))
    query = sa.select(found.c.value).where(found.c.value.is_not(None))
    return list(connection.execute(query).scalars())
