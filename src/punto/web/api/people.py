"""People: signing in and out, guests, and accounts of staff and patrons."""

import asyncio
from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.floor.dealer import AUTOMATIC
from punto.floor.submission import Submission, make_future, records_of
from punto.journal.people.account_requests import AddStaff, EnableReader
from punto.journal.people.people import Kind, Person
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.text import TABLE_NAME
from punto.web.auth.account_names import check_account_name
from punto.web.auth.csrf import GIVES_TOKEN
from punto.web.auth.guards import (
    AskingRequest,
    TheCasino,
    cookie_name,
    dealers,
    person_of,
    pit_managers,
    plays_or_works,
    signed_in,
)
from punto.web.auth.password_checks import password_checks
from punto.web.auth.passwords import PASSWORD_MAX, PASSWORD_MIN
from punto.web.auth.sessions import NAME
from punto.web.casino import Casino
from punto.web.edge.addresses import address_of
from punto.web.edge.route_rates import rate_limit
from punto.web.edge.stranger_gate import StrangerGate, leave_gate
from punto.web.views.mine import MeView, me_view

SIGN_INS_A_MINUTE = 60  # from one address, which a whole pit may share


def _documented(**constraints: Any) -> Meta:
    """Constraints for the OpenAPI document only: violations get refusals of our own."""
    return Meta(extra_json_schema={"extra": constraints})


Name = Annotated[str, _documented(pattern=f"^{NAME.pattern}$")]
Password = Annotated[str, _documented(min_length=PASSWORD_MIN, max_length=PASSWORD_MAX)]
_table = Schema(type=OpenAPIType.STRING, pattern=rf"^(\*|{TABLE_NAME.pattern})$")
Tables = Annotated[tuple[str, ...], _documented(items=_table)]


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """Name and password; `bearer` requests a token instead of a cookie, for programs.

    `code` is the authenticator's code, if the account has a second factor.
    """

    name: str
    password: str
    bearer: bool = False
    code: str = ""


class GuestRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's sign-in; `bearer` requests a token instead of a cookie."""

    bearer: bool = False


class SignedIn(Struct, frozen=True):
    """Who is signed in, and the token if it was requested."""

    me: MeView
    token: str | None = None


class StaffRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A member of staff: position 1 Dealer to 5 Assistant Casino Manager; table `*` is all."""

    name: Name
    password: Password
    position: Position
    tables: Tables = ()


class PatronRequest(Struct, frozen=True, forbid_unknown_fields=True):
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


@post("/sign-in", status_code=200, opt={GIVES_TOKEN: True}, summary="Sign in")
async def sign_in(
    casino: TheCasino, data: JSONBody[Credentials], request: AskingRequest
) -> Response[SignedIn]:
    """Opens a new session and ends the one this browser had before."""
    checks, address = password_checks(request), address_of(request)
    leave_gate(request.scope)
    person, token = await checks.sign_in(data.name, data.password, address, data.code)
    await _end_session_before(casino, request)
    return signed_in_answer(person, token, bearer=data.bearer, request=request)


@post("/guests", status_code=201, opt={GIVES_TOKEN: True}, summary="Sign in as a guest")
async def sign_in_as_guest(
    casino: TheCasino, data: JSONBody[GuestRequest], request: AskingRequest
) -> Response[SignedIn]:
    """Adds a guest with play credits, if the house admits guests; ends the session before."""
    cents = casino.guests_cents
    if cents is None:
        raise Refused(Reason.NOT_AUTHORISED, "This house takes no guests: sign in.")
    leave_gate(request.scope)
    gate: StrangerGate = request.app.state.guest_gate
    address = address_of(request)
    began_s = await gate.begin(address)
    try:
        person, token = await _new_guest(casino, address, cents)
    finally:
        gate.end(began_s)
    await _end_session_before(casino, request)
    return signed_in_answer(person, token, bearer=data.bearer, request=request, status=201)


async def _end_session_before(casino: Casino, request: AskingRequest) -> None:
    """Who signs in leaves no session behind in this browser."""
    if request.auth:
        await asyncio.to_thread(casino.sessions.sign_out, request.auth)


async def _new_guest(casino: Casino, address: str, cents: int) -> tuple[Person, str]:
    """A new guest from this address with credits, and a token."""
    name = await asyncio.to_thread(casino.guest_names.new, address)
    person = await asyncio.to_thread(casino.sessions.add, name, Kind.GUEST)
    bought = Submission(CAGE, f"guest/{name}", AUTOMATIC, cage.BuyCredits(name, cents))
    future, reply = make_future()
    casino.host.submit(bought, reply)
    records_of(await asyncio.wrap_future(future))
    return person, await asyncio.to_thread(casino.sessions.open_session, person)


def signed_in_answer(
    person: Person, token: str, *, bearer: bool, request: AskingRequest, status: int = 200
) -> Response[SignedIn]:
    if bearer:
        return Response(SignedIn(me_view(person), token), status_code=status)
    secure = request.url.scheme == "https"
    name = cookie_name(request.scope)
    cookie = Cookie(name, value=token, httponly=True, samesite="strict", secure=secure)
    return Response(SignedIn(me_view(person)), status_code=status, cookies=[cookie])


@post("/sign-out", status_code=200, guards=[plays_or_works], summary="Sign out")
async def sign_out(casino: TheCasino, request: AskingRequest) -> dict[str, bool]:
    """Ends the caller's session."""
    await asyncio.to_thread(casino.sessions.sign_out, request.auth)
    return {"done": True}


@get("/me", sync_to_thread=True, guards=[signed_in], summary="The caller")
def show_me(casino: TheCasino, request: AskingRequest) -> MeView:
    """The caller, with their credits if they are a patron or guest."""
    person = person_of(request)
    return me_view(person, casino.credits([person]).get(person.id))


@get("/staff", sync_to_thread=True, guards=[pit_managers], summary="All staff")
def list_staff(casino: TheCasino) -> list[AccountView]:
    """Every member of staff."""
    return [account_view(person) for person in casino.people.all(Kind.STAFF)]


@post("/staff", guards=[pit_managers], summary="Add a member of staff")
async def add_staff(
    casino: TheCasino, request: AskingRequest, data: JSONBody[StaffRequest]
) -> AccountView:
    """Of a position below the caller's, at tables of the caller's; a manager needs approval."""
    by = person_of(request)
    wanted = AddStaff(data.name, data.position, data.tables, "")
    await asyncio.to_thread(casino.account_changes.check, by, wanted)
    secret = await password_checks(request).hash(by, data.password, data.name)
    wanted, change = replace(wanted, secret=secret), casino.approval_queue.change_account
    return account_view(await asyncio.to_thread(change, by, wanted))


@post("/patrons", guards=[dealers], summary="Add a patron")
async def add_patron(
    casino: TheCasino, request: AskingRequest, data: JSONBody[PatronRequest]
) -> AccountView:
    """An account that a patron can sign in with."""
    if not data.password:
        raise Refused(Reason.UNREADABLE_REQUEST, "An account needs a password.")
    by = person_of(request)
    check_account_name(data.name, Kind.PATRON)
    secret = await password_checks(request).hash(by, data.password, data.name)
    patron = Person(data.name, Kind.PATRON, secret=secret)
    return account_view(await asyncio.to_thread(casino.sessions.add_person, patron, by.id))


@post(
    "/people/{name:str}/disable",
    status_code=200,
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Disable an account",
)
def disable(casino: TheCasino, request: AskingRequest, name: FromPath[str]) -> AccountView:
    """Signs the person out at once; the caller must share a table with them."""
    return account_view(casino.account_changes.disable(person_of(request), name))


@post(
    "/people/{name:str}/enable",
    status_code=200,
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Enable or unlock an account",
)
def enable(casino: TheCasino, request: AskingRequest, name: FromPath[str]) -> AccountView:
    """The person can sign in again; failed attempts are cleared. A card reader needs approval."""
    if casino.account_changes.is_reader(name):
        _, held = casino.approval_queue.hold_reader(person_of(request), EnableReader(name))
        raise held
    return account_view(casino.account_changes.enable(person_of(request), name))


def account_view(person: Person) -> AccountView:
    position = person.position.title if person.position else ""
    return AccountView(person.id, person.kind.value, position, person.tables, person.disabled)


def people_routes(sign_ins_a_minute: int = SIGN_INS_A_MINUTE) -> Router:
    """Routes for people; signing in is rate-limited, and guests use up no one else's sign-ins."""
    limited = [
        Router("", route_handlers=[handler], middleware=[rate_limit(name, sign_ins_a_minute)])
        for name, handler in (("sign-in", sign_in), ("guest", sign_in_as_guest))
    ]
    rest = [sign_out, show_me, list_staff, add_staff, add_patron, disable, enable]
    return Router("", route_handlers=[*limited, *rest], tags=["people"])
