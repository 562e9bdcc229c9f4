"""Database connections and their settings, for a SQLite file or a PostgreSQL server."""

import sqlite3
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa

from punto.refusals import Reason, Refused

BUSY_MS = 5_000  # how long a process waits for another's commit to a SQLite file
# PostgreSQL ends transactions that stall, so that a stopped process does not block the others.
IDLE_MS = 3_000  # a write transaction, between two statements
STATEMENT_MS = 5_000  # one statement of a commit
ROW_LOCK_MS = 300  # how long a commit waits for accounts that another one has locked
LOCK_MS = 5_000  # how long anything else waits for a lock
ABSENT_MS = 60_000  # a read transaction, which blocks no one
SQLITE_MIN = (3, 51, 3)  # the first version that resets its write-ahead log safely
POOL_S = 5  # how long to wait for a free connection of the pool
CONNECT_S = 5  # how long to wait for a PostgreSQL server to answer

# The timeout comes first: setting the others may have to wait.
_SQLITE = (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")

# A server may be configured to acknowledge before it writes; our commits must be on disk when they
# return. A plan cached while a table was empty would scan the whole table later.
_POSTGRESQL = f"""
SELECT set_config('lock_timeout', '{LOCK_MS}', false),
       set_config('idle_in_transaction_session_timeout', '{ABSENT_MS}', false),
       set_config('plan_cache_mode', 'force_custom_plan', false),
       set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                  WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
"""
# A network that drops all packets is detected within seconds.
_NETWORK = {
    "connect_timeout": CONNECT_S,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


def url_of(journal: str) -> str:
    """The URL of a journal: a path is a SQLite file.

    >>> url_of("casino.journal"), url_of("postgresql://host/casino")
    ('sqlite:///casino.journal', 'postgresql+psycopg://host/casino')
    """
    if journal.startswith(("postgresql://", "postgres://")):
        return f"postgresql+psycopg://{journal.partition('://')[2]}"
    if "://" in journal:
        return journal
    return f"sqlite:///{Path(journal)}"


def sqlite_module() -> ModuleType:
    """The newer of Python's own SQLite and that of the extra `sqlite`, if installed."""
    if find_spec("pysqlite3") is None:
        return sqlite3
    other = import_module("pysqlite3.dbapi2")
    return other if other.sqlite_version_info > sqlite3.sqlite_version_info else sqlite3


def sqlite_warning() -> str:
    """What is wrong with the SQLite in use, in a sentence; empty if nothing is."""
    found = sqlite_module()
    if found.sqlite_version_info >= SQLITE_MIN:
        return ""
    return (
        f"SQLite {found.sqlite_version} has a bug that can damage a journal when its write-ahead"
        f" log is reset; {'.'.join(map(str, SQLITE_MIN))} and later do not: install punto[sqlite]."
    )


def make_engine(journal: str) -> sa.Engine:
    """An engine whose commits are on disk when they return, with our own BEGIN statements.

    Its errors omit parameters, which may be the order of a sealed shoe.
    """
    url = sa.make_url(url_of(journal))
    if url.get_backend_name() == "sqlite":
        engine = sa.create_engine(url, module=sqlite_module(), hide_parameters=True)
        sa.event.listen(engine, "do_connect", _open_only)
        sa.event.listen(engine, "connect", _configure_sqlite)
        sa.event.listen(engine, "checkout", _same_file)
        sa.event.listen(engine, "begin", _begin_sqlite)
        sa.event.listen(engine, "handle_error", _reopen_read_only)
        return engine
    network = {name: value for name, value in _NETWORK.items() if name not in url.query}
    try:
        engine = sa.create_engine(
            url, pool_pre_ping=True, pool_timeout=POOL_S, connect_args=network, hide_parameters=True
        )
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA,
            "PostgreSQL needs one more package: pip install 'punto[postgresql]'.",
        ) from missing
    sa.event.listen(engine, "connect", _configure_postgresql)
    sa.event.listen(engine, "begin", _begin_postgresql)
    return engine


def fold_write_ahead_log(engine: sa.Engine) -> None:
    """Write what is in SQLite's write-ahead log into the file itself, as far as readers allow."""
    with engine.connect() as connection:
        found = connection.connection.dbapi_connection
        assert found is not None, "a connection that is in use"
        found.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def make_file(journal: str) -> None:
    """Create the file of a SQLite journal if there is none; opening one never does.

    Only its owner may read it, and SQLite gives the files beside it the same mode.
    """
    url = sa.make_url(url_of(journal))
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).touch(mode=0o600)


def _open_only(_: object, __: object, arguments: list[Any], options: dict[str, Any]) -> None:
    """Make a missing file an error: SQLite would create an empty one."""
    path = arguments[0]
    if path and path != ":memory:" and not options.get("uri"):
        arguments[0] = f"file:{quote(path)}?mode=rw"
        options["uri"] = True


def _configure_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # _begin_sqlite begins transactions
    for pragma in _SQLITE:
        connection.execute(f"PRAGMA {pragma}")
    record.info["file"] = _file_of(connection)


def _same_file(connection: Any, record: Any, _: object) -> None:
    """Reject a connection whose file was moved or deleted: its writes would be lost."""
    path, identity = record.info["file"]
    if identity is not None and _identity(path) != identity:
        raise sa.exc.DisconnectionError(f"{path} is not the file that was opened")


def _reopen_read_only(failed: sa.ExceptionContext) -> None:
    """Close a connection that may not write: it stays so, though the file can be written again."""
    if "readonly database" in str(failed.original_exception):
        failed.is_disconnect = True


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
    is_read = connection.get_execution_options().get("is_read", False)
    connection.exec_driver_sql("BEGIN" if is_read else "BEGIN IMMEDIATE")


def _configure_postgresql(connection: Any, _: object) -> None:
    connection.execute(_POSTGRESQL)
    connection.commit()


def _begin_postgresql(connection: sa.Connection) -> None:
    if connection.get_execution_options().get("is_read", False):
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
