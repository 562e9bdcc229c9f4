"""Patrons: finding them, their credits, and their statements."""

from typing import Annotated

from litestar import Router, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from punto.journal.people.people import Kind, Person
from punto.ledger.accounts import patron
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.api.ledger import (
    CURRENCY,
    LINES,
    STATEMENT,
    Before,
    Limit,
    ReportView,
    statement_view,
)
from punto.web.api.people import AccountView, account_view
from punto.web.api.tables import Since, Until
from punto.web.auth.guards import (
    AskingRequest,
    TheCasino,
    check_position,
    dealers,
    person_of,
    plays_or_works,
)
from punto.web.auth.sessions import NAME
from punto.web.casino import Casino
from punto.web.openapi.examples import answers
from punto.web.views.table import CurrencyView, currency_view, is_staff

DAY_MS = 86_400_000  # how far back a patron's own statement goes


class CreditsView(Struct, frozen=True):
    """A patron's credits, without stakes on tables and amounts owed."""

    patron: str
    currency: CurrencyView
    credits_cents: int


CREDITS = {"patron": "seat1", "currency": CURRENCY, "credits_cents": 12_000}
ACCOUNT = {
    "name": "seat1",
    "kind": "patron",
    "position": "",
    "tables": [],
    "disabled": False,
}


@get(
    "/patrons",
    sync_to_thread=True,
    guards=[dealers],
    summary="Find patrons",
    responses=answers(list[AccountView], [ACCOUNT]),
)
def list_patrons(
    casino: TheCasino,
    find: Annotated[str, QueryParameter(description="Start of their names.", max_length=40)] = "",
    guests: Annotated[bool, QueryParameter(description="Guests instead.")] = False,
    after: Annotated[
        str, QueryParameter(description="Names after this one, for the next page.", max_length=40)
    ] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=200, description="At most this many.")] = 50,
) -> list[AccountView]:
    """Patrons' accounts by name, without balances."""
    if not all(text == "" or NAME.fullmatch(text) for text in (find, after)):
        return []
    kind = Kind.GUEST if guests else Kind.PATRON
    return [account_view(each) for each in casino.people.search(kind, find, after, limit)]


@get(
    "/patrons/{name:str}/credits",
    sync_to_thread=True,
    guards=[plays_or_works],
    summary="A patron's credits",
    responses=answers(CreditsView, CREDITS),
)
def show_credits(request: AskingRequest, casino: TheCasino, name: FromPath[str]) -> CreditsView:
    """A patron's own; for Pit Supervisors and above, any patron's."""
    found = _whose(casino, person_of(request), name, Position.PIT_SUPERVISOR)
    return CreditsView(found.id, currency_view(casino.currency), casino.credits([found])[found.id])


@get(
    "/patrons/{name:str}/statement",
    sync_to_thread=True,
    guards=[plays_or_works],
    summary="A patron's statement",
    responses=answers(ReportView, STATEMENT),
)
def show_patron_statement(
    request: AskingRequest,
    casino: TheCasino,
    name: FromPath[str],
    since_ms: Since = None,
    until_ms: Until = None,
    before: Before = None,
    limit: Limit = LINES,
) -> ReportView:
    """Stakes, winnings and credits with the balance after each.

    A patron's own for the last day; for Gaming Shift Managers and above, any patron's at any time.
    """
    person = person_of(request)
    found = _whose(casino, person, name, Position.GAMING_SHIFT_MANAGER)
    day_ago = casino.clock.now_ms() - DAY_MS
    since = since_ms or 0 if is_staff(person) else max(since_ms or 0, day_ago)
    return statement_view(casino, patron(found.id), (since, until_ms), before, limit)


def _whose(casino: Casino, person: Person, name: str, lowest: Position) -> Person:
    """Find the patron; other patrons do not learn whether they exist."""
    if not is_staff(person):
        if name != person.id:
            raise Refused(Reason.NOT_YOURS, "You may only look up your own account.")
        return person
    check_position(person, lowest)
    found = casino.people.find(name) if NAME.fullmatch(name) else None
    if found is None or found.kind not in (Kind.PATRON, Kind.GUEST):
        raise Refused(Reason.UNKNOWN_PERSON, "There is no patron {name!r}.", name=name[:40])
    return found


patron_routes = Router(
    "", route_handlers=[list_patrons, show_credits, show_patron_statement], tags=["patrons"]
)
