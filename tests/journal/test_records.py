"""Rounds, shoes, statements and significant entries are found on both databases."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
import sqlalchemy as sa

from punto.floor.host import Host
from punto.journal.landmarks import index_entries
from punto.journal.notices import Matter, Notice, keep_notices, prove_notices
from punto.journal.passbook import passbook
from punto.journal.people import Kind, People, Person
from punto.journal.played import outcomes, outcomes_since, round_entries, shoe_of
from punto.journal.records import (
    LARGE_WIN,
    Wanted,
    balance_before,
    significant_entries,
    significant_notices,
)
from punto.journal.reports import ALWAYS, entries_within
from punto.journal.rounds import find_round
from punto.journal.schema import landmarks
from punto.journal.store import Store
from punto.journal.verify import verify
from punto.ledger.accounts import patron
from punto.ledger.cage import commands as cage
from punto.ledger.statements import statement
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from tests.conftest import new_schema
from tests.floor.tables import (
    CREDITS,
    DEALER,
    bet,
    fund,
    opened,
    play_round,
    play_sealed_shoe,
    shuffled,
)

BOSS = Staff("boss", Position.GAMING_SHIFT_MANAGER)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """Two shoes at t1; a void, a correction and an adjustment."""
    journal = str(tmp_path_factory.mktemp("records") / "house.journal")
    if request.param == "postgresql":
        journal = new_schema(request.getfixturevalue("postgresql"))
    store = Store(journal)
    store.create()
    host = Host(store)
    fund(host, "seat1", "seat2")
    opened(host, "t1", CREDITS, "first")
    opened(host, "t2", CREDITS)
    cards = iter(shuffled(4))
    for cents in (1000, 2000, 3000):
        play_round(host, "t1", cards, [bet(1, cents), bet(2, 1000, "tie")])
        play_round(host, "t2", cards, [bet(1, 1000)])
    host.ask("t1", "bet4", c.OpenBetting(by=DEALER))
    host.ask("t1", "stake4", bet(1, 5000))
    host.ask("t1", "void4", c.Report(Irregularity.FOREIGN_CARDS, by=BOSS))
    host.submit("t1", "no", c.CloseTable(by=DEALER)).result()
    last = host.state("t1").finished[-2]
    host.ask("t1", "retire", c.RetireShoe(by=DEALER))
    host.ask("t1", "another", c.LoadShoe("second", by=DEALER))
    play_round(host, "t1", iter(shuffled(6)), [bet(1, 4000)])
    turned = (*last.cards[1::-1], *last.cards[3:1:-1], *last.cards[4:])
    host.ask("t1", "fix", c.CorrectRound(3, turned, "the tape", by=BOSS))
    host.ask_cage("adjust", cage.Adjust("patron:seat1", -700, "a slip", by=BOSS))
    host.ask_cage("later", cage.BuyCredits("seat1", 900, by=DEALER))
    yield store
    host.stop()
    with store.reading() as reading:
        assert list(verify(reading)) == []
    store.close()


def test_every_round_is_found_as_it_is_by_going_through_everything(played: Store) -> None:
    with played.reading() as reading:
        for number in range(1, 6):
            found = {entry.position for entry in round_entries(reading, "t1", number)}
            whole = find_round(reading, "t1", number)
            assert whole is not None
            seqs = {record.seq for record in whole.records}
            assert found == {
                entry.position
                for entry in reading.entries("t1")
                if entry.seq in seqs and not entry.refusal
            }
        assert list(round_entries(reading, "t1", 6)) == []
        assert list(round_entries(reading, "nowhere", 1)) == []


def test_outcomes_come_latest_first_and_the_last_word_of_each(played: Store) -> None:
    with played.reading() as reading:
        ids_found = [entry.id for entry in outcomes(reading, "t1", None)]
        assert len(ids_found) == 6
        assert ids_found[1] == "void4"
        assert ids_found[2] == "fix"
        assert next(outcomes(reading, "t1", 4)).id == "fix"
        assert [entry.id for entry in outcomes(reading, "t1", 2)] == ids_found[-1:]
        assert list(outcomes(reading, "t1", None, since_ms=2**52)) == []
        assert len(list(outcomes(reading, "t1", None, 0, 2**52))) == 6


def test_a_shoe_is_found_by_its_rounds_and_its_own_outcomes_alone(played: Store) -> None:
    with played.reading() as reading:
        first, now = shoe_of(reading, "t1", 2), shoe_of(reading, "t1")
        assert first is not None
        assert now is not None
        assert (first[1].shoe, now[1].shoe) == ("first", "second")
        assert first[2] is now[2] is None
        # Round 3 was corrected since, but it is of the shoe before.
        assert len(list(outcomes_since(reading, "t1", now[0]))) == 1
        assert shoe_of(reading, "nowhere") is None


def test_the_seal_of_a_shoe_is_found_when_it_was_opened(store: Store) -> None:
    host = Host(store)
    opened(host, "t1")
    host.ask("t1", "retire", c.RetireShoe(by=DEALER))
    play_sealed_shoe(host, "t1", 8, 2)
    play_sealed_shoe(host, "t1", 9, 1)
    host.stop()
    with store.reading() as reading:
        found = [shoe_of(reading, "t1", number) for number in (1, 2, 3)]
    assert [each and each[1].shoe for each in found] == ["sealed8", "sealed8", "sealed9"]
    assert [each and each[2] and each[2].salt for each in found] == ["salt8", "salt8", "salt9"]


def test_significant_entries_come_in_pages(played: Store) -> None:
    with played.reading() as reading:
        everything = significant_entries(reading, Wanted(large_win_cents=10**9), None, 100)
        assert {mark.kind for mark in everything} == {
            "configuration",
            "void",
            "irregularity",
            "denied-command",
            "correction",
            "adjustment",
        }
        pages = []
        before = None
        while page := significant_entries(reading, Wanted(large_win_cents=10**9), before, 2):
            pages += page
            before = page[-1].position
        assert set(pages) == set(everything)
        assert len(pages) == len(everything)
        assert all(one.position >= other.position for one, other in pairwise(pages))
        large = Wanted(kinds=frozenset((LARGE_WIN,)), large_win_cents=1)
        wins = significant_entries(reading, large, None, 100)
        assert {mark.kind for mark in wins} == {"outcome"}
        mine = Wanted(actor="boss", streams=("t1",), large_win_cents=10**9)
        kinds = [mark.kind for mark in significant_entries(reading, mine, None, 100)]
        assert kinds[0] == "correction"
        assert set(kinds[1:]) == {"void", "irregularity"}


def test_a_passbook_is_the_statement_reckoned_from_the_other_end(played: Store) -> None:
    with played.reading() as reading:
        account = patron("seat1")
        entries = list(entries_within(reading.moved(account), ALWAYS))
        assert passbook(reading, account) == statement(account, entries)
        middle = entries[len(entries) // 2].at_ms
        for times in ((middle, None), (0, middle), (middle, middle + 3), (2**52, None)):
            assert passbook(reading, account, *times) == statement(account, entries, *times)
        (adjusted,) = significant_entries(
            reading, Wanted(kinds=frozenset(("adjustment",))), None, 9
        )
        after = reading.balances([account])[account]
        assert balance_before(reading, account, adjusted.position) == after - 900 + 700


def test_landmarks_found_anew_are_the_same(played: Store) -> None:
    with played.writing([]) as writing:
        kept = set(map(tuple, writing.connection.execute(sa.select(landmarks))))
        index_entries(writing.connection)
        assert set(map(tuple, writing.connection.execute(sa.select(landmarks)))) == kept
        assert [str(fault) for fault in verify(writing)] == []


def test_notices_are_chained_in_the_order_they_come(store: Store) -> None:
    people = People(store)
    made = Notice(Matter.ACCOUNT_MADE, 5, "boss", "", "dealer", None, {"position": "Dealer"})
    people.add(Person("dealer", Kind.STAFF, Position.DEALER), [made])
    keep_notices(store, [Notice(Matter.DENIED, 6, "dealer", "t1", "GET /x", count=3)])
    with store.reading() as reading:
        found = significant_notices(reading, Wanted(), None, 10)
        assert [(each.number, each.notice.kind) for each in found] == [
            (2, Matter.DENIED),
            (1, Matter.ACCOUNT_MADE),
        ]
        assert found[1].notice == made
        assert list(prove_notices(reading, None)) == []
        assert significant_notices(reading, Wanted(streams=("t1",)), None, 10) == found[:1]
        assert significant_notices(reading, Wanted(since_ms=6), 2, 10) == []


def test_an_account_that_is_not_made_is_not_noted(store: Store) -> None:
    people = People(store)
    person = Person("dealer", Kind.STAFF, Position.DEALER)
    people.add(person)
    with pytest.raises(Exception, match="already"):
        people.add(person, [Notice(Matter.ACCOUNT_MADE, 5, "boss")])
    with store.reading() as reading:
        assert significant_notices(reading, Wanted(), None, 10) == []
    for name in ("seat2", "seat1", "terminal"):
        people.add(Person(name, Kind.PATRON))
    assert [each.id for each in people.search(Kind.PATRON, "seat", "", 9)] == ["seat1", "seat2"]
    assert [each.id for each in people.search(Kind.PATRON, "", "seat2", 1)] == ["terminal"]
