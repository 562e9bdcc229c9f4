"""Patrons: finding them, what they hold, and their own statement."""

from typing import Annotated

from litestar import Router, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from punto.journal.people import Kind, Person
from punto.ledger.accounts import patron
from punto.money import print_amount
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.entrance import TheHouse, check_position, dealers, person_of, plays_or_works
from punto.web.examples import answers
from punto.web.house import House
from punto.web.ledger_routes import STATEMENT, ReportView, statement_view
from punto.web.people_routes import AccountView, account_view
from punto.web.signing import NAME
from punto.web.table_routes import AskingRequest, Since, Until
from punto.web.views import is_staff

DAY_MS = 86_400_000  # how far back a patron's own statement goes


class CreditsView(Struct, frozen=True):
    """What a patron holds, and what tables hold or are owed of it is not in it."""

    patron: str
    credits: str


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
    house: TheHouse,
    find: Annotated[str, QueryParameter(description="How their names begin.", max_length=40)] = "",
    guests: Annotated[bool, QueryParameter(description="Guests instead.")] = False,
    after: Annotated[
        str, QueryParameter(description="Those behind this name: turns the page.", max_length=40)
    ] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=200, description="How many at most.")] = 50,
) -> list[AccountView]:
    """Patrons' accounts by name; no balance is told here."""
    if not all(text == "" or NAME.fullmatch(text) for text in (find, after)):
        return []
    kind = Kind.GUEST if guests else Kind.PATRON
    return [account_view(each) for each in house.people.search(kind, find, after, limit)]


@get(
    "/patrons/{name:str}/credits",
    sync_to_thread=True,
    guards=[plays_or_works],
    summary="What a patron holds",
    responses=answers(CreditsView, {"patron": "seat1", "credits": "120.00"}),
)
def show_credits(request: AskingRequest, house: TheHouse, name: FromPath[str]) -> CreditsView:
    """A patron's own; for Pit Supervisors and above, anybody's."""
    found = _whose(house, person_of(request), name, Position.PIT_SUPERVISOR)
    return CreditsView(found.id, print_amount(house.credits([found])[found.id]))


@get(
    "/patrons/{name:str}/statement",
    sync_to_thread=True,
    guards=[plays_or_works],
    summary="A patron's statement",
    responses=answers(ReportView, STATEMENT),
)
def show_patron_statement(
    request: AskingRequest,
    house: TheHouse,
    name: FromPath[str],
    since_ms: Since = None,
    until_ms: Until = None,
) -> ReportView:
    """Stakes, winnings and credits with the balance after each.

    A patron's own, of the last day; for Gaming Shift Managers and above anybody's, of any time.
    """
    person = person_of(request)
    found = _whose(house, person, name, Position.GAMING_SHIFT_MANAGER)
    day_ago = house.clock.now_ms() - DAY_MS
    since = since_ms or 0 if is_staff(person) else max(since_ms or 0, day_ago)
    return statement_view(house, patron(found.id), since, until_ms)


def _whose(house: House, person: Person, name: str, lowest: Position) -> Person:
    """The patron asked about; to other patrons it does not matter whether there is one."""
    if not is_staff(person):
        if name != person.id:
            raise Refused(Reason.NOT_YOURS, "Look at your own.")
        return person
    check_position(person, lowest)
    found = house.people.find(name) if NAME.fullmatch(name) else None
    if found is None or found.kind not in (Kind.PATRON, Kind.GUEST):
        raise Refused(Reason.UNKNOWN_PERSON, f"There is no patron {name[:40]!r}.")
    return found


patron_routes = Router(
    "", route_handlers=[list_patrons, show_credits, show_patron_statement], tags=["patrons"]
)
