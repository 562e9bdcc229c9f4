"""Changing accounts: passwords, and the position and tables of staff."""

import asyncio

from litestar import Router, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct
from msgspec.structs import replace

from punto.journal.people.account_requests import MoveStaff, ResetPassword, ResetSecondFactor
from punto.rules.staff import Position
from punto.web.api.people import AccountView, account_view
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, pit_managers
from punto.web.auth.password_checks import password_checks
from punto.web.openapi.examples import answers

DEALER = {
    "name": "dealer",
    "kind": "staff",
    "position": "Dealer",
    "tables": ["t1"],
    "disabled": False,
}


class PasswordRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password."""

    password: str


class AssignmentRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Position 1 Dealer to 5 Assistant Casino Manager, and the tables; `*` is all."""

    position: Position
    tables: tuple[str, ...]


@post(
    "/people/{name:str}/password",
    status_code=200,
    guards=[pit_managers],
    summary="Reset a password",
    responses=answers(AccountView, DEALER),
)
async def change_password(
    casino: TheCasino, request: AskingRequest, name: FromPath[str], data: JSONBody[PasswordRequest]
) -> AccountView:
    """Ends the account's sessions. For a manager or a patron it takes a second person."""
    by = person_of(request)
    wanted = ResetPassword(name, "")
    await asyncio.to_thread(casino.account_changes.check, by, wanted)
    secret = await password_checks(request).hash(by, data.password, name)
    wanted, change = replace(wanted, secret=secret), casino.approval_queue.change_account
    return account_view(await asyncio.to_thread(change, by, wanted))


@post(
    "/staff/{name:str}",
    status_code=200,
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Change position and tables",
    responses=answers(AccountView, DEALER),
)
def change_staff(
    casino: TheCasino,
    request: AskingRequest,
    name: FromPath[str],
    data: JSONBody[AssignmentRequest],
) -> AccountView:
    """To a position below the caller's own and tables of their own; in force within a second.

    To promote someone to manager, or to move a manager, takes a second person.
    """
    wanted = MoveStaff(name, data.position, data.tables)
    return account_view(casino.approval_queue.change_account(person_of(request), wanted))


@post(
    "/people/{name:str}/second-factor/reset",
    status_code=200,
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Reset a second factor",
    responses=answers(AccountView, DEALER),
)
def reset_second_factor(
    casino: TheCasino, request: AskingRequest, name: FromPath[str]
) -> AccountView:
    """The person can set up another. For a manager or a patron it takes a second person."""
    wanted = ResetSecondFactor(name)
    return account_view(casino.approval_queue.change_account(person_of(request), wanted))


account_routes = Router(
    "", route_handlers=[change_password, change_staff, reset_second_factor], tags=["people"]
)
