"""People: signing in and out, guests, and the accounts that staff keep."""

import asyncio
from secrets import token_hex
from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.floor.dealer import AUTOMATIC
from punto.journal.notices import Matter, Notice
from punto.journal.people import ALL_TABLES, Kind, Person
from punto.journal.streams import TABLE_NAME, is_table
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.entrance import (
    COOKIE,
    TheHouse,
    check_position,
    dealers,
    person_of,
    pit_managers,
    plays_or_works,
    signed_in,
)
from punto.web.house import House
from punto.web.signing import NAME, PASSWORD_MAX, PASSWORD_MIN, described
from punto.web.views import MeView, is_staff, me_view

SIGN_INS_A_MINUTE = 60  # from one address: a pit shares one

AskingRequest = Request[Person, str, Any]


def _documented(**constraints: Any) -> Meta:
    """Told in the OpenAPI document; what is wrong is refused in words of ours."""
    return Meta(extra_json_schema={"extra": constraints})


Name = Annotated[str, _documented(pattern=f"^{NAME.pattern}$")]
Password = Annotated[str, _documented(min_length=PASSWORD_MIN, max_length=PASSWORD_MAX)]
_table = Schema(type=OpenAPIType.STRING, pattern=rf"^(\*|{TABLE_NAME.pattern})$")
Tables = Annotated[tuple[str, ...], _documented(items=_table)]


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """Name and password; `bearer` asks for a token instead of a cookie, for programs."""

    name: str
    password: str
    bearer: bool = False


class GuestWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest needs to say nothing but how to be remembered."""

    bearer: bool = False


class SignedIn(Struct, frozen=True):
    """Who is signed in; the token only where it was asked for."""

    me: MeView
    token: str | None = None


class StaffWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A member of staff: position 1 Dealer to 5 Assistant Casino Manager; table `*` is all."""

    name: Name
    password: Password
    position: Position
    tables: Tables = ()


class PatronWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A patron's account."""

    name: Name
    password: Password


class AccountView(Struct, frozen=True):
    """An account, without its secrets."""

    name: str
    kind: str
    position: str
    tables: tuple[str, ...]
    disabled: bool


@post("/sign-in", status_code=200, summary="Sign in")
async def sign_in(
    house: TheHouse, data: JSONBody[Credentials], request: AskingRequest
) -> Response[SignedIn]:
    """A new sign-in each time; whatever this browser had before is ended."""
    person, token = await asyncio.to_thread(house.sign_ins.sign_in, data.name, data.password)
    if request.auth:
        await asyncio.to_thread(house.sign_ins.sign_out, request.auth)
    return _signed_in(person, token, bearer=data.bearer, request=request)


@post("/guests", status_code=201, summary="Come in as a guest")
async def come_as_guest(
    house: TheHouse, data: JSONBody[GuestWanted], request: AskingRequest
) -> Response[SignedIn]:
    """A guest with play credits, where the house has guests."""
    cents = house.guests_cents
    if cents is None:
        raise Refused(Reason.NOT_AUTHORISED, "This house takes no guests: sign in.")
    name = f"guest-{token_hex(6)}"
    person = await asyncio.to_thread(house.sign_ins.add, name, Kind.GUEST)
    command = cage.BuyCredits(name, cents, by=AUTOMATIC)
    told = await asyncio.wrap_future(house.host.submit_to_cage(f"guest/{name}", command))
    if told.refused is not None:
        raise told.refused
    token = await asyncio.to_thread(house.sign_ins.let_in, person)
    return _signed_in(person, token, bearer=data.bearer, request=request, status=201)


def _signed_in(
    person: Person, token: str, *, bearer: bool, request: AskingRequest, status: int = 200
) -> Response[SignedIn]:
    if bearer:
        return Response(SignedIn(me_view(person), token), status_code=status)
    secure = request.url.scheme == "https"
    cookie = Cookie(COOKIE, value=token, httponly=True, samesite="strict", secure=secure)
    return Response(SignedIn(me_view(person)), status_code=status, cookies=[cookie])


@post("/sign-out", status_code=200, guards=[plays_or_works], summary="Sign out")
async def sign_out(house: TheHouse, request: AskingRequest) -> dict[str, bool]:
    """The token is of no use from here on."""
    await asyncio.to_thread(house.sign_ins.sign_out, request.auth)
    return {"done": True}


@get("/me", sync_to_thread=True, guards=[signed_in], summary="Who I am")
def show_me(house: TheHouse, request: AskingRequest) -> MeView:
    """The caller, with their credits where they play."""
    person = person_of(request)
    return me_view(person, house.credits([person]).get(person.id))


@get("/staff", sync_to_thread=True, guards=[pit_managers], summary="Who works here")
def list_staff(house: TheHouse) -> list[AccountView]:
    """Every member of staff."""
    return [account_view(person) for person in house.people.all(Kind.STAFF)]


@post("/staff", sync_to_thread=True, guards=[pit_managers], summary="Add a member of staff")
def add_staff(house: TheHouse, request: AskingRequest, data: JSONBody[StaffWanted]) -> AccountView:
    """Nobody makes an account of a higher position than their own."""
    check_position(person_of(request), data.position)
    check_tables(person_of(request), data.tables)
    if not data.password:
        raise Refused(Reason.UNREADABLE_REQUEST, "Staff need a password.")
    by = person_of(request).id
    made = house.sign_ins.add(data.name, Kind.STAFF, data.password, data.position, data.tables, by)
    return account_view(made)


@post("/patrons", sync_to_thread=True, guards=[dealers], summary="Add a patron")
def add_patron(
    house: TheHouse, request: AskingRequest, data: JSONBody[PatronWanted]
) -> AccountView:
    """An account a patron can sign in with."""
    if not data.password:
        raise Refused(Reason.UNREADABLE_REQUEST, "An account needs a password.")
    by = person_of(request).id
    return account_view(house.sign_ins.add(data.name, Kind.PATRON, data.password, by=by))


@post(
    "/people/{name:str}/disable",
    status_code=200,
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Disable an account",
)
def disable(house: TheHouse, request: AskingRequest, name: FromPath[str]) -> AccountView:
    """They are signed out at once, and cannot come in again."""
    return _change(house, request, name, disabled=True)


@post(
    "/people/{name:str}/enable",
    status_code=200,
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Enable or unlock an account",
)
def enable(house: TheHouse, request: AskingRequest, name: FromPath[str]) -> AccountView:
    """They can come in again; wrong passwords are forgiven."""
    return _change(house, request, name, disabled=False)


def _change(house: House, request: AskingRequest, name: str, *, disabled: bool) -> AccountView:
    person = find_account(house, person_of(request), name)
    changed = replace(person, disabled=disabled, failures=0, locked_until_ms=0)
    matter = Matter.ACCOUNT_DISABLED if disabled else Matter.ACCOUNT_ENABLED
    house.sign_ins.change(changed, [account_notice(house, matter, request, person, changed)])
    return account_view(changed)


def find_account(house: House, giver: Person, name: str) -> Person:
    """An account that this person may change: none of a higher position than their own."""
    person = house.people.find(name) if NAME.fullmatch(name) else None
    if person is None:
        raise Refused(Reason.UNKNOWN_PERSON, f"There is nobody called {name[:40]!r}.")
    if is_staff(person) and person.position is not None:
        check_position(giver, person.position)
    return person


def account_notice(
    house: House, matter: Matter, request: AskingRequest, before: Person, after: Person
) -> Notice:
    """What is noted of a change: who made it, and the account before and after."""
    by, now_ms = person_of(request).id, house.clock.now_ms()
    return Notice(matter, now_ms, by, "", before.id, described(before), described(after))


def check_tables(giver: Person, tables: tuple[str, ...]) -> None:
    """Nobody gives away a table that is not theirs, or what is no table's name."""
    if not all(table == ALL_TABLES or is_table(table) for table in tables):
        raise Refused(Reason.UNREADABLE_REQUEST, "A table has small letters and digits; * is all.")
    if not all(giver.at(table) for table in tables):
        raise Refused(Reason.NOT_AUTHORISED, "Assign people only to tables of your own.")


def account_view(person: Person) -> AccountView:
    position = person.position.title if person.position else ""
    return AccountView(person.id, person.kind.value, position, person.tables, person.disabled)


def people_routes(sign_ins_a_minute: int = SIGN_INS_A_MINUTE) -> Router:
    """Signing in is slowed down for one who tries many passwords."""
    limit = RateLimitConfig(("minute", sign_ins_a_minute)).middleware
    entrance = Router("", route_handlers=[sign_in, come_as_guest], middleware=[limit])
    rest = [sign_out, show_me, list_staff, add_staff, add_patron, disable, enable]
    return Router("", route_handlers=[entrance, *rest], tags=["people"])
