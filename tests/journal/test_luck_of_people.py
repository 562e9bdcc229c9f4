"""Luck of patrons, dealers and periods: whose rounds they are, and which are convolved."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.floor.host import Host
from punto.journal.projections.lookup import NEVER
from punto.journal.queries.luck import EXACT_ROUNDS_MAX, PERSON_ROUNDS_MAX, By, luck_report
from punto.journal.queries.pace import dealer_paces, table_paces
from punto.journal.queries.round_stakes import Span, person_rounds
from punto.journal.read_transaction import ReadTransaction
from punto.journal.store import Store
from punto.risk.luck import How
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from tests.envelope import Given
from tests.floor.fake_clock import FakeClock
from tests.floor.tables import DEALER, MANAGER, ids, opened, play_round, routine, shuffled, stake
from tests.submission import ask

OTHER = Staff("robin", Position.DEALER)
ROUNDS = EXACT_ROUNDS_MAX + 10
LARGE_CENTS = 100_000
DAY_MS = 86_400_000


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReadTransaction]:
    """One large stake long ago, then small ones; another dealer for the last five rounds."""
    path: Path = tmp_path_factory.mktemp("luck") / "casino.journal"
    store = Store(str(path))
    store.create()
    host = Host(store)
    opened(host, "t1")
    cards = iter(shuffled(7))
    play_round(host, "t1", cards, [stake("seat1", LARGE_CENTS, "player")])
    for _ in range(ROUNDS - 1):
        play_round(host, "t1", cards, [stake("seat1", 1000, "banker"), stake("seat2", 2000)])
    for _ in range(5):
        ask(host, "t1", f"on{next(ids)}", Given(c.OpenBetting(), OTHER))
        ask(host, "t1", f"stake{next(ids)}", stake("seat2", 3000))
        while (command := routine(host.state("t1"), cards)) is not None:
            ask(host, "t1", f"deal{next(ids)}", replace(command, by=OTHER))
    # The last round was recorded wrongly: its dealer stays the one who dealt it.
    ask(host, "t1", f"on{next(ids)}", Given(c.SignOnDealer(), DEALER))
    right = c.CorrectRound(ROUNDS + 5, ("4D", "KD", "5D", "9H"), "the tape")
    ask(host, "t1", "correct", Given(right, MANAGER))
    host.stop()
    with store.begin_read() as transaction:
        yield transaction
    store.close()


def test_a_large_stake_long_ago_is_among_those_convolved(read: ReadTransaction) -> None:
    rows, _ = luck_report(read, None, (0, None), By.PATRON)
    found = {row.name: row.luck for row in rows}
    assert found["seat1"].how is How.MIXED, "one round dominates"
    spans = (Span("t1", 0, NEVER),)
    own = person_rounds(read, spans, "patron:seat1", PERSON_ROUNDS_MAX)
    assert max(sum(stakes.values()) for _, stakes in own) == LARGE_CENTS
    assert sum(sum(stakes.values()) for _, stakes in own) == found["seat1"].handle_cents


def test_every_round_is_its_dealers(read: ReadTransaction) -> None:
    rows, total = luck_report(read, None, (0, None), By.DEALER)
    found = {row.name: row.luck for row in rows}
    assert set(found) == {DEALER.id, OTHER.id}
    assert (found[DEALER.id].rounds, found[OTHER.id].rounds) == (ROUNDS, 5)
    assert found[OTHER.id].handle_cents == 5 * 3000
    (own,), _ = luck_report(read, None, (0, None), By.DEALER, person=OTHER.id)
    assert (own.luck.how, own.luck.win_cents) == (How.EXACT, found[OTHER.id].win_cents)
    assert found[DEALER.id].handle_cents + 5 * 3000 == total.luck.handle_cents
    assert found[DEALER.id].win_cents + found[OTHER.id].win_cents == total.luck.win_cents


def test_the_pace_of_dealers_is_that_of_the_table_together(read: ReadTransaction) -> None:
    (table,) = table_paces(read)
    dealers = {each.dealer: each for each in dealer_paces(read)}
    assert {name: each.rounds for name, each in dealers.items()} == {
        DEALER.id: ROUNDS,
        OTHER.id: 5,
    }
    assert sum(each.taken_ms for each in dealers.values()) == table.taken_ms
    assert sum(each.theoretical_cents for each in dealers.values()) == table.theoretical_cents


@pytest.mark.parametrize(("by", "days"), [(By.DAY, 1), (By.MONTH, 31), (By.YEAR, 366)])
def test_a_period_has_the_luck_of_its_own_rounds(tmp_path: Path, by: By, days: int) -> None:
    """Few rounds with stakes far apart: their chances are exact, so that each round is seen."""
    store, clock = Store(str(tmp_path / "casino.journal")), FakeClock()
    store.create()
    host = Host(store, clock)
    cards = iter(shuffled(7))
    starts: list[int] = []
    for table in ("t1", "t2"):
        opened(host, table)
    for cents in (100_000, 1_000, 30_000):
        starts.append(clock.now_ms() - 1)
        for table in ("t1", "t2"):
            play_round(host, table, cards, [stake("seat1", cents, "player")])
        clock.day_ms += days * DAY_MS
    host.stop()
    with store.begin_read() as read:
        rows, total = luck_report(read, None, (0, None), by)
        ends = [*starts[1:], clock.now_ms()]
        alone = [luck_report(read, None, each)[1] for each in zip(starts, ends, strict=True)]
    store.close()
    assert [row.luck for row in rows] == [each.luck for each in alone]
    assert {row.luck.how for row in rows} == {How.EXACT}
    assert total.luck.rounds == 6
