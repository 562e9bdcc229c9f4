"""Alerts by kind, person and table, on both databases."""

from collections.abc import Iterator

import pytest

from punto.floor.host import Host
from punto.journal.entry_index import IndexEntry
from punto.journal.notices import Notice, Noticed, NoticeKind, write_notices
from punto.journal.queries.alerts import READ_MAX, AlertGroup, alert_groups
from punto.journal.queries.audit import AuditFilter
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.rules.staff import Position
from punto.table.people import Staff
from tests.envelope import Given
from tests.submission import ask

KINDS = frozenset(("pit-called", "table-halted", "credits-issued"))
CASHIER = Staff("cashier", Position.DEALER)


def call(at_ms: int, actor: str = "dealer", table: str = "t1") -> Notice:
    return Notice(NoticeKind.PIT_CALLED, at_ms, actor, table, "?")


def groups(
    store: Store, since_ms: int = 0, streams: tuple[str, ...] | None = None
) -> list[AlertGroup]:
    wanted = AuditFilter(kinds=KINDS, streams=streams, since_ms=since_ms)
    with store.begin_read() as transaction:
        return alert_groups(transaction, wanted)


def summary(found: list[AlertGroup]) -> list[tuple[str, int, int]]:
    return sorted((each.kind, len(each.events), each.total) for each in found)


@pytest.fixture
def host(store: Store) -> Iterator[Host]:
    made = Host(store)
    yield made
    made.stop()


def test_each_person_kind_and_table_is_a_group(store: Store, host: Host) -> None:
    many = [call(at_ms) for at_ms in range(1, READ_MAX + 51)]
    others = [call(300, "other"), call(301, table="t2")]
    halted = Notice(NoticeKind.TABLE_HALTED, 302, "", "t1", "?")
    write_notices(store, [*many, *others, halted])
    for number in range(3):
        bought = Given(cage.BuyCredits("seat1", 1_000), CASHIER)
        ask(host, CAGE, f"buy-{number}", bought)
    found = groups(store)
    assert summary(found) == [
        ("credits-issued", 3, 3),
        ("pit-called", 1, 1),
        ("pit-called", 1, 1),
        ("pit-called", READ_MAX, READ_MAX + 50),
        ("table-halted", 1, 1),
    ]
    largest = max(found, key=lambda group: len(group.events))
    numbers = [each.number for each in largest.events if isinstance(each, Noticed)]
    assert numbers == list(range(READ_MAX + 50, 50, -1)), "the latest, and those first"
    entries = [each for group in found for each in group.events if isinstance(each, IndexEntry)]
    assert [each.number for each in entries] == [3, 2, 1]


def test_only_those_since_a_time_and_of_some_tables(store: Store) -> None:
    assert groups(store) == []
    write_notices(store, [call(at_ms, table=f"t{at_ms % 2}") for at_ms in range(100, 200)])
    for since_ms, count in ((0, 100), (100, 100), (101, 99), (150, 50), (199, 1), (200, 0)):
        found = groups(store, since_ms)
        assert sum(each.total for each in found) == count, since_ms
    assert summary(groups(store, 150, ("t1",))) == [("pit-called", 25, 25)]


def test_those_about_money_are_a_group_of_their_own_with_the_largest_in_it(
    store: Store, host: Host
) -> None:
    """Else many about nothing, or about little, hide one about much."""
    ask(host, CAGE, "much", Given(cage.BuyCredits("seat1", 900_000), CASHIER))
    for number in range(READ_MAX + 10):
        ask(host, CAGE, f"little-{number}", Given(cage.BuyCredits("seat1", 100), CASHIER))
    (found,) = groups(store)
    assert (found.has_money, found.total) == (True, READ_MAX + 11)
    cents = [each.cents for each in found.events if isinstance(each, IndexEntry)]
    assert (cents[-1], len(cents)) == (900_000, READ_MAX + 1)
