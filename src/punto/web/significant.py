"""Significant events as staff read them: from the journal's entries, and from the notices.

What an entry tells is read from the entry, whoever asks; a notice tells what is in none.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from punto.journal.codec import Entry, decode_command, decode_events, decode_refusal, recorded
from punto.journal.landmarks import Landmark, Sight
from punto.journal.notices import Matter, Noticed
from punto.journal.people import Person
from punto.journal.reading import Reading
from punto.journal.records import (
    LARGE_WIN,
    NOT_SIGNIFICANT,
    Wanted,
    balance_before,
    earlier,
    landmark_at,
    notice_numbered,
    significant_entries,
    significant_notices,
)
from punto.journal.streams import CAGE
from punto.ledger.accounts import account_named
from punto.ledger.cage import events as cage
from punto.ledger.cage.state import Limits
from punto.money import print_amount
from punto.table import events as e
from punto.web.approving import table_of
from punto.web.event_views import event_view
from punto.web.outside import outward

KINDS = (
    *(each.value for each in Sight if each.value not in NOT_SIGNIFICANT),
    LARGE_WIN,
    *(each.value for each in Matter),
)


# What somebody in the pit has to have seen; the rest is there to be looked up.
ALERTS = frozenset(
    each.value
    for each in (
        Sight.VOID,
        Sight.CORRECTION,
        Sight.ADJUSTMENT,
        Sight.VARIANCE,
        Sight.DENIED,
        Sight.BROKEN_SEAL,
        Matter.LOCKED_OUT,
        Matter.CLOCK_CHANGED,
        Matter.TABLE_HALTED,
        Matter.APPROVAL_DECLINED,
        Matter.PIT_CALLED,
    )
) | {LARGE_WIN}


class Seen(Struct, frozen=True):
    """Who acknowledged something, and when."""

    by: str
    at_ms: int


class SignificantEvent(Struct, frozen=True):
    """Something that matters: what, when, by whom, at which table, and what was before and after.

    `count` is above one where the like came many times within a minute. An `alert` waits in the
    pit until somebody has acknowledged it.
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
    alert: bool = False
    acknowledged: Seen | None = None


class EventsPage(Struct, frozen=True):
    """Significant events, the latest first; `next` turns the page, empty where there is no more."""

    events: tuple[SignificantEvent, ...]
    next: str


class Cursor(Struct, frozen=True):
    """How far two sources have been read."""

    position: int | None = None
    number: int | None = None


def significant_events(
    reading: Reading,
    wanted: Wanted,
    cursor: Cursor,
    limit: int,
    person: Person,
    only: str | None = None,
) -> EventsPage:
    """A page of what this person may read."""
    marks = significant_entries(reading, wanted, cursor.position, limit)
    noted = significant_notices(reading, wanted, cursor.number, limit)
    merged: list[Landmark | Noticed] = sorted([*marks, *noted], key=_time, reverse=True)
    taken = merged[:limit]
    last = min((each.position for each in taken if isinstance(each, Landmark)), default=None)
    taken += [
        each for each in merged[limit:] if isinstance(each, Landmark) and each.position == last
    ]
    numbers = [each.number for each in taken if isinstance(each, Noticed)]
    number = min(numbers, default=cursor.number)
    position = cursor.position if last is None else last
    shown = (
        _from_notice(each) if isinstance(each, Noticed) else _from_entry(reading, each, person)
        for each in taken
    )
    more = len(merged) >= limit
    following = f"{'' if position is None else position}.{'' if number is None else number}"
    events = tuple(each for each in shown if each is not None and only in (None, each.table))
    return EventsPage(events, following if more else "")


def one_event(reading: Reading, name: str, person: Person) -> SignificantEvent | None:
    """The significant event of this id, where this person may read it."""
    match name.split("-", 2):
        case ["notice", number] if number.isdecimal():
            noticed = notice_numbered(reading, int(number))
            found = _from_notice(noticed) if noticed else None
        case ["entry", position, kind] if position.isdecimal():
            sight = Sight.OUTCOME.value if kind == LARGE_WIN else kind
            mark = landmark_at(reading, int(position), sight)
            found = _from_entry(reading, mark, person) if mark else None
        case _:
            found = None
    at_theirs = found is not None and (not found.table or person.at(found.table))
    return found if at_theirs else None


def _time(each: Landmark | Noticed) -> tuple[int, int]:
    if isinstance(each, Noticed):
        return each.notice.at_ms, 0
    return each.at_ms, each.position


def _from_notice(noticed: Noticed) -> SignificantEvent:
    each = noticed.notice
    return SignificantEvent(
        f"notice-{noticed.number}",
        each.kind.value,
        each.at_ms,
        each.actor,
        each.table,
        each.about,
        before=each.before,
        after=each.after,
        count=each.count,
        alert=each.kind.value in ALERTS,
    )


def _from_entry(reading: Reading, mark: Landmark, person: Person) -> SignificantEvent | None:
    entry = reading.entry(mark.stream, mark.number)
    if entry is None:
        return None
    command = decode_command(entry)
    table = table_of(entry.stream, command)
    if table and not person.at(table):
        return None
    kind = LARGE_WIN if mark.kind == Sight.OUTCOME.value else mark.kind
    refusal = decode_refusal(entry)
    approval = getattr(command, "approval", None)
    return SignificantEvent(
        f"entry-{entry.position}-{kind}",
        kind,
        entry.at_ms,
        entry.actor,
        table,
        refusal.sentence if refusal else _tag(command),
        approval.by.id if approval else "",
        _before(reading, mark, entry),
        {"command": _tag(command)} if refusal else _after(entry, person),
        alert=kind in ALERTS,
    )


def _after(entry: Entry, person: Person) -> dict[str, Any]:
    """What happened, each event as this person may see it."""
    if entry.stream == CAGE:
        return {_tag(event): _without_code(event) for event in decode_events(entry)}
    seen = [event_view(record, person) for record in recorded(entry)]
    return {view.type: dict(view.fields) for view in seen if view is not None}


def _before(reading: Reading, mark: Landmark, entry: Entry) -> dict[str, Any] | None:
    match Sight(mark.kind):
        case Sight.CONFIGURATION:
            return _set_before(reading, mark)
        case Sight.CORRECTION:
            return _outcome_before(reading, mark)
        case Sight.VOID:
            return {"staked": print_amount(mark.cents)}
        case Sight.ADJUSTMENT | Sight.VARIANCE:
            return _books_before(reading, entry)
        case _:
            return None


def _set_before(reading: Reading, mark: Landmark) -> dict[str, Any] | None:
    """How a table was set before, or the cage's limits."""
    for entry in earlier(reading, mark, Sight.CONFIGURATION):
        for event in reversed(decode_events(entry)):
            if isinstance(event, e.TableOpened | e.ConfigurationChanged):
                return {"configuration": outward(event.configuration)}
            if isinstance(event, cage.LimitsSet):
                return {"limits": outward(event.limits)}
    return {"limits": outward(Limits())} if mark.stream == CAGE else None


def _outcome_before(reading: Reading, mark: Landmark) -> dict[str, Any] | None:
    """How a round stood before it was corrected."""
    for entry in earlier(reading, mark, Sight.OUTCOME, mark.round):
        for event in reversed(decode_events(entry)):
            if isinstance(event, e.RoundSettled):
                return dict(outward(event))
            if isinstance(event, e.RoundVoided):
                return {"void": True}
    return None


def _books_before(reading: Reading, entry: Entry) -> dict[str, Any] | None:
    for event in decode_events(entry):
        if isinstance(event, cage.Adjusted):
            held = balance_before(reading, account_named(event.account), entry.position)
            return {"account": event.account, "balance": print_amount(held)}
        if isinstance(event, cage.BankClosed | cage.DropCounted):
            return {"book": print_amount(event.book_cents)}
    return None


def _without_code(event: Any) -> dict[str, Any]:
    return {name: each for name, each in outward(event).items() if name not in ("code", "type")}


def _tag(record: Any) -> str:
    return str(type(record).__struct_config__.tag)
