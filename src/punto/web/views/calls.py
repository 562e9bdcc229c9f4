"""Calls: tables held by an irregularity, for the people who may resolve it.

A call is derived from the table's state, so it does not depend on the client that filed the report
and ends as soon as the irregularity is resolved.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from punto.journal.entry_index import IndexKind
from punto.journal.people.people import Person
from punto.journal.queries.audit import AuditFilter, significant_entries
from punto.journal.read_transaction import ReadTransaction
from punto.rules.staff import Position, reaches
from punto.table.acting_positions import in_position
from punto.table.legal.irregularities import resolver
from punto.table.people import Staff
from punto.table.state import State, Waits
from punto.web.views.audit import SignificantEvent, entry_event

CASES_READ_MAX = 20  # latest irregularities read to find the one that holds the table
OPENS = ("report-filed", "case-opened")


class CallView(Struct, frozen=True):
    """A table that waits for staff: why, since when, and the command that resolves it."""

    table: str
    irregularity: str
    clause: str
    waits: str
    command: str
    position: str  # the lowest that may give it
    yours: bool
    reported_by: str
    note: str
    at_ms: int


def calls(
    transaction: ReadTransaction, states: Iterable[tuple[str, State]], person: Person, now_ms: int
) -> tuple[CallView, ...]:
    """The tables that wait for a member of staff, and whether this person may resolve each."""
    found = []
    for table, state in states:
        waiting = resolver(state)
        if state.case is None or waiting is None or state.case.waits is Waits.OPTION:
            continue
        command, position = waiting
        opened = _opened(transaction, table, person)
        case, report = state.case, state.case.report
        found.append(
            CallView(
                table,
                case.irregularity.value,
                case.clause,
                case.waits.value,
                command,
                position.title,
                _may_resolve(state, person, position, now_ms),
                report.filed_by if report else opened.actor if opened else "",
                report.note if report else "",
                opened.at_ms if opened else 0,
            )
        )
    return tuple(found)


def call_alerts(
    transaction: ReadTransaction, states: Iterable[tuple[str, State]], person: Person
) -> list[SignificantEvent]:
    """The reports that hold a table and wait for confirmation, as alerts."""
    found = [
        _opened(transaction, table, person)
        for table, state in states
        if state.case is not None and state.case.waits is Waits.CONFIRMATION
    ]
    return [replace(each, alert=True) for each in found if each is not None]


def _opened(transaction: ReadTransaction, table: str, person: Person) -> SignificantEvent | None:
    """The significant event that put the table on hold."""
    wanted = AuditFilter(kinds=frozenset((IndexKind.IRREGULARITY.value,)), streams=(table,))
    for mark in significant_entries(transaction, wanted, None, CASES_READ_MAX):
        event = entry_event(transaction, mark, person)
        if event is not None and any(each in (event.after or {}) for each in OPENS):
            return event
    return None


def _may_resolve(state: State, person: Person, lowest: Position, now_ms: int) -> bool:
    if person.position is None:
        return False
    held = in_position(state, Staff(person.id, person.position), now_ms).position
    return reaches(state.ranks, held, lowest)
