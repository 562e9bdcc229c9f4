"""The pit's list of alerts: unacknowledged ones, in an order in which no one hides another's."""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from punto.floor.alerts import OFTEN
from punto.journal.entry_index import IndexEntry
from punto.journal.notices import Noticed
from punto.journal.people.people import Person
from punto.journal.queries.alerts import AlertGroup
from punto.journal.read_transaction import ReadTransaction
from punto.web.views.audit import SignificantEvent, event_of, id_of

PER_GROUP = 5  # of one kind, by one person, at one table: the latest, and so many of the largest
LISTED_MAX = 500


def alerts(
    transaction: ReadTransaction,
    groups: Iterable[AlertGroup],
    person: Person,
    waiting: Sequence[SignificantEvent],
    seen: Container[str],
) -> list[SignificantEvent]:
    """Reports that wait, then what is about money, then what is rare, then what anyone can cause.

    Each latest first. Those in `seen`, by their ids, have been acknowledged.
    """
    held = {each.id for each in waiting}
    first = [each for each in waiting if each.id not in seen]
    rest = [
        (event.kind in OFTEN, not group.has_money, event)
        for group in groups
        for event in _listed(transaction, group, person, seen)
        if event.id not in held
    ]
    rest.sort(key=lambda each: each[2].at_ms, reverse=True)
    rest.sort(key=lambda each: each[:2])
    return [*first, *(event for _, _, event in rest)][:LISTED_MAX]


def _listed(
    transaction: ReadTransaction, group: AlertGroup, person: Person, seen: Container[str]
) -> list[SignificantEvent]:
    """The latest alerts of a group that this person may see, and the largest if it has amounts.

    The earliest of them says how many are left.
    """
    left = [each for each in group.events if id_of(each) not in seen]
    shown = list(islice(_visible(transaction, left, person), PER_GROUP))
    is_full = len(shown) == PER_GROUP
    if group.has_money and is_full:
        latest = {each.id for each in shown}
        largest = sorted(left, key=_cents, reverse=True)
        found = islice(_visible(transaction, largest, person), PER_GROUP)
        shown += [each for each in found if each.id not in latest]
    shown.sort(key=lambda each: each.at_ms, reverse=True)
    if is_full:
        more = len(left) - len(shown) + group.total - len(group.events)
        shown[-1] = replace(shown[-1], more=more)
    return shown


def _cents(event: IndexEntry | Noticed) -> int:
    return event.cents if isinstance(event, IndexEntry) else 0


def _visible(
    transaction: ReadTransaction, found: Iterable[IndexEntry | Noticed], person: Person
) -> Iterator[SignificantEvent]:
    """Those that are alerts and that this person may see."""
    for each in found:
        event = event_of(transaction, each, person)
        if event is not None and event.alert:
            yield event
