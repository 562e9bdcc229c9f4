"""Requests for approval: commands stored until a second person approves or declines them.

Each row is decided once, by the first to change it from waiting. An approved command goes to the
journal under the request's id, so a retry does nothing twice.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from punto.journal.changes import APPROVAL, record_change
from punto.journal.errors import Conflict
from punto.journal.notices import CHAIN, Notice, add_notices
from punto.journal.people.account_requests import PEOPLE, AccountRequest, decode_account_request
from punto.journal.schema import approvals
from punto.journal.store import Store
from punto.journal.streams import Command, kind_of
from punto.refusals import Reason, Refused


class Standing(StrEnum):
    """The status of a request."""

    WAITING = "waiting"
    APPROVED = "approved"
    DECLINED = "declined"


class Request(Struct, frozen=True):
    """A command that waits for a second person's approval."""

    id: str
    stream: str
    command: str  # the id it was refused under
    asker: str
    round: int
    asked: bytes
    sentence: str  # why it needs approval
    cents: int | None  # the amount it is about, if any
    asked_ms: int
    expires_ms: int
    standing: str = Standing.WAITING.value
    decider: str = ""
    decided_ms: int = 0

    def decode(self) -> Any:
        """Decode the command."""
        if self.stream == PEOPLE:
            return decode_account_request(self.asked)
        return kind_of(self.stream).commands.decode(self.asked)


_COLUMNS = [approvals.c[name] for name in Request.__struct_fields__]
PER_ASKER_MAX = 20  # requests that wait at once; so no one's requests crowd out another's


class Approvals:
    """The stored requests for approval."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def ask(self, request: Request) -> Request:
        """Store a request, or return the stored one if this command was requested before.

        Refused if too many of the asker's requests wait already.
        """
        waiting = sa.select(sa.func.count()).where(
            _is_waiting(request.asked_ms),
            approvals.c.asker == request.asker,
            approvals.c.command != request.command,
        )
        try:
            with self._store.begin_write([]) as transaction:
                if transaction.connection.execute(waiting).scalar_one() >= PER_ASKER_MAX:
                    raise Refused(
                        Reason.TOO_OFTEN,
                        "{most} requests of yours wait for approval: withdraw one, or wait.",
                        most=PER_ASKER_MAX,
                    )
                transaction.connection.execute(sa.insert(approvals), asdict(request))
                record_change(transaction.connection, APPROVAL, request.id)
        except Conflict:
            found = self._one(
                sa.and_(
                    approvals.c.stream == request.stream, approvals.c.command == request.command
                )
            )
            if found is None:  # the request's own id was taken
                raise
            return found
        return request

    def find(self, request: str) -> Request | None:
        return self._one(approvals.c.id == request)

    def waiting(self, now_ms: int) -> list[Request]:
        """The undecided requests of everyone, oldest first: of each asker a limited number."""
        query = (
            sa.select(*_COLUMNS)
            .where(_is_waiting(now_ms))
            .order_by(approvals.c.asked_ms, approvals.c.id)
        )
        with self._store.begin_read() as transaction:
            return [Request(*row) for row in transaction.connection.execute(query)]

    def decide(
        self,
        request: str,
        standing: Standing,
        decider: str,
        now_ms: int,
        notices: Iterable[Notice] = (),
    ) -> bool:
        """Decide a request once; False if it was decided before or has expired."""
        these = sa.and_(
            approvals.c.id == request,
            approvals.c.standing == Standing.WAITING.value,
            approvals.c.expires_ms > now_ms,
        )
        values = {"standing": standing.value, "decider": decider, "decided_ms": now_ms}
        with self._store.begin_write([CHAIN]) as transaction:
            changed = transaction.connection.execute(
                sa.update(approvals).where(these).values(values)
            ).rowcount
            if changed:
                record_change(transaction.connection, APPROVAL, request)
                add_notices(transaction.connection, notices)
        return bool(changed)

    def _one(self, wanted: sa.ColumnElement[bool]) -> Request | None:
        with self._store.begin_read() as transaction:
            row = transaction.connection.execute(sa.select(*_COLUMNS).where(wanted)).first()
        return None if row is None else Request(*row)


def _is_waiting(now_ms: int) -> sa.ColumnElement[bool]:
    is_undecided = approvals.c.standing == Standing.WAITING.value
    return sa.and_(is_undecided, approvals.c.expires_ms > now_ms)


def encode_asked(command: Command | AccountRequest) -> bytes:
    return msgspec.json.encode(command)
