"""Submissions: a command in its envelope, and the receipt for it."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TypeAlias

from msgspec import Struct

from punto.journal.codec import Recorded
from punto.journal.streams import Command
from punto.ledger.accounts import Account
from punto.refusals import Refused
from punto.table.people import Actor, Approval


class Session(Struct, frozen=True):
    """The session that a command came through: whose, and the hash of its token."""

    person: str
    token: str


class Submission(Struct, frozen=True):
    """A command for a table or the cage, with who gives it and an idempotency key.

    It carries no time: the host stamps each command when it is decided, so that a stream's time
    never runs backwards.
    """

    stream: str
    id: str
    by: Actor
    command: Command
    approval: Approval | None = None
    after: int | None = None  # decided only while this is the stream's last entry
    session: Session | None = None  # checked again in the commit


class Receipt(Struct, frozen=True):
    """The result of a submission: the recorded events, or the refusal."""

    records: tuple[Recorded, ...] = ()
    refused: Refused | None = None
    is_recorded: bool = True  # False if nothing was written and the id may be used again
    balances: Mapping[Account, int] = {}  # of the accounts it changed, afterwards


# A reply is called once, in the writer's thread, after the answer is on disk. An exception means
# that the result is unknown; the submission may be sent again.
Answer: TypeAlias = Receipt | Exception
Reply: TypeAlias = Callable[[Answer], None]


def make_future() -> tuple["Future[Receipt]", Reply]:
    """A future and the reply that completes it; like a submission, it cannot be cancelled."""
    future: Future[Receipt] = Future()
    future.set_running_or_notify_cancel()

    def reply(answer: Answer) -> None:
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    return future, reply


def records_of(receipt: Receipt) -> tuple[Recorded, ...]:
    """The recorded events; raises the refusal if there is one."""
    if receipt.refused is not None:
        raise receipt.refused
    return receipt.records
