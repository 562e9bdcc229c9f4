"""Significant events for pit staff: searching them, and acknowledging alerts."""

import re
from typing import Annotated

from litestar import Router, get, post
from litestar.params import FromPath, QueryParameter
from msgspec.structs import replace

from punto.floor.alerts import ALERT_KINDS
from punto.journal.people.people import ALL_TABLES, Person
from punto.journal.queries.alerts import alert_groups
from punto.journal.queries.audit import AuditFilter
from punto.journal.streams import CAGE
from punto.refusals import Reason, Refused
from punto.web.api.tables import Since, Until
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, pit_managers
from punto.web.casino import Casino
from punto.web.openapi.examples import answers
from punto.web.views.alerts import alerts
from punto.web.views.audit import (
    KINDS,
    Cursor,
    EventsPage,
    SignificantEvent,
    id_of,
    one_event,
    significant_events,
)
from punto.web.views.calls import call_alerts

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
    "address": "",
    "alert": True,
    "acknowledged": None,
    "chinese": "",
    "more": 0,
}
EVENTS = {"events": [ALERT], "next": "731.18"}
SEEN = {"by": "pit-manager", "at_ms": 1_794_794_520_000}
DAY_MS = 86_400_000
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
    casino: TheCasino,
    kind: Annotated[str | None, QueryParameter(description=f"One of {', '.join(KINDS)}.")] = None,
    table: Annotated[str | None, QueryParameter(description="Only at this table.")] = None,
    actor: Annotated[str | None, QueryParameter(description="Only by this person.")] = None,
    since_ms: Since = None,
    until_ms: Until = None,
    before: Annotated[
        str | None, QueryParameter(description="The `next` of the previous page.")
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200, description="About this many.")] = 50,
) -> EventsPage:
    """Voids, corrections, denials, account and clock changes, with actor, time, before and after.

    Events of tables only for those that the caller is assigned to.
    """
    person = person_of(request)
    if kind is not None and kind not in KINDS:
        raise Refused(Reason.UNREADABLE_REQUEST, "The kind must be one of {kinds}.", kinds=KINDS)
    if actor is not None and not (actor.isascii() and actor.isprintable()):
        raise Refused(Reason.UNREADABLE_REQUEST, "There is nobody with that name.")
    if table is not None:
        casino.check_table(table, person)
    wanted = AuditFilter(
        kinds=None if kind is None else frozenset((kind,)),
        streams=_streams(person, table),
        actor=actor,
        since_ms=since_ms,
        until_ms=until_ms,
        large_win_cents=casino.large_win_cents,
    )
    casino.audit_writer.flush()
    with casino.store.begin_read() as transaction:
        page = significant_events(transaction, wanted, _cursor(before), limit, person, table)
    return replace(page, events=_with_seen(casino, page.events))


@get(
    "/alerts",
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Unacknowledged alerts",
    responses=answers(list[SignificantEvent], [ALERT]),
)
def list_alerts(request: AskingRequest, casino: TheCasino) -> list[SignificantEvent]:
    """Reports that wait for confirmation, then alerts of the last day, at the caller's tables.

    Alerts about money come first, and what anyone can cause at any time last. Of one kind by one
    person at one table only the latest are listed, and the largest of those about money; `more`
    says how many there are besides. A report is no longer listed once it is confirmed or dismissed.
    """
    person = person_of(request)
    wanted = AuditFilter(
        kinds=ALERT_KINDS,
        streams=_streams(person, None),
        since_ms=casino.clock.now_ms() - DAY_MS,
        large_win_cents=casino.large_win_cents,
    )
    casino.audit_writer.flush()
    with casino.store.begin_read() as transaction:
        waiting = call_alerts(transaction, casino.tables_of(person), person)
        groups = alert_groups(transaction, wanted)
    ids = [id_of(each) for group in groups for each in group.events]
    seen = casino.acknowledgements.of([*ids, *(each.id for each in waiting)])
    with casino.store.begin_read() as transaction:
        return alerts(transaction, groups, person, waiting, seen)


@post(
    "/significant-events/{event_id:str}/acknowledge",
    status_code=200,
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Acknowledge a significant event",
    responses=answers(SignificantEvent, ALERT | {"acknowledged": SEEN}),
)
def acknowledge(
    request: AskingRequest, casino: TheCasino, event_id: FromPath[str]
) -> SignificantEvent:
    """Records in the audit log that the caller has seen it; a second caller sees who did.

    No one acknowledges what they did themselves, alone or through an account they made or changed.
    """
    person = person_of(request)
    with casino.store.begin_read() as transaction:
        found = one_event(transaction, event_id, person)
    if found is None or not found.alert:
        raise Refused(Reason.NOTHING_THERE, "There is no such alert.")
    known, now_ms = casino.acknowledgements.of([found.id]), casino.clock.now_ms()
    if not known and casino.separation.are_connected(person.id, found.actor, now_ms):
        raise Refused(
            Reason.NOT_AUTHORISED, "This is about what you did: someone else has to see it."
        )
    casino.acknowledgements.add(found.id, person.id, found.table, now_ms)
    return _with_seen(casino, (found,))[0]


def _with_seen(
    casino: Casino, events: tuple[SignificantEvent, ...]
) -> tuple[SignificantEvent, ...]:
    """Add who acknowledged each event."""
    seen = casino.acknowledgements.of(each.id for each in events)
    return tuple(replace(each, acknowledged=seen.get(each.id)) for each in events)


def _streams(person: Person, table: str | None) -> tuple[str, ...] | None:
    """The streams to search: one table, or the caller's tables, the cage and the rest."""
    if table is not None:
        return (table, CAGE)  # the cage also has events about a table's money
    return None if ALL_TABLES in person.tables else (*person.tables, CAGE, "")


def _cursor(text: str | None) -> Cursor:
    if text is None:
        return Cursor()
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Send the `next` of the previous page as `before`."
        )
    position, number = found.groups()
    return Cursor(int(position) if position else None, int(number) if number else None)


audit_routes = Router(
    "",
    route_handlers=[list_significant, list_alerts, acknowledge],
    tags=["significant events"],
)
