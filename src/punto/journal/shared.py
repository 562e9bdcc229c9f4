"""Secrets that all processes of a house share, such as what cookies are signed with."""

from contextlib import suppress

import sqlalchemy as sa

from punto.journal.failures import Conflict
from punto.journal.schema import secrets
from punto.journal.store import Store


def shared_secret(store: Store, name: str, fresh: str) -> str:
    """The secret of this name; where there is none yet it is this fresh one, for everybody."""
    wanted = sa.select(secrets.c.secret).where(secrets.c.name == name)
    with store.reading() as reading:
        found = reading.connection.execute(wanted).scalar()
    if found is not None:
        return str(found)
    with suppress(Conflict), store.writing([]) as writing:  # another process may be first
        writing.connection.execute(sa.insert(secrets), {"name": name, "secret": fresh})
    with store.reading() as reading:
        return str(reading.connection.execute(wanted).scalar_one())
