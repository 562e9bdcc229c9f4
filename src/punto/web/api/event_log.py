"""Events for other systems: everything that happened after a position, as the caller may see it."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import Router, get
from litestar.params import QueryParameter
from msgspec import Struct

from punto.journal.codec import Recorded, recorded
from punto.journal.people.people import Person
from punto.journal.queries.settled_entries import settled_after
from punto.journal.streams import CAGE
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, shift_managers
from punto.web.openapi.examples import answers
from punto.web.views.events import event_view
from punto.web.views.rounds import NUMBER_MAX

ENTRIES = 500  # of one answer
HIDDEN = ("seal",)  # of a voucher: who knows its code can be found by it


class LoggedEvent(Struct, frozen=True):
    """An event with the position of its entry and its table, or `cage`."""

    position: int
    stream: str
    seq: int
    at_ms: int
    actor: str
    type: str
    fields: Mapping[str, Any]


class EventLog(Struct, frozen=True):
    """Events in the order of positions, and the position to go on from."""

    events: tuple[LoggedEvent, ...]
    after: int
    more: bool  # whether there are more now


EVENT = {
    "position": 731,
    "stream": "t1",
    "seq": 402,
    "at_ms": 1_794_794_460_000,
    "actor": "dealer",
    "type": "betting-opened",
    "fields": {"round": 12, "clause": "3.1", "why": ""},
}
LOG = {"events": [EVENT], "after": 731, "more": False}


@get(
    "/events",
    sync_to_thread=True,
    guards=[shift_managers],
    summary="Events after a position",
    responses=answers(EventLog, LOG),
)
def list_events(
    request: AskingRequest,
    casino: TheCasino,
    after: Annotated[
        int, QueryParameter(ge=0, le=NUMBER_MAX, description="The `after` of the last answer.")
    ] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=ENTRIES, description="Entries to read.")] = 200,
) -> EventLog:
    """What happened at the caller's tables and at the cage, for a system that follows along.

    Send the `after` of an answer with the next request: nothing is left out or sent twice. Cards
    that lie face down are in no answer.
    """
    person = person_of(request)
    with casino.store.begin_read() as transaction:
        found = settled_after(transaction, after, limit, casino.clock.now_ms())
    events = tuple(
        view
        for entry in found
        if entry.stream == CAGE or person.at(entry.stream)
        for record in recorded(entry)
        for view in _views(entry.position, record, person)
    )
    last = found[-1].position if found else after
    return EventLog(events, last, len(found) == limit)


def _views(position: int, record: Recorded, person: Person) -> tuple[LoggedEvent, ...]:
    """The event as this person may see it; none if they may not."""
    if record.stream == CAGE:
        fields = msgspec.to_builtins(record.event)
        kind = fields.pop("type")
        shown = {name: value for name, value in fields.items() if name not in HIDDEN}
        actor = record.actor
    else:
        view = event_view(record, person)
        if view is None:
            return ()
        kind, shown, actor = view.type, dict(view.fields), view.by
    return (LoggedEvent(position, record.stream, record.seq, record.at_ms, actor, kind, shown),)


event_log_routes = Router("", route_handlers=[list_events], tags=["reports"])
