"""The caller's own account: changing the password and setting up a second factor."""

import asyncio

from litestar import Response, Router, post
from litestar.params import JSONBody
from msgspec import Struct

from punto.web.api.people import Password, SignedIn, signed_in_answer
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, plays_or_works
from punto.web.auth.sessions import sign_in_delay_s
from punto.web.edge.addresses import address_of
from punto.web.edge.rate_limit import rate_limit


class OwnPasswordRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The current password and the new one; `bearer` as for signing in."""

    current: str
    password: Password
    bearer: bool = False


class SecondFactorRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Name and password, and for confirmation the first code that the authenticator shows."""

    name: str
    password: str
    code: str = ""


class SecondFactorAnswer(Struct, frozen=True):
    """What the authenticator needs, shown once; `done` after a code has confirmed it."""

    done: bool
    secret: str = ""
    uri: str = ""
    qr: str = ""


@post("/me/password", status_code=200, guards=[plays_or_works], summary="Change your own password")
async def change_own_password(
    casino: TheCasino, data: JSONBody[OwnPasswordRequest], request: AskingRequest
) -> Response[SignedIn]:
    """Ends all of the caller's sessions; the answer has a new one, as for signing in."""
    person = person_of(request)
    change, address = casino.own_accounts.change_password, address_of(request)
    token = await asyncio.to_thread(change, person, data.current, data.password, address)
    return signed_in_answer(person, token, bearer=data.bearer, request=request)


@post("/second-factor", status_code=200, summary="Set up a second factor")
async def set_up_second_factor(
    casino: TheCasino, data: JSONBody[SecondFactorRequest], request: AskingRequest
) -> SecondFactorAnswer:
    """Without a code, returns a new secret; with its first code, puts the secret in force.

    Staff do this by password, so that those who need a second factor to sign in can set it up.
    """
    attempt = await asyncio.to_thread(casino.sessions.begin, data.name, address_of(request))
    await asyncio.sleep(sign_in_delay_s(attempt))
    set_up = casino.own_accounts.set_up_second_factor
    made = await asyncio.to_thread(
        set_up, data.name, data.password, attempt, casino.name, data.code
    )
    if made is None:
        return SecondFactorAnswer(True)
    return SecondFactorAnswer(False, made.secret, made.uri, made.qr)


def own_account_routes(sign_ins_a_minute: int) -> Router:
    """Routes for the caller's own account; they check a password, so they are rate-limited."""
    limit = rate_limit("own account", sign_ins_a_minute)
    handlers = [change_own_password, set_up_second_factor]
    return Router("", route_handlers=handlers, middleware=[limit], tags=["people"])
