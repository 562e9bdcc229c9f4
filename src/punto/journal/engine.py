"""How a database is reached and set: one SQLite file, or a PostgreSQL server."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa

BUSY_MS = 30_000  # how long one process waits for another's commit
ABSENT_MS = 60_000  # how long PostgreSQL lets a process that does not move keep its locks
CONNECT_S = 10  # how long a PostgreSQL server may take to answer the first word

# The wait comes first: the other settings may have to wait themselves.
_SQLITE = (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")

# A server may be set to acknowledge before it writes; a commit of ours is on disk when it returns.
# A plan made while a table was empty must not be kept: it goes through the whole of it.
_POSTGRESQL = f"""
SELECT set_config('lock_timeout', '{BUSY_MS}', false),
       set_config('idle_in_transaction_session_timeout', '{ABSENT_MS}', false),
       set_config('plan_cache_mode', 'force_custom_plan', false),
       set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                  WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
"""
# A network that swallows everything is noticed, and not waited for until it comes back.
_NETWORK = {
    "connect_timeout": CONNECT_S,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": BUSY_MS,
}


def url_of(journal: str) -> str:
    """Where a journal is, as a URL: a path is a SQLite file.

    >>> url_of("casino.journal"), url_of("postgresql://host/casino")
    ('sqlite:///casino.journal', 'postgresql+psycopg://host/casino')
    """
    if journal.startswith(("postgresql://", "postgres://")):
        return f"postgresql+psycopg://{journal.partition('://')[2]}"
    if "://" in journal:
        return journal
    return f"sqlite:///{Path(journal)}"


def make_engine(journal: str) -> sa.Engine:
    """An engine whose commits are on disk when they return, and which begins as we say.

    What was written is left out of its complaints: it may be the order of a sealed shoe.
    """
    url = sa.make_url(url_of(journal))
    if url.get_backend_name() == "sqlite":
        engine = sa.create_engine(url, hide_parameters=True)
        sa.event.listen(engine, "do_connect", _open_only)
        sa.event.listen(engine, "connect", _configure_sqlite)
        sa.event.listen(engine, "checkout", _same_file)
        sa.event.listen(engine, "begin", _begin_sqlite)
        return engine
    network = {name: value for name, value in _NETWORK.items() if name not in url.query}
    engine = sa.create_engine(url, pool_pre_ping=True, connect_args=network, hide_parameters=True)
    sa.event.listen(engine, "connect", _configure_postgresql)
    sa.event.listen(engine, "begin", _begin_postgresql)
    return engine


def make_file(journal: str) -> None:
    """Make the file of a SQLite journal where there is none; opening one never does.

    It is its owner's alone, and SQLite gives the files beside it the same mode.
    """
    url = sa.make_url(url_of(journal))
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).touch(mode=0o600)


def _open_only(_: object, __: object, arguments: list[Any], options: dict[str, Any]) -> None:
    """A file that is gone is an error: SQLite would begin an empty one in its place."""
    path = arguments[0]
    if path and path != ":memory:" and not options.get("uri"):
        arguments[0] = f"file:{quote(path)}?mode=rw"
        options["uri"] = True


def _configure_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # we begin ourselves
    for pragma in _SQLITE:
        connection.execute(f"PRAGMA {pragma}")
    record.info["file"] = _file_of(connection)


def _same_file(connection: Any, record: Any, _: object) -> None:
    """What is written into a file that was moved or deleted is written into nothing."""
    path, identity = record.info["file"]
    if identity is not None and _identity(path) != identity:
        raise sa.exc.DisconnectionError(f"{path} is not the file that was opened")


def _file_of(connection: Any) -> tuple[str, tuple[int, int] | None]:
    path = next(row[2] for row in connection.execute("PRAGMA database_list") if row[1] == "main")
    return path, _identity(path) if path else None


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _begin_sqlite(connection: sa.Connection) -> None:
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _configure_postgresql(connection: Any, _: object) -> None:
    connection.execute(_POSTGRESQL)
    connection.commit()


def _begin_postgresql(connection: sa.Connection) -> None:
    if connection.get_execution_options().get("reading", False):
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
