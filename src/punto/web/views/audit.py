"""Significant events for staff: from the journal's entries and from the audit log's notices.

Events of tables and the cage are read from their entries; notices record everything else.
"""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, to_builtins

from punto.floor.acknowledgements import Acknowledged
from punto.floor.alerts import is_alert
from punto.journal.codec import (
    Entry,
    decode_command,
    decode_events,
    decode_origin,
    decode_refusal,
    recorded,
)
from punto.journal.entry_index import IndexEntry, IndexKind
from punto.journal.notices import Noticed, NoticeKind
from punto.journal.people.people import Person
from punto.journal.queries.audit import (
    LARGE_WIN,
    NOT_SIGNIFICANT,
    AuditFilter,
    balance_before,
    earlier,
    index_entry_at,
    notice_numbered,
    significant_entries,
    significant_notices,
)
from punto.journal.read_transaction import ReadTransaction
from punto.journal.streams import CAGE
from punto.ledger.accounts import account_named
from punto.ledger.cage import events as cage
from punto.ledger.cage.state import Limits
from punto.messages import CHINESE, word_in
from punto.table import events as e
from punto.web.approvals import table_of
from punto.web.views.events import event_view

NUMBER = re.compile(r"[0-9]{1,18}")  # as large as a database holds
KINDS = (
    *(each.value for each in IndexKind if each.value not in NOT_SIGNIFICANT),
    LARGE_WIN,
    *(each.value for each in NoticeKind),
)


class SignificantEvent(Struct, frozen=True):
    """A significant event: what, when, by whom, at which table, and the values before and after.

    `count` is above one if similar events came within a minute; `address` is where the request came
    from, if it is known. An `alert` stays in the pit's list until it is acknowledged.
    """

    id: str
    kind: str
    at_ms: int
    actor: str
    table: str
    about: str
    approver: str = ""
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None
    count: int = 1
    address: str = ""
    alert: bool = False
    acknowledged: Acknowledged | None = None
    chinese: str = ""  # `about` in Chinese, where it is a sentence
    more: int = 0  # in the list of alerts: earlier ones alike that are not listed


class EventsPage(Struct, frozen=True):
    """Significant events, latest first; `next` is the cursor of the next page, empty at the end."""

    events: tuple[SignificantEvent, ...]
    next: str


class Cursor(Struct, frozen=True):
    """How far entries and notices have been read."""

    position: int | None = None
    number: int | None = None


def significant_events(
    transaction: ReadTransaction,
    wanted: AuditFilter,
    cursor: Cursor,
    limit: int,
    person: Person,
    only: str | None = None,
) -> EventsPage:
    """A page of the significant events that this person may see."""
    marks = significant_entries(transaction, wanted, cursor.position, limit)
    noted = significant_notices(transaction, wanted, cursor.number, limit)
    merged: list[IndexEntry | Noticed] = sorted([*marks, *noted], key=_time, reverse=True)
    taken = merged[:limit]
    last = min((each.position for each in taken if isinstance(each, IndexEntry)), default=None)
    taken += [
        each for each in merged[limit:] if isinstance(each, IndexEntry) and each.position == last
    ]
    numbers = [each.number for each in taken if isinstance(each, Noticed)]
    number = min(numbers, default=cursor.number)
    position = cursor.position if last is None else last
    shown = (event_of(transaction, each, person) for each in taken)
    more = len(merged) >= limit
    following = f"{'' if position is None else position}.{'' if number is None else number}"
    events = tuple(each for each in shown if each is not None and only in (None, each.table))
    return EventsPage(events, following if more else "")


def event_of(
    transaction: ReadTransaction, found: IndexEntry | Noticed, person: Person
) -> SignificantEvent | None:
    """The significant event of an index entry or a notice, if this person may see it."""
    if isinstance(found, Noticed):
        return _from_notice(found)
    return entry_event(transaction, found, person)


def id_of(found: IndexEntry | Noticed) -> str:
    """The id of the significant event of an index entry or a notice."""
    if isinstance(found, Noticed):
        return f"notice-{found.number}"
    return f"entry-{found.position}-{shown_kind(found.kind)}"


def shown_kind(kind: str) -> str:
    """The kind of the significant event of an index entry: an outcome is one for its large win."""
    return LARGE_WIN if kind == IndexKind.OUTCOME.value else kind


def one_event(transaction: ReadTransaction, name: str, person: Person) -> SignificantEvent | None:
    """The significant event with this id, if this person may see it."""
    match name.split("-", 2):
        case ["notice", number] if NUMBER.fullmatch(number):
            noticed = notice_numbered(transaction, int(number))
            found = _from_notice(noticed) if noticed else None
        case ["entry", position, kind] if NUMBER.fullmatch(position):
            indexed = IndexKind.OUTCOME.value if kind == LARGE_WIN else kind
            mark = index_entry_at(transaction, int(position), indexed)
            found = entry_event(transaction, mark, person) if mark else None
        case _:
            found = None
    is_visible = found is not None and (not found.table or person.at(found.table))
    return found if is_visible else None


def _time(each: IndexEntry | Noticed) -> tuple[int, int]:
    if isinstance(each, Noticed):
        return each.notice.at_ms, 0
    return each.at_ms, each.position


def _from_notice(noticed: Noticed) -> SignificantEvent:
    each = noticed.notice
    return SignificantEvent(
        id_of(noticed),
        each.kind.value,
        each.at_ms,
        each.actor,
        each.table,
        each.about,
        before=each.before,
        after=each.after,
        count=each.count,
        address=each.address,
        alert=is_alert(each.kind.value),
    )


def entry_event(
    transaction: ReadTransaction, mark: IndexEntry, person: Person
) -> SignificantEvent | None:
    """The significant event of an index entry, if this person may see it."""
    entry = transaction.entry(mark.stream, mark.number)
    if entry is None:
        return None
    command = decode_command(entry)
    table = table_of(entry.stream, command)
    if table and not person.at(table):
        return None
    kind = shown_kind(mark.kind)
    refusal = decode_refusal(entry)
    approval = decode_origin(entry).approval
    after = {"command": _tag(command)} if refusal else _after(entry, person)
    return SignificantEvent(
        id_of(mark),
        kind,
        entry.at_ms,
        entry.actor,
        table,
        refusal.sentence if refusal else _tag(command),
        approval.by.id if approval else "",
        _before(transaction, mark, entry),
        after,
        alert=is_alert(kind, after),
        chinese=word_in(CHINESE, refusal.message) if refusal else "",
    )


def _after(entry: Entry, person: Person) -> dict[str, Any]:
    """The entry's events, as this person may see them."""
    if entry.stream == CAGE:
        return {_tag(event): _without_code(event) for event in decode_events(entry)}
    seen = [event_view(record, person) for record in recorded(entry)]
    return {view.type: dict(view.fields) for view in seen if view is not None}


def _before(transaction: ReadTransaction, mark: IndexEntry, entry: Entry) -> dict[str, Any] | None:
    match IndexKind(mark.kind):
        case IndexKind.CONFIGURATION | IndexKind.CARD_SOURCE:
            return _set_before(transaction, mark)
        case IndexKind.CORRECTION:
            return _outcome_before(transaction, mark)
        case IndexKind.VOID:
            return {"staked_cents": mark.cents}
        case IndexKind.ADJUSTMENT | IndexKind.VARIANCE:
            return _books_before(transaction, entry)
        case _:
            return None


def _set_before(transaction: ReadTransaction, mark: IndexEntry) -> dict[str, Any] | None:
    """The table's previous configuration, or the cage's previous limits."""
    for entry in earlier(transaction, mark, IndexKind.CONFIGURATION):
        for event in reversed(decode_events(entry)):
            if isinstance(event, e.TableOpened | e.ConfigurationChanged):
                return {"configuration": to_builtins(event.configuration)}
            if isinstance(event, cage.LimitsSet):
                return {"limits": to_builtins(event.limits)}
    return {"limits": to_builtins(Limits())} if mark.stream == CAGE else None


def _outcome_before(transaction: ReadTransaction, mark: IndexEntry) -> dict[str, Any] | None:
    """A round's outcome before it was corrected."""
    for entry in earlier(transaction, mark, IndexKind.OUTCOME, mark.round):
        for event in reversed(decode_events(entry)):
            if isinstance(event, e.RoundSettled):
                return dict(to_builtins(event))
            if isinstance(event, e.RoundVoided):
                return {"void": True}
    return None


def _books_before(transaction: ReadTransaction, entry: Entry) -> dict[str, Any] | None:
    for event in decode_events(entry):
        if isinstance(event, cage.Adjusted):
            held = balance_before(transaction, account_named(event.account), entry.position)
            return {"account": event.account, "balance_cents": held}
        if isinstance(event, cage.BankClosed | cage.DropCounted):
            return {"book_cents": event.book_cents}
    return None


def _without_code(event: Any) -> dict[str, Any]:
    return {name: each for name, each in to_builtins(event).items() if name not in ("seal", "type")}


def _tag(record: Any) -> str:
    return str(type(record).__struct_config__.tag)
