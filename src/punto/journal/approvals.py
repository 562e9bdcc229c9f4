"""Requests for approval: commands that wait on disk until a second person says yes or no.

One row is decided once: whoever changes it from waiting first has decided it. What follows from a
yes is a command in the journal under the request's own id, so asking again does nothing twice.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from punto.journal.failures import Conflict
from punto.journal.notices import CHAIN, Notice, add_notices
from punto.journal.schema import approvals
from punto.journal.store import Store
from punto.journal.streams import Command, kind_of


class Standing(StrEnum):
    """How a request stands."""

    WAITING = "waiting"
    APPROVED = "approved"
    DECLINED = "declined"


class Request(Struct, frozen=True):
    """A command that waits for a second person."""

    id: str
    stream: str
    command: str  # the id it was refused under
    asker: str
    round: int
    asked: bytes
    sentence: str  # why it waits
    asked_ms: int
    expires_ms: int
    standing: str = Standing.WAITING.value
    decider: str = ""
    decided_ms: int = 0

    def decode(self) -> Any:
        """The command as it was given."""
        return kind_of(self.stream).commands.decode(self.asked)


_COLUMNS = [approvals.c[name] for name in Request.__struct_fields__]
LISTED_MAX = 200


class Approvals:
    """The requests there are."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def ask(self, request: Request) -> Request:
        """Keep a request; the one there is already, where this command asked before."""
        try:
            with self._store.writing([]) as writing:
                writing.connection.execute(sa.insert(approvals), asdict(request))
        except Conflict:
            found = self._one(
                sa.and_(
                    approvals.c.stream == request.stream, approvals.c.command == request.command
                )
            )
            if found is None:  # the id was taken, not the command
                raise
            return found
        return request

    def find(self, request: str) -> Request | None:
        return self._one(approvals.c.id == request)

    def waiting(self, now_ms: int) -> list[Request]:
        """What waits now, the oldest first."""
        query = (
            sa.select(*_COLUMNS)
            .where(approvals.c.standing == Standing.WAITING.value)
            .where(approvals.c.expires_ms > now_ms)
            .order_by(approvals.c.asked_ms, approvals.c.id)
            .limit(LISTED_MAX)
        )
        with self._store.reading() as reading:
            return [Request(*row) for row in reading.connection.execute(query)]

    def decide(
        self,
        request: str,
        standing: Standing,
        decider: str,
        now_ms: int,
        noted: Iterable[Notice] = (),
    ) -> bool:
        """Decide what waits, once; False where it was decided before, or nobody waits any more."""
        these = sa.and_(
            approvals.c.id == request,
            approvals.c.standing == Standing.WAITING.value,
            approvals.c.expires_ms > now_ms,
        )
        values = {"standing": standing.value, "decider": decider, "decided_ms": now_ms}
        with self._store.writing([CHAIN]) as writing:
            changed = writing.connection.execute(
                sa.update(approvals).where(these).values(values)
            ).rowcount
            if changed:
                add_notices(writing.connection, noted)
        return bool(changed)

    def _one(self, wanted: sa.ColumnElement[bool]) -> Request | None:
        with self._store.reading() as reading:
            row = reading.connection.execute(sa.select(*_COLUMNS).where(wanted)).first()
        return None if row is None else Request(*row)


def encode_asked(command: Command) -> bytes:
    return msgspec.json.encode(command)
