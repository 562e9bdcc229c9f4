"""The caller's own account: changing the password and setting up a second factor."""

from functools import partial

from litestar import Response, Router, post
from litestar.params import JSONBody
from msgspec import Struct

from punto.web.api.people import Password, SignedIn, signed_in_answer
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, plays_or_works
from punto.web.auth.password_checks import password_checks
from punto.web.edge.addresses import address_of
from punto.web.edge.route_rates import rate_limit
from punto.web.edge.stranger_gate import leave_gate


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
    change = partial(casino.own_accounts.change_password, person, data.current, data.password)
    token = await password_checks(request).check_own(person, address_of(request), change)
    return signed_in_answer(person, token, bearer=data.bearer, request=request)


@post("/second-factor", status_code=200, summary="Set up a second factor")
async def set_up_second_factor(
    casino: TheCasino, data: JSONBody[SecondFactorRequest], request: AskingRequest
) -> SecondFactorAnswer:
    """Without a code, returns a new secret; with its first code, puts the secret in force.

    Staff do this by password, so that those who need a second factor to sign in can set it up.
    """
    set_up = partial(
        casino.own_accounts.set_up_second_factor,
        data.name,
        data.password,
        casino=casino.name,
        code=data.code,
    )
    leave_gate(request.scope)
    made = await password_checks(request).check(data.name, address_of(request), set_up)
    if made is None:
        return SecondFactorAnswer(True)
    return SecondFactorAnswer(False, made.secret, made.uri, made.qr)


def own_account_routes(sign_ins_a_minute: int) -> Router:
    """Routes for the caller's own account; they check a password, so they are rate-limited."""
    limit = rate_limit("own account", sign_ins_a_minute)
    handlers = [change_own_password, set_up_second_factor]
    return Router("", route_handlers=handlers, middleware=[limit], tags=["people"])
