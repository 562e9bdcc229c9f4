"""Requests that wait for a second person: listing, approving and declining them."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath
from msgspec import Struct

from punto.floor.event_log import EventLog
from punto.journal.people.account_requests import PEOPLE
from punto.journal.people.account_requests import shown as shown_account
from punto.journal.people.approvals import Request
from punto.journal.people.people import Person
from punto.journal.streams import CAGE, Command
from punto.table import commands as c
from punto.web.api.tables import cage_answer, done
from punto.web.approvals import table_of
from punto.web.auth.guards import AskingRequest, TheCasino, dealers, person_of
from punto.web.openapi.examples import answers

_log = EventLog("punto.commands")


class ApprovalView(Struct, frozen=True):
    """A waiting command: who requested it, for which round, why it waits, and until when."""

    id: str
    table: str  # empty if it concerns no table
    command: Mapping[str, Any]
    asker: str
    round: int
    sentence: str
    amount_cents: int | None  # what it is about, if it is about money
    asked_ms: int
    expires_ms: int
    standing: str


class Approved(Struct, frozen=True):
    """The answer to an approval: where the command was done, and what happened."""

    stream: str
    events: tuple[Any, ...]


WAITS = {
    "id": "5f0c9a7e11d2b384",
    "table": "t1",
    "command": {"type": "report", "irregularity": "foreign-cards", "note": "a red back"},
    "asker": "pit-manager",
    "round": 12,
    "sentence": "It is about 600.00: a second person has to approve it, a Gaming Shift Manager"
    " or above.",
    "amount_cents": 60_000,
    "asked_ms": 1_794_794_400_000,
    "expires_ms": 1_794_794_700_000,
    "standing": "waiting",
}
APPROVED = {
    "stream": "t1",
    "events": [
        {
            "seq": 98,
            "at_ms": 1_794_794_460_000,
            "type": "round-voided",
            "fields": {"round": 12, "clause": "5.4"},
            "said": None,
            "by": "pit-manager",
        }
    ],
}


def _shown(command: Command) -> dict[str, Any]:
    """A command as it was sent, without a voucher's seal."""
    shown: dict[str, Any] = msgspec.to_builtins(command)
    shown.pop("seal", None)
    return shown


def approval_view(request: Request) -> ApprovalView:
    """A request as its deciders see it, with the cards that they answer for if they approve it.

    A report's card is left out: it may lie face down, and no approval rests on it.
    """
    command = request.decode()
    shown = shown_account(command) if request.stream == PEOPLE else _shown(command)
    hidden = ("card",) if isinstance(command, c.Report) else ()
    return ApprovalView(
        request.id,
        table_of(request.stream, command),
        {name: each for name, each in shown.items() if name not in hidden},
        request.asker,
        request.round,
        request.sentence,
        request.cents,
        request.asked_ms,
        request.expires_ms,
        request.standing,
    )


@get(
    "/approvals",
    sync_to_thread=True,
    guards=[dealers],
    summary="Requests that wait for approval",
    responses=answers(list[ApprovalView], [WAITS]),
)
def list_approvals(casino: TheCasino, request: AskingRequest) -> list[ApprovalView]:
    """Requests that the caller made, and those that wait for them as approver or witness."""
    return [approval_view(each) for each in casino.approval_queue.waiting(person_of(request))]


@post(
    "/approvals/{request_id:str}/approve",
    status_code=200,
    guards=[dealers],
    summary="Approve a request",
    responses=answers(Approved, APPROVED),
)
async def approve(casino: TheCasino, request: AskingRequest, request_id: FromPath[str]) -> Approved:
    """Does the command as it was requested, once, with the caller as the second person."""
    person = person_of(request)
    stream, records = await casino.approval_queue.approve(request_id, person)
    _log.info("command-approved", table=stream, approval=request_id)
    if stream == PEOPLE:
        return Approved("people", ())
    return Approved(stream, _events(stream, records, person))


@post(
    "/approvals/{request_id:str}/decline",
    status_code=200,
    guards=[dealers],
    summary="Decline a request",
    responses=answers(ApprovalView, WAITS | {"standing": "declined"}),
)
async def decline(
    casino: TheCasino, request: AskingRequest, request_id: FromPath[str]
) -> ApprovalView:
    """The command is not done; those who made a request withdraw it this way."""
    person = person_of(request)
    return approval_view(await asyncio.to_thread(casino.approval_queue.decline, request_id, person))


def _events(stream: str, records: Any, person: Person) -> tuple[Any, ...]:
    if stream == CAGE:
        return tuple(cage_answer(records, person))
    return done(records, person).events


approval_routes = Router("", route_handlers=[list_approvals, approve, decline], tags=["approvals"])
