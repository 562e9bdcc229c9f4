"""What waits for a second person, and their yes or no."""

import asyncio
from collections.abc import Mapping
from typing import Any

from litestar import Router, get, post
from litestar.params import FromPath
from msgspec import Struct

from punto.journal.approvals import Request
from punto.journal.people import Person
from punto.journal.streams import CAGE
from punto.table import commands as c
from punto.web.approving import table_of
from punto.web.asking import sent
from punto.web.entrance import TheHouse, person_of, pit_managers, shift_managers
from punto.web.examples import answers
from punto.web.table_routes import AskingRequest, cage_answer, done


class ApprovalView(Struct, frozen=True):
    """A command that waits: what it is, who asked, about which round, why it waits, how long."""

    id: str
    table: str  # empty where it is no table's
    command: Mapping[str, Any]
    asker: str
    round: int
    sentence: str
    asked_ms: int
    expires_ms: int
    standing: str


class Approved(Struct, frozen=True):
    """A command was approved and done: at which table or at the cage, and what happened."""

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


def approval_view(request: Request) -> ApprovalView:
    """A request as those see it who decide it; no card that may still lie face down."""
    command = request.decode()
    shown = sent(command)
    hidden = ("card",) if isinstance(command, c.Report) else ()
    hidden = ("cards",) if isinstance(command, c.Decide) else hidden
    return ApprovalView(
        request.id,
        table_of(request.stream, command),
        {name: each for name, each in shown.items() if name not in hidden},
        request.asker,
        request.round,
        request.sentence,
        request.asked_ms,
        request.expires_ms,
        request.standing,
    )


@get(
    "/approvals",
    sync_to_thread=True,
    guards=[pit_managers],
    summary="What waits for approval",
    responses=answers(list[ApprovalView], [WAITS]),
)
def list_approvals(house: TheHouse, request: AskingRequest) -> list[ApprovalView]:
    """What the caller asked for, and what waits at their tables for one of their position."""
    return [approval_view(each) for each in house.approving.waiting(person_of(request))]


@post(
    "/approvals/{request_id:str}/approve",
    status_code=200,
    guards=[shift_managers],
    summary="Approve what waits",
    responses=answers(Approved, APPROVED),
)
async def approve(house: TheHouse, request: AskingRequest, request_id: FromPath[str]) -> Approved:
    """The command is given as it was asked, with the caller as its second person; done once."""
    person = person_of(request)
    stream, records = await house.approving.approve(request_id, person)
    return Approved(stream, _told(stream, records, person))


@post(
    "/approvals/{request_id:str}/decline",
    status_code=200,
    guards=[pit_managers],
    summary="Decline what waits",
    responses=answers(ApprovalView, WAITS | {"standing": "declined"}),
)
async def decline(
    house: TheHouse, request: AskingRequest, request_id: FromPath[str]
) -> ApprovalView:
    """It is not done; whoever asked may take it back so, too."""
    person = person_of(request)
    return approval_view(await asyncio.to_thread(house.approving.decline, request_id, person))


def _told(stream: str, records: Any, person: Person) -> tuple[Any, ...]:
    if stream == CAGE:
        return tuple(cage_answer(records, person))
    return done(records, person).events


approval_routes = Router("", route_handlers=[list_approvals, approve, decline], tags=["approvals"])
