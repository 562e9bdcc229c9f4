"""Rounds, shoes, statements and significant entries are found on both databases."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor.host import Host
from punto.journal.entry_index import index_entries
from punto.journal.notices import Notice, NoticeKind, prove_notices, write_notices
from punto.journal.people.people import Change, Kind, People, Person, described
from punto.journal.queries.account_history import account_statement
from punto.journal.queries.audit import (
    LARGE_WIN,
    AuditFilter,
    balance_before,
    significant_entries,
    significant_notices,
)
from punto.journal.queries.round import find_round
from punto.journal.queries.rounds_of_table import outcomes, outcomes_since, round_entries, shoe_of
from punto.journal.schema import entry_index
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.accounts import patron
from punto.ledger.cage import commands as cage
from punto.ledger.statements import Entry
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from tests.envelope import Given
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
from tests.ledger.statement_oracle import added_up
from tests.new_journal import new_database
from tests.submission import ask, submit

BOSS = Staff("boss", Position.GAMING_SHIFT_MANAGER)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """Two shoes at t1; a void, a correction and an adjustment."""
    journal = str(tmp_path_factory.mktemp("records") / "house.journal")
    if request.param == "postgresql":
        journal = new_database(request.getfixturevalue("postgresql"))
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
    ask(host, "t1", "bet4", Given(c.OpenBetting(), DEALER))
    ask(host, "t1", "stake4", bet(1, 5000))
    ask(host, "t1", "void4", Given(c.Report(Irregularity.FOREIGN_CARDS), BOSS))
    submit(host, "t1", "no", Given(c.CloseTable(), DEALER)).result()
    last = host.state("t1").finished[-2]
    ask(host, "t1", "retire", Given(c.RetireShoe(), DEALER))
    ask(host, "t1", "another", Given(c.LoadShoe("second"), DEALER))
    play_round(host, "t1", iter(shuffled(6)), [bet(1, 4000)])
    turned = (*last.cards[1::-1], *last.cards[3:1:-1], *last.cards[4:])
    ask(host, "t1", "fix", Given(c.CorrectRound(3, turned, "the tape"), BOSS))
    ask(host, CAGE, "adjust", Given(cage.Adjust("patron:seat1", -700, "a slip"), BOSS))
    ask(host, CAGE, "later", Given(cage.BuyCredits("seat1", 900), DEALER))
    yield store
    host.stop()
    with store.begin_read() as transaction:
        assert list(verify(transaction)) == []
    store.close()


def test_every_round_is_found_as_it_is_by_going_through_everything(played: Store) -> None:
    with played.begin_read() as transaction:
        for number in range(1, 6):
            found = {entry.position for entry in round_entries(transaction, "t1", number)}
            whole = find_round(transaction, "t1", number)
            assert whole is not None
            seqs = {record.seq for record in whole.records}
            assert found == {
                entry.position
                for entry in transaction.entries("t1")
                if entry.seq in seqs and not entry.refusal
            }
        assert list(round_entries(transaction, "t1", 6)) == []
        assert list(round_entries(transaction, "nowhere", 1)) == []


def test_outcomes_come_latest_first_and_the_last_word_of_each(played: Store) -> None:
    with played.begin_read() as transaction:
        ids_found = [entry.id for entry in outcomes(transaction, "t1", None)]
        assert len(ids_found) == 6
        assert ids_found[1] == "void4"
        assert ids_found[2] == "fix"
        assert next(outcomes(transaction, "t1", 4)).id == "fix"
        assert [entry.id for entry in outcomes(transaction, "t1", 2)] == ids_found[-1:]
        assert list(outcomes(transaction, "t1", None, since_ms=2**52)) == []
        assert len(list(outcomes(transaction, "t1", None, 0, 2**52))) == 6


def test_a_shoe_is_found_by_its_rounds_and_its_own_outcomes_alone(played: Store) -> None:
    with played.begin_read() as transaction:
        first, now = shoe_of(transaction, "t1", 2), shoe_of(transaction, "t1")
        assert first is not None
        assert now is not None
        assert (first[1].shoe, now[1].shoe) == ("first", "second")
        assert first[2] is now[2] is None
        # Round 3 was corrected since, but it is of the shoe before.
        assert len(list(outcomes_since(transaction, "t1", now[0]))) == 1
        assert shoe_of(transaction, "nowhere") is None


def test_the_seal_of_a_shoe_is_found_when_it_was_opened(store: Store) -> None:
    host = Host(store)
    opened(host, "t1")
    ask(host, "t1", "retire", Given(c.RetireShoe(), DEALER))
    play_sealed_shoe(host, "t1", 8, 2)
    play_sealed_shoe(host, "t1", 9, 1)
    host.stop()
    with store.begin_read() as transaction:
        found = [shoe_of(transaction, "t1", number) for number in (1, 2, 3)]
    assert [each and each[1].shoe for each in found] == ["sealed8", "sealed8", "sealed9"]
    assert [each and each[2] and each[2].salt for each in found] == ["salt8", "salt8", "salt9"]


def test_significant_entries_come_in_pages(played: Store) -> None:
    with played.begin_read() as transaction:
        everything = significant_entries(transaction, AuditFilter(large_win_cents=10**9), None, 100)
        assert {mark.kind for mark in everything} == {
            "configuration",
            "dealer",
            "void",
            "irregularity",
            "denied-command",
            "correction",
            "adjustment",
            "approval-given",
            "credits-issued",
        }
        pages = []
        before = None
        while page := significant_entries(
            transaction, AuditFilter(large_win_cents=10**9), before, 2
        ):
            pages += page
            before = page[-1].position
        assert set(pages) == set(everything)
        assert len(pages) == len(everything)
        assert all(one.position >= other.position for one, other in pairwise(pages))
        large = AuditFilter(kinds=frozenset((LARGE_WIN,)), large_win_cents=1)
        wins = significant_entries(transaction, large, None, 100)
        assert {mark.kind for mark in wins} == {"outcome"}
        mine = AuditFilter(actor="boss", streams=("t1",), large_win_cents=10**9)
        kinds = [mark.kind for mark in significant_entries(transaction, mine, None, 100)]
        assert kinds[0] == "correction"
        assert set(kinds[1:]) == {"void", "irregularity"}


def test_a_statement_is_what_its_entries_add_up_to(played: Store) -> None:
    with played.begin_read() as transaction:
        account = patron("seat1")
        entries = [Entry(each.at_ms, each.transfer) for each in transaction.moved()]
        assert account_statement(transaction, account) == added_up(account, entries)
        own = [each for each in entries if account in (each.transfer.source, each.transfer.target)]
        middle = own[len(own) // 2].at_ms
        for times in ((middle, None), (0, middle), (middle, middle + 3), (2**52, None)):
            assert account_statement(transaction, account, *times) == added_up(
                account, entries, *times
            )
        (adjusted,) = significant_entries(
            transaction, AuditFilter(kinds=frozenset(("adjustment",))), None, 9
        )
        after = transaction.balances([account])[account]
        assert balance_before(transaction, account, adjusted.position) == after - 900 + 700


def test_an_index_built_again_are_the_same(played: Store) -> None:
    with played.begin_write([]) as transaction:
        before = set(map(tuple, transaction.connection.execute(sa.select(entry_index))))
        index_entries(transaction.connection)
        assert set(map(tuple, transaction.connection.execute(sa.select(entry_index)))) == before
        assert [str(fault) for fault in verify(transaction)] == []


def test_notices_are_chained_in_the_order_they_come(store: Store) -> None:
    people = People(store)
    dealer = Person("dealer", Kind.STAFF, Position.DEALER)
    made = Notice(NoticeKind.ACCOUNT_MADE, 5, "boss", "", "dealer", None, described(dealer))
    people.add(dealer, Change(NoticeKind.ACCOUNT_MADE, "boss", 5))
    write_notices(store, [Notice(NoticeKind.DENIED, 6, "dealer", "t1", "GET /x", count=3)])
    with store.begin_read() as transaction:
        found = significant_notices(transaction, AuditFilter(), None, 10)
        assert [(each.number, each.notice.kind) for each in found] == [
            (2, NoticeKind.DENIED),
            (1, NoticeKind.ACCOUNT_MADE),
        ]
        assert found[1].notice == made
        assert list(prove_notices(transaction, None)) == []
        assert significant_notices(transaction, AuditFilter(streams=("t1",)), None, 10) == found[:1]
        assert significant_notices(transaction, AuditFilter(since_ms=6), 2, 10) == []


def test_an_account_that_is_not_made_is_not_noted(store: Store) -> None:
    people = People(store)
    person = Person("dealer", Kind.STAFF, Position.DEALER)
    people.add(person)
    with pytest.raises(Exception, match="already"):
        people.add(person, Change(NoticeKind.ACCOUNT_MADE, "boss", 5))
    with store.begin_read() as transaction:
        assert significant_notices(transaction, AuditFilter(), None, 10) == []
    for name in ("seat2", "seat1", "terminal"):
        people.add(Person(name, Kind.PATRON))
    assert [each.id for each in people.search(Kind.PATRON, "seat", "", 9)] == ["seat1", "seat2"]
    assert [each.id for each in people.search(Kind.PATRON, "", "seat2", 1)] == ["terminal"]


def test_settings_by_somebody_acting_in_a_position_are_found(store: Store) -> None:
    """The first event of such an entry is that they acted, not what they set."""
    host = Host(store)
    opened(host, "t1")
    until = host.look("t1").at_ms + 3_600_000
    ask(host, "t1", "lend", Given(c.ActAs("robin", Position.PIT_MANAGER, until), BOSS))
    config = host.state("t1").configuration
    assert config is not None
    wanted = replace(config, rounds_after_cut=2)
    robin = Staff("robin", Position.DEALER)
    records = ask(host, "t1", "set", Given(c.ChangeConfiguration(wanted, "longer"), robin))
    assert [type(each.event).__name__ for each in records] == ["ActedAs", "ConfigurationChanged"]
    host.stop()
    with store.begin_read() as transaction:
        assert [each for _, each in transaction.settings("t1")] == [config, wanted]
