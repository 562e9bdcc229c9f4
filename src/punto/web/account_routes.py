"""Changing accounts: passwords, and the position and tables of staff."""

from typing import Any

from litestar import Router, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct
from msgspec.structs import replace

from punto.journal.notices import Matter
from punto.journal.people import Kind
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.entrance import TheHouse, check_position, person_of, pit_managers
from punto.web.examples import answers
from punto.web.people_routes import (
    AccountView,
    AskingRequest,
    account_notice,
    account_view,
    check_tables,
    find_account,
)
from punto.web.signing import hashed
from punto.web.views import is_staff

DEALER = {
    "name": "dealer",
    "kind": "staff",
    "position": "Dealer",
    "tables": ["t1"],
    "disabled": False,
}


class PasswordWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password."""

    password: str


class PlaceWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Position 1 Dealer to 5 Assistant Casino Manager, and the tables; `*` is all."""

    position: Position
    tables: tuple[str, ...]


@post(
    "/people/{name:str}/password",
    status_code=200,
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Give a new password",
    responses=answers(AccountView, DEALER),
)
def change_password(
    house: TheHouse, request: AskingRequest, name: FromPath[str], data: JSONBody[PasswordWanted]
) -> AccountView:
    """Whoever was signed in with the old one is out; nobody changes a higher position's."""
    person = find_account(house, person_of(request), name)
    if person.kind not in (Kind.STAFF, Kind.PATRON):
        raise Refused(Reason.UNREADABLE_REQUEST, "A guest or a device has no password.")
    changed = replace(person, secret=hashed(data.password))
    noted = account_notice(house, Matter.PASSWORD_CHANGED, request, person, changed)
    house.sign_ins.change(changed, [noted], ends=True)
    return account_view(changed)


@post(
    "/staff/{name:str}",
    status_code=200,
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Change position and tables",
    responses=answers(AccountView, DEALER),
)
def change_staff(
    house: TheHouse, request: AskingRequest, name: FromPath[str], data: JSONBody[PlaceWanted]
) -> AccountView:
    """From the next second on; to no position above one's own, and to tables of one's own."""
    giver = person_of(request)
    person = find_account(house, giver, name)
    if not is_staff(person):
        raise Refused(Reason.UNREADABLE_REQUEST, f"{name[:40]} is no member of staff.")
    check_position(giver, data.position)
    check_tables(giver, tuple(set(data.tables) ^ set(person.tables)))
    changed = replace(person, position=data.position, tables=data.tables)
    noted: list[Any] = [account_notice(house, Matter.ACCOUNT_CHANGED, request, person, changed)]
    house.sign_ins.change(changed, noted)
    return account_view(changed)


account_routes = Router("", route_handlers=[change_password, change_staff], tags=["people"])
