"""Tables as the caller may see them, and the commands of tables and the cage."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody, QueryParameter
from msgspec import Struct

from punto.floor.stream import StreamState
from punto.journal.people.people import Person
from punto.journal.queries.rounds_of_table import Shoe, shoes
from punto.journal.streams import CAGE
from punto.refusals import Reason, Refused
from punto.roads.document import RoadsDocument
from punto.table.acting_positions import without_lapsed
from punto.table.commands import Command
from punto.table.state import State
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, plays_or_works, signed_in
from punto.web.casino import KEY_CHARACTERS_MAX, Casino
from punto.web.live.frames import Push, snapshot
from punto.web.views.events import event_view
from punto.web.views.roads import Statistics, counted, roads_view
from punto.web.views.rounds import (
    NUMBER_MAX,
    OUTCOMES,
    PlayedView,
    RoundFilter,
    RoundLine,
    one_round,
    rounds_before,
)
from punto.web.views.table import EventView, is_staff
from punto.web.wire import CageCommand, for_cage

Key = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        min_length=1,
        max_length=KEY_CHARACTERS_MAX,
        pattern="^[ -~]+$",
        description="Identifies this command: a repeat gets the same answer and is not done twice.",
    ),
]
SHOES_MAX = 50  # of one answer
TIME_MS_MAX = 2**53  # the largest integer that every JSON parser keeps exact
Since = Annotated[
    int | None,
    QueryParameter(ge=0, le=TIME_MS_MAX, description="From this time on, UTC milliseconds."),
]
Until = Annotated[
    int | None,
    QueryParameter(ge=0, le=TIME_MS_MAX, description="Before this time, UTC milliseconds."),
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
    """The answer to a command that was done: the table's last event number, and what happened."""

    seq: int
    events: tuple[EventView, ...]


@get("/tables", sync_to_thread=True, summary="The tables")
def list_tables(request: AskingRequest, casino: TheCasino) -> list[TableLine]:
    """Every table with its game, and whether the caller is assigned to it."""
    person = person_of(request)
    found = []
    for name in casino.host.all_tables():
        config = casino.host.look(name).state.configuration
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
def show_table(request: AskingRequest, casino: TheCasino, table: FromPath[str]) -> Push:
    """The same document as the first frame of its socket: the table and the caller's own part."""
    person = person_of(request)
    current = look_at(casino, table, person)
    return snapshot(
        table,
        current.head.seq,
        without_lapsed(current.state, casino.clock.now_ms()),
        person,
        credits_cents=casino.credits([person]).get(person.id),
        betting=casino.countdown(table).shown(),
    )


@get("/tables/{table:str}/roads", sync_to_thread=True, summary="The roads of the shoe in use")
def show_roads(request: AskingRequest, casino: TheCasino, table: FromPath[str]) -> RoadsDocument:
    """The five roads, as docs/roads describes them, with winners spelled out."""
    current = look_at(casino, table, person_of(request))
    return roads_view(casino.marks.of(table, current.state))


@get("/tables/{table:str}/statistics", sync_to_thread=True, summary="Counts for the shoe in use")
def show_statistics(request: AskingRequest, casino: TheCasino, table: FromPath[str]) -> Statistics:
    """Wins of each hand, ties and pairs."""
    return counted(casino.marks.of(table, look_at(casino, table, person_of(request)).state))


@get("/tables/{table:str}/rounds", sync_to_thread=True, summary="Finished rounds")
def list_rounds(
    request: AskingRequest,
    casino: TheCasino,
    table: FromPath[str],
    before: Annotated[
        int | None, QueryParameter(ge=0, le=NUMBER_MAX, description="Rounds before this one.")
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100, description="At most this many.")] = 20,
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
        QueryParameter(
            description="With a stake of this patron; patrons may only name themselves.",
            max_length=40,
        ),
    ] = "",
) -> Response[list[RoundLine]]:
    """Finished rounds that match the filters, latest first.

    If there may be more, the header `Next-Before` is the `before` of the next page.
    """
    person = person_of(request)
    look_at(casino, table, person)
    if patron and not is_staff(person) and patron != person.id:
        raise Refused(Reason.NOT_YOURS, "You may only look up your own rounds.")
    if outcome and outcome not in OUTCOMES:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "The outcome must be one of {outcomes}.", outcomes=OUTCOMES
        )
    wanted = RoundFilter(
        first=first,
        since_ms=since_ms,
        until_ms=until_ms,
        outcome=outcome,
        wager=wager,
        patron=patron,
    )
    with casino.store.begin_read() as transaction:
        found, following = rounds_before(transaction, table, before, limit, wanted, person)
    headers = {} if following is None else {"Next-Before": str(following)}
    return Response(list(found), headers=headers)


@get("/tables/{table:str}/shoes", sync_to_thread=True, summary="The last shoes")
def list_shoes(request: AskingRequest, casino: TheCasino, table: FromPath[str]) -> list[Shoe]:
    """The last shoes that were dealt from, latest first, with the rounds of each."""
    look_at(casino, table, person_of(request))
    with casino.store.begin_read() as transaction:
        return list(shoes(transaction, table, SHOES_MAX))


@get("/tables/{table:str}/rounds/{number:int}", sync_to_thread=True, summary="One round")
def show_round(
    request: AskingRequest, casino: TheCasino, table: FromPath[str], number: FromPath[int]
) -> PlayedView:
    """The round card by card, with the caller's own stakes and their results."""
    person = person_of(request)
    look_at(casino, table, person)
    with casino.store.begin_read() as transaction:
        found = one_round(transaction, table, number, person)
    if found is None:
        raise Refused(
            Reason.NOTHING_THERE, "{table} has no round {number}.", table=table, number=number
        )
    return found


@post(
    "/tables/{table:str}/commands",
    status_code=200,
    guards=[plays_or_works],
    summary="Send a command to a table",
)
async def give(
    request: AskingRequest,
    casino: TheCasino,
    table: FromPath[str],
    data: JSONBody[Command],
    key: Key,
) -> Done:
    """Any command of the table, given by the signed-in person."""
    person = person_of(request)
    records = await casino.give(table, person, key, data)
    return done(records, person)


@post(
    "/cage/commands",
    status_code=200,
    guards=[plays_or_works],
    summary="Send a command to the cage",
)
async def give_cage(
    request: AskingRequest, casino: TheCasino, data: JSONBody[CageCommand], key: Key
) -> list[dict[str, Any]]:
    """Credits, vouchers and banks; a voucher is named by its code, which is never stored."""
    person = person_of(request)
    command = await asyncio.to_thread(for_cage, data, casino.house_codes.is_ours)
    records = await casino.give(CAGE, person, key, command)
    return cage_answer(records, person)


def cage_answer(records: Any, person: Person) -> list[dict[str, Any]]:
    """What happened at the cage, as the sender of the command may see it."""
    hidden = ("seal",) if is_staff(person) else ("seal", "why")
    shown = (msgspec.to_builtins(record.event).items() for record in records)
    return [{name: each for name, each in event if name not in hidden} for event in shown]


def done(records: Any, person: Person) -> Done:
    """The answer to a command, as its sender may see it."""
    seen = (event_view(record, person) for record in records)
    events = tuple(view for view in seen if view is not None)
    return Done(records[-1].seq if records else 0, events)


def look_at(casino: Casino, table: str, person: Person) -> StreamState[State]:
    """Return the table's current state; refused if the person may not see it."""
    casino.check_table(table, person)
    current = casino.host.look(table)
    if not current.head.number:
        raise Refused(Reason.UNKNOWN_TABLE, "There is no table {table!r}.", table=table[:40])
    return current


table_routes = Router(
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
