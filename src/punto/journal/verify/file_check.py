"""Whether a SQLite file is whole: its pages, and its indexes against the rows.

A damaged index hides rows: a command whose id is not found again is done a second time.
PostgreSQL checks its own pages by their checksums.
"""

from collections.abc import Iterator

import sqlalchemy as sa

FAULTS_MAX = 20


def damaged_file(connection: sa.Connection) -> Iterator[str]:
    """What SQLite finds wrong with the file; nothing on PostgreSQL."""
    if connection.dialect.name != "sqlite":
        return
    for (found,) in connection.exec_driver_sql(f"PRAGMA integrity_check({FAULTS_MAX})"):
        if found != "ok":
            yield f"the file is damaged: {found}"
