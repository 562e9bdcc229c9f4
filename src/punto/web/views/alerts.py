"""The pit's list of alerts: unacknowledged ones, in an order in which no one hides another's."""

from collections.abc import Container, Iterable, Iterator, Sequence

from msgspec.structs import replace

from punto.floor.alerts import OFTEN
from punto.journal.entry_index import IndexEntry
from punto.journal.notices import Noticed
from punto.journal.people.people import Person
from punto.journal.queries.alerts import AlertGroup
from punto.journal.read_transaction import ReadTransaction
from punto.web.views.audit import SignificantEvent, event_of, id_of

PER_GROUP = 5  # of one kind, by one person, at one table
LISTED_MAX = 500


def alerts(
    transaction: ReadTransaction,
    groups: Iterable[AlertGroup],
    person: Person,
    waiting: Sequence[SignificantEvent],
    seen: Container[str],
) -> list[SignificantEvent]:
    """Reports that wait, then what is rare, then what anyone can cause; each latest first.

    Those in `seen`, by their ids, have been acknowledged.
    """
    held = {each.id for each in waiting}
    first = [each for each in waiting if each.id not in seen]
    rest = [event for group in groups for event in _listed(transaction, group, person, seen)]
    rest = [each for each in rest if each.id not in held]
    rest.sort(key=lambda each: each.at_ms, reverse=True)
    rest.sort(key=lambda each: each.kind in OFTEN)
    return [*first, *rest][:LISTED_MAX]


def _listed(
    transaction: ReadTransaction, group: AlertGroup, person: Person, seen: Container[str]
) -> Iterator[SignificantEvent]:
    """The latest alerts of a group that this person may see; the last says how many are left."""
    left = [each for each in group.events if id_of(each) not in seen]
    unread = group.total - len(group.events)
    shown: list[SignificantEvent] = []
    for at, each in enumerate(left, 1):
        event = _visible(transaction, each, person)
        if event is not None:
            shown.append(event)
        if len(shown) == PER_GROUP:
            shown[-1] = replace(shown[-1], more=len(left) - at + unread)
            break
    return iter(shown)


def _visible(
    transaction: ReadTransaction, found: IndexEntry | Noticed, person: Person
) -> SignificantEvent | None:
    event = event_of(transaction, found, person)
    return event if event is not None and event.alert else None
