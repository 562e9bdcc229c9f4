"""The journal's schema through time: one revision a change, run by `Store.create`."""

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

_CREATING = 7_077_888  # the advisory lock that lets one process at a time migrate


def migrate(engine: sa.Engine) -> None:
    """Bring a database to the newest schema; several processes may ask at once."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_CREATING)))
        config = Config()
        config.set_main_option("script_location", "punto.journal:migrations")
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
