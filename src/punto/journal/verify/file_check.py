"""Whether a SQLite file is whole: its pages, and its indexes against the rows.

A damaged index hides rows: a command whose id is not found again is done a second time.
PostgreSQL checks its own pages by their checksums.
"""

from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

FAULTS_MAX = 20


def damaged_file(connection: sa.Connection) -> Iterator[str]:
    """What SQLite finds wrong with the file; nothing on PostgreSQL."""
    if connection.dialect.name != "sqlite":
        return
    for (found,) in connection.exec_driver_sql(f"PRAGMA integrity_check({FAULTS_MAX})"):
        if found != "ok":
            yield f"the file is damaged: {found}"
    yield from _data_after_the_end(connection)


def _data_after_the_end(connection: sa.Connection) -> Iterator[str]:
    """Bytes after the last page; while a write-ahead log is in use the file may be longer."""
    path = Path(connection.engine.url.database or "")
    log = path.with_name(f"{path.name}-wal")
    if not path.is_file() or (log.exists() and log.stat().st_size):
        return
    pages, size = (
        connection.exec_driver_sql(f"PRAGMA {each}").scalar_one()
        for each in ("page_count", "page_size")
    )
    after = path.stat().st_size - pages * size
    if after > 0:
        yield f"the file is damaged: {after} bytes come after its last page"
