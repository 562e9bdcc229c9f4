"""Secrets that all processes of a casino share, such as the key that signs cookies."""

from contextlib import suppress

import sqlalchemy as sa

from punto.journal.changes import SECRET, record_change
from punto.journal.errors import Conflict
from punto.journal.schema import secrets
from punto.journal.store import Store


def shared_secret(store: Store, name: str, fresh: str) -> str:
    """The secret of this name; if there is none yet, `fresh` becomes it for every process."""
    wanted = sa.select(secrets.c.secret).where(secrets.c.name == name)
    with store.begin_read() as transaction:
        found = transaction.connection.execute(wanted).scalar()
    if found is not None:
        return str(found)
    with suppress(Conflict), store.begin_write([]) as transaction:  # another process may be first
        transaction.connection.execute(sa.insert(secrets), {"name": name, "secret": fresh})
        record_change(transaction.connection, SECRET, name)
    with store.begin_read() as transaction:
        return str(transaction.connection.execute(wanted).scalar_one())
