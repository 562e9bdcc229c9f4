"""Luck where one stake dominates, where rounds are reversed later, and what is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from punto.floor.host import Host
from punto.journal.queries import luck
from punto.journal.queries.luck import EXACT_ROUNDS_MAX, By, luck_report
from punto.journal.queries.luck_rows import luck_points
from punto.journal.read_transaction import ReadTransaction
from punto.journal.store import Store
from punto.refusals import Reason, Refused
from punto.risk.luck import How, Luck
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from tests.envelope import Given
from tests.floor.fake_clock import FakeClock
from tests.floor.tables import MANAGER, ids, opened, play_round, shuffled, stake
from tests.submission import ask

DAYS = 8
A_DAY = 6  # rounds
SMALL_CENTS = 1000
LARGE_CENTS = 100_000
DAY_MS = 86_400_000


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReadTransaction]:
    """Days of a few small rounds; one of the last day has a stake a hundred times as large."""
    store, clock = Store(str(tmp_path_factory.mktemp("large") / "casino.journal")), FakeClock()
    store.create()
    host = Host(store, clock)
    opened(host, "t1")
    for number in range(DAYS * A_DAY):
        cents = LARGE_CENTS if number == DAYS * A_DAY - 2 else SMALL_CENTS
        chips = [stake("anna", cents, "player"), stake("carl", SMALL_CENTS, "tie", position=2)]
        play_round(host, "t1", iter(shuffled(number)), chips)
        clock.day_ms += DAY_MS if number % A_DAY == A_DAY - 1 else 60_000
    host.stop()
    with store.begin_read() as transaction:
        yield transaction
    store.close()


def is_within_the_large_stake(found: Luck) -> bool:
    """One stake wins or loses: its result lies near it, not two normal deviations away."""
    others = 60 * SMALL_CENTS
    return -LARGE_CENTS - others < found.low_cents and found.high_cents < LARGE_CENTS + others


@pytest.mark.parametrize("by", [By.TABLE, By.DAY, By.SHOE, By.WAGER, By.PATRON, By.DEALER])
def test_the_largest_round_is_convolved_wherever_it_is(read: ReadTransaction, by: By) -> None:
    _, total = luck_report(read, None, (0, None), by)
    assert total.luck.rounds > EXACT_ROUNDS_MAX
    assert total.luck.how is How.MIXED
    assert is_within_the_large_stake(total.luck)


def test_rows_that_one_round_dominates_are_convolved_first(
    read: ReadTransaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck, "CONVOLVED_MAX", EXACT_ROUNDS_MAX + 2 * A_DAY)
    rows, _ = luck_report(read, None, (0, None), By.DAY)
    assert rows[-1].luck.how is How.EXACT
    assert is_within_the_large_stake(rows[-1].luck)
    assert How.NORMAL in {row.luck.how for row in rows}, "not every row is convolved"


def test_the_total_is_read_once_however_many_days_there_are(
    read: ReadTransaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck, "CONVOLVED_MAX", 1)  # the total alone
    counts = {by: count_queries(read, by) for by in (By.TABLE, By.DAY)}
    assert counts[By.DAY] < counts[By.TABLE] + DAYS


def count_queries(read: ReadTransaction, by: By) -> int:
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        seen.append(statement)

    sa.event.listen(read.connection, "before_cursor_execute", note)
    luck_report(read, None, (0, None), by)
    sa.event.remove(read.connection, "before_cursor_execute", note)
    return len(seen)


@pytest.mark.parametrize("searched", [1000, 0])
def test_a_wager_is_convolved_by_its_own_stakes(
    read: ReadTransaction, searched: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck, "SEARCHED_MAX", searched)
    rows, _ = luck_report(read, None, (0, None), By.WAGER)
    found = {row.name: row.luck for row in rows}
    assert found["player"].how is How.MIXED
    assert is_within_the_large_stake(found["player"])
    highest = DAYS * A_DAY * SMALL_CENTS
    assert found["tie"].high_cents <= highest, "no more than was staked on it"


@pytest.fixture
def reversed_later(tmp_path: Path) -> Iterator[ReadTransaction]:
    """A round that is found to be void the day after."""
    store, clock = Store(str(tmp_path / "casino.journal")), FakeClock()
    store.create()
    host = Host(store, clock)
    opened(host, "t1", "no-commission")
    play_round(host, "t1", iter(shuffled(5)), [stake("anna", 5000, "player")])
    clock.day_ms += DAY_MS
    report = c.Report(Irregularity.WRONG_NUMBER_OF_CARDS)
    ask(host, "t1", f"void{next(ids)}", Given(report, MANAGER))
    host.stop()
    with store.begin_read() as transaction:
        yield transaction
    store.close()


def test_a_day_on_which_an_earlier_round_is_voided(reversed_later: ReadTransaction) -> None:
    (first, second), total = luck_report(reversed_later, None, (0, None), By.DAY)
    assert (first.luck.how, first.luck.rounds) == (How.EXACT, 1)
    assert (second.luck.how, second.luck.rounds) == (How.REVERSED, -1)
    assert (second.luck.z, second.luck.deviation_cents) == (None, 0)
    assert second.luck.win_cents == -first.luck.win_cents
    assert total.luck.win_cents == 0
    second_day = first_ms(reversed_later) + DAY_MS - 1
    for by in (By.TABLE, By.WAGER, By.SHOE):
        rows, _ = luck_report(reversed_later, None, (second_day, None), by)
        assert {row.luck.how for row in rows} <= {How.REVERSED}
    points = luck_points(reversed_later, None, (second_day, None))
    assert all(point.low_cents <= point.high_cents for point in points)


def first_ms(read: ReadTransaction) -> int:
    entry = read.entry("t1", 1)
    assert entry is not None
    return entry.at_ms


def test_a_name_is_a_persons(read: ReadTransaction) -> None:
    with pytest.raises(Refused, match="by patron or by dealer") as refused:
        luck_report(read, None, (0, None), By.DAY, person="anna")
    assert refused.value.reason is Reason.UNREADABLE_REQUEST


def test_a_period_ends_after_it_begins(read: ReadTransaction) -> None:
    with pytest.raises(Refused, match="ends before it begins"):
        luck_report(read, None, (DAY_MS, 0))
