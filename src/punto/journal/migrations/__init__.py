"""Schema migrations: one revision for each change, run by `Store.create`."""

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

_CREATING = 7_077_888  # the advisory lock under which one process at a time migrates
_CREATING_MS = 120_000


def migrate(engine: sa.Engine) -> None:
    """Migrate a database to the newest schema; several processes may call this at once."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Another process may be migrating a large journal: wait for it.
            connection.execute(sa.text(f"SET LOCAL lock_timeout = {_CREATING_MS}"))
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_CREATING)))
        config = Config()
        config.set_main_option("script_location", "punto.journal:migrations")
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
