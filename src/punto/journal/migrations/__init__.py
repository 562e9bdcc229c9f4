"""Schema migrations: one revision for each change, run by `Store.create`."""

from functools import cache
from typing import Any

import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory

from punto.journal.schema import metadata

_CREATING = 7_077_888  # the advisory lock under which one process at a time migrates
_CREATING_MS = 120_000


def migrate(engine: sa.Engine) -> None:
    """Migrate a database to the newest schema; several processes may call this at once."""
    config, script = _revisions()

    def upgrade(current: Any, _: object) -> list[Any]:
        return script._upgrade_revs("head", current)  # as `alembic upgrade` does

    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Another process may be migrating a large journal: wait for it.
            connection.execute(sa.text(f"SET LOCAL lock_timeout = {_CREATING_MS}"))
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_CREATING)))
        with EnvironmentContext(config, script, fn=upgrade) as environment:
            environment.configure(
                connection=connection, target_metadata=metadata, transactional_ddl=True
            )
            environment.run_migrations()


@cache
def _revisions() -> tuple[Config, ScriptDirectory]:
    """The revisions, read once by a process."""
    config = Config()
    config.set_main_option("script_location", "punto.journal:migrations")
    config.set_main_option("path_separator", "os")
    return config, ScriptDirectory.from_config(config)
