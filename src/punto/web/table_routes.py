"""Tables: what the caller may see of them, and every command of table and cage."""

from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody, QueryParameter
from msgspec import Struct

from punto.journal.people import Person
from punto.journal.played import Shoe, shoes
from punto.refusals import Reason, Refused
from punto.roads.board import Roads
from punto.roads.document import as_json
from punto.web.asking import AskedOfCage, AskedOfTable, for_cage, for_table
from punto.web.entrance import TheHouse, person_of, plays_or_works, signed_in
from punto.web.event_views import EventView, event_view
from punto.web.history import (
    NUMBER_MAX,
    OUTCOMES,
    PlayedView,
    RoundLine,
    Wanted,
    one_round,
    rounds_before,
)
from punto.web.house import KEY_CHARACTERS_MAX, House
from punto.web.outside import outward
from punto.web.shoe_marks import Statistics, counted
from punto.web.views import TableView, is_staff, table_view

AskingRequest = Request[Person, str, Any]
Key = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        min_length=1,
        max_length=KEY_CHARACTERS_MAX,
        pattern="^[ -~]+$",
        description="Names this command: sent again it is answered again, and not done again.",
    ),
]
SHOES_MAX = 50  # of one answer
TIME_MS_MAX = 2**53  # what every program can write down exactly
Since = Annotated[
    int | None,
    QueryParameter(ge=0, le=TIME_MS_MAX, description="From this time on, UTC milliseconds."),
]
Until = Annotated[
    int | None,
    QueryParameter(ge=0, le=TIME_MS_MAX, description="Up to this time, and not it."),
]


class TableLine(Struct, frozen=True):
    """A table in the list."""

    table: str
    open: bool
    game: str
    edition: str
    funding: str
    yours: bool  # whether the caller is assigned there


class Done(Struct, frozen=True):
    """A command was done: the number of the table's last event, and what happened."""

    seq: int
    events: tuple[EventView, ...]


@get("/tables", sync_to_thread=True, summary="The tables")
def list_tables(request: AskingRequest, house: TheHouse) -> list[TableLine]:
    """Every table with its game, and whether the caller works there."""
    person = person_of(request)
    found = []
    for name in house.host.all_tables():
        config = house.host.look(name).state.configuration
        found.append(
            TableLine(
                name,
                config is not None,
                config.game if config else "",
                config.edition if config else "",
                config.funding.value if config else "",
                person.at(name),
            )
        )
    return found


@get("/tables/{table:str}", sync_to_thread=True, summary="A table as the caller may see it")
def show_table(request: AskingRequest, house: TheHouse, table: FromPath[str]) -> TableView:
    """The table's state, the caller's own stakes and credits, and what they may do now."""
    person = person_of(request)
    kept = _kept(house, table, person)
    return table_view(
        table,
        kept.head.seq,
        kept.state,
        person,
        credits_cents=house.credits([person]).get(person.id),
        betting_ms_left=house.countdown(table).left_ms(),
    )


@get("/tables/{table:str}/roads", sync_to_thread=True, summary="The roads of the shoe in use")
def show_roads(request: AskingRequest, house: TheHouse, table: FromPath[str]) -> dict[str, Any]:
    """The five roads, as published in docs/roads."""
    kept = _kept(house, table, person_of(request))
    return dict(as_json(Roads(house.marks.of(table, kept.state))))


@get("/tables/{table:str}/statistics", sync_to_thread=True, summary="The shoe in use, counted")
def show_statistics(request: AskingRequest, house: TheHouse, table: FromPath[str]) -> Statistics:
    """How often each hand has won, and pairs."""
    return counted(house.marks.of(table, _kept(house, table, person_of(request)).state))


@get("/tables/{table:str}/rounds", sync_to_thread=True, summary="Rounds that are over")
def list_rounds(
    request: AskingRequest,
    house: TheHouse,
    table: FromPath[str],
    before: Annotated[
        int | None, QueryParameter(ge=0, le=NUMBER_MAX, description="Rounds before this one.")
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100, description="How many at most.")] = 20,
    first: Annotated[
        int, QueryParameter(ge=0, le=NUMBER_MAX, description="This round and later ones.")
    ] = 0,
    since_ms: Since = None,
    until_ms: Until = None,
    outcome: Annotated[
        str, QueryParameter(description=f"One of {', '.join(OUTCOMES)}.", max_length=10)
    ] = "",
    wager: Annotated[
        str, QueryParameter(description="With a stake on this wager.", max_length=40)
    ] = "",
    patron: Annotated[
        str,
        QueryParameter(description="With a stake of this patron: one's own.", max_length=40),
    ] = "",
) -> Response[list[RoundLine]]:
    """The last rounds, latest first, by what is looked for.

    The header `Next-Before` is the `before` of the next page, where there may be more.
    """
    person = person_of(request)
    _kept(house, table, person)
    if patron and not is_staff(person) and patron != person.id:
        raise Refused(Reason.NOT_YOURS, "Look for rounds of your own.")
    if outcome and outcome not in OUTCOMES:
        raise Refused(Reason.UNREADABLE_REQUEST, f"An outcome is {', '.join(OUTCOMES)}.")
    wanted = Wanted(
        first=first,
        since_ms=since_ms,
        until_ms=until_ms,
        outcome=outcome,
        wager=wager,
        patron=patron,
    )
    with house.store.reading() as reading:
        found, following = rounds_before(reading, table, before, limit, wanted, person)
    headers = {} if following is None else {"Next-Before": str(following)}
    return Response(list(found), headers=headers)


@get("/tables/{table:str}/shoes", sync_to_thread=True, summary="The last shoes")
def list_shoes(request: AskingRequest, house: TheHouse, table: FromPath[str]) -> list[Shoe]:
    """The last shoes that rounds were dealt from, latest first, with the rounds of each."""
    _kept(house, table, person_of(request))
    with house.store.reading() as reading:
        return list(shoes(reading, table, SHOES_MAX))


@get("/tables/{table:str}/rounds/{number:int}", sync_to_thread=True, summary="One round")
def show_round(
    request: AskingRequest, house: TheHouse, table: FromPath[str], number: FromPath[int]
) -> PlayedView:
    """Card by card, with the caller's own stakes and what they came to."""
    person = person_of(request)
    _kept(house, table, person)
    with house.store.reading() as reading:
        found = one_round(reading, table, number, person)
    if found is None:
        raise Refused(Reason.NOTHING_THERE, f"{table} has had no round {number}.")
    return found


@post(
    "/tables/{table:str}/commands",
    status_code=200,
    guards=[plays_or_works],
    summary="Give a command to a table",
)
async def give(
    request: AskingRequest,
    house: TheHouse,
    table: FromPath[str],
    data: JSONBody[AskedOfTable],
    key: Key,
) -> Done:
    """Any command of the table; who gives it is whoever is signed in."""
    person = person_of(request)
    records = await house.give(table, person, key, for_table(data, person))
    return done(records, person)


@post(
    "/cage/commands",
    status_code=200,
    guards=[plays_or_works],
    summary="Give a command to the cage",
)
async def give_cage(
    request: AskingRequest, house: TheHouse, data: JSONBody[AskedOfCage], key: Key
) -> list[dict[str, Any]]:
    """Credits, vouchers and banks; a voucher goes by its code, which is kept nowhere."""
    person = person_of(request)
    records = await house.give_cage(person, key, for_cage(data, person))
    return cage_answer(records, person)


def cage_answer(records: Any, person: Person) -> list[dict[str, Any]]:
    """What happened at the cage, as its giver may see it."""
    hidden = () if is_staff(person) else ("why",)
    return [
        {
            name: each
            for name, each in outward(record.event).items()
            if name not in ("code", *hidden)
        }
        for record in records
    ]


def done(records: Any, person: Person) -> Done:
    """The answer to a command, as its giver may see it."""
    seen = (event_view(record, person) for record in records)
    events = tuple(view for view in seen if view is not None)
    return Done(records[-1].seq if records else 0, events)


def _kept(house: House, table: str, person: Person) -> Any:
    """The table as it stands, for somebody who may look at it."""
    house.check_table(table, person)
    kept = house.host.look(table)
    if not kept.head.number:
        raise Refused(Reason.UNKNOWN_TABLE, f"There is no table {table[:40]!r}.")
    return kept


tables = Router(
    "",
    route_handlers=[
        list_tables,
        show_table,
        show_roads,
        show_statistics,
        list_rounds,
        list_shoes,
        show_round,
        give,
        give_cage,
    ],
    guards=[signed_in],
    tags=["tables"],
)
