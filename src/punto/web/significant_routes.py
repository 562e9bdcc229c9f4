"""Significant events, for pit staff: found by kind, table, person and time, and acknowledged."""

import re
from typing import Annotated

from litestar import Router, get, post
from litestar.params import FromPath, QueryParameter
from msgspec.structs import replace

from punto.journal.people import ALL_TABLES, Person
from punto.journal.records import Wanted
from punto.journal.streams import CAGE
from punto.refusals import Reason, Refused
from punto.web.entrance import TheHouse, person_of, pit_managers
from punto.web.examples import answers
from punto.web.house import House
from punto.web.significant import (
    ALERTS,
    KINDS,
    Cursor,
    EventsPage,
    Seen,
    SignificantEvent,
    one_event,
    significant_events,
)
from punto.web.table_routes import AskingRequest, Since, Until

ALERT = {
    "id": "entry-731-void",
    "kind": "void",
    "at_ms": 1_794_794_460_000,
    "actor": "pit-manager",
    "table": "t1",
    "about": "report",
    "approver": "shift-manager",
    "before": {"staked": "600.00"},
    "after": {"round-voided": {"round": 12, "clause": "5.4"}},
    "count": 1,
    "alert": True,
    "acknowledged": None,
}
EVENTS = {"events": [ALERT], "next": "731.18"}
SEEN = {"by": "pit-manager", "at_ms": 1_794_794_520_000}
DAY_MS = 86_400_000
ALERTS_MAX = 100
PAGE = 200
_CURSOR = re.compile(r"(\d{0,18})\.(\d{0,18})")


@get(
    "/significant-events",
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Significant events",
    responses=answers(EventsPage, EVENTS),
)
def list_significant(
    request: AskingRequest,
    house: TheHouse,
    kind: Annotated[str | None, QueryParameter(description=f"One of {', '.join(KINDS)}.")] = None,
    table: Annotated[str | None, QueryParameter(description="At this table alone.")] = None,
    actor: Annotated[str | None, QueryParameter(description="By this person alone.")] = None,
    since_ms: Since = None,
    until_ms: Until = None,
    before: Annotated[
        str | None, QueryParameter(description="What the page before said is `next`.")
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200, description="About how many.")] = 50,
) -> EventsPage:
    """Voids, corrections, denials, accounts, clocks: with who, when, before and after.

    Of tables, only those the caller is assigned to.
    """
    person = person_of(request)
    if kind is not None and kind not in KINDS:
        raise Refused(Reason.UNREADABLE_REQUEST, f"A kind is one of {', '.join(KINDS)}.")
    if actor is not None and not (actor.isascii() and actor.isprintable()):
        raise Refused(Reason.UNREADABLE_REQUEST, "Nobody is called so.")
    if table is not None:
        house.check_table(table, person)
    wanted = Wanted(
        kinds=None if kind is None else frozenset((kind,)),
        streams=_streams(person, table),
        actor=actor,
        since_ms=since_ms,
        until_ms=until_ms,
        large_win_cents=house.large_win_cents,
    )
    house.noticing.flush()
    with house.store.reading() as reading:
        page = significant_events(reading, wanted, _cursor(before), limit, person, table)
    return replace(page, events=_with_seen(house, page.events))


@get(
    "/alerts",
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Alerts nobody has acknowledged",
    responses=answers(list[SignificantEvent], [ALERT]),
)
def list_alerts(request: AskingRequest, house: TheHouse) -> list[SignificantEvent]:
    """Those of the last day at the caller's tables, the latest first."""
    person = person_of(request)
    wanted = Wanted(
        kinds=ALERTS,
        streams=_streams(person, None),
        since_ms=house.clock.now_ms() - DAY_MS,
        large_win_cents=house.large_win_cents,
    )
    house.noticing.flush()
    found: list[SignificantEvent] = []
    cursor: str | None = None
    while len(found) < ALERTS_MAX and cursor != "":
        with house.store.reading() as reading:
            page = significant_events(reading, wanted, _cursor(cursor), PAGE, person)
        found += [each for each in _with_seen(house, page.events) if each.acknowledged is None]
        cursor = page.next
    return found[:ALERTS_MAX]


@post(
    "/significant-events/{event_id:str}/acknowledge",
    status_code=200,
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Acknowledge a significant event",
    responses=answers(SignificantEvent, ALERT | {"acknowledged": SEEN}),
)
def acknowledge(
    request: AskingRequest, house: TheHouse, event_id: FromPath[str]
) -> SignificantEvent:
    """The caller has seen it: noted once, in the same chain; whoever comes second is told who."""
    person = person_of(request)
    with house.store.reading() as reading:
        found = one_event(reading, event_id, person)
    if found is None or not found.alert:
        raise Refused(Reason.NOTHING_THERE, "There is no such alert.")
    house.acknowledgements.add(found.id, person.id, found.table, house.clock.now_ms())
    return _with_seen(house, (found,))[0]


def _with_seen(house: House, events: tuple[SignificantEvent, ...]) -> tuple[SignificantEvent, ...]:
    """Events with whoever has acknowledged them."""
    seen = house.acknowledgements.of(each.id for each in events)
    return tuple(
        replace(each, acknowledged=Seen(seen[each.id].by, seen[each.id].at_ms))
        if each.id in seen
        else each
        for each in events
    )


def _streams(person: Person, table: str | None) -> tuple[str, ...] | None:
    """The streams to look in: one table, or the caller's, the cage, and what is at none."""
    if table is not None:
        return (table, CAGE)  # the cage has the money of tables too
    return None if ALL_TABLES in person.tables else (*person.tables, CAGE, "")


def _cursor(text: str | None) -> Cursor:
    if text is None:
        return Cursor()
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise Refused(Reason.UNREADABLE_REQUEST, "Turn the page with `next` of the one before.")
    position, number = found.groups()
    return Cursor(int(position) if position else None, int(number) if number else None)


significant_routes = Router(
    "",
    route_handlers=[list_significant, list_alerts, acknowledge],
    tags=["significant events"],
)
