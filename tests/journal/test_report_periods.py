"""Reports on a part of the journal cover that part: shifts and shoes that a period cuts."""

from collections.abc import Iterator

import pytest

from punto.floor.host import Host
from punto.journal.queries import luck
from punto.journal.queries.luck import By, luck_report
from punto.journal.queries.reports import table_shifts
from punto.journal.read_transaction import ReadTransaction
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.table import commands as c
from tests.envelope import Given
from tests.floor.fake_clock import HOUR_MS, NOON_MS, FakeClock
from tests.floor.tables import DEALER, ids, opened, play_round, shuffled, stake
from tests.ledger.sequences import BOSS
from tests.submission import ask

SHIFTS = 3
LAST = f"t1/{SHIFTS}"


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReadTransaction]:
    """A round before the first shift, then shifts with a shoe each and a round every hour.

    Shift 1 begins after an hour and every other one four hours after the one before.
    """
    store, clock = Store(str(tmp_path_factory.mktemp("periods") / "casino.journal")), FakeClock()
    store.create()
    host = Host(store, clock)
    opened(host, "t1")
    play_round(host, "t1", iter(shuffled(1)), [stake("anna")])
    clock.move(HOUR_MS)
    for shift in range(SHIFTS):
        at_cage(host, cage.OpenBank("t1", 500_000, "supervisor"))
        ask(host, "t1", f"retire{next(ids)}", Given(c.RetireShoe(), DEALER))
        ask(host, "t1", f"load{next(ids)}", Given(c.LoadShoe(f"shoe{shift + 1}"), DEALER))
        for number in range(3):
            clock.move(HOUR_MS)
            play_round(host, "t1", iter(shuffled(10 * shift + number)), [stake("anna")])
        at_cage(host, cage.CloseBank("t1", "supervisor", 500_000))
        clock.move(HOUR_MS)
    host.stop()
    with store.begin_read() as transaction:
        yield transaction
    store.close()


def at_cage(host: Host, command: cage.Command) -> None:
    ask(host, CAGE, f"cage{next(ids)}", Given(command, BOSS))


def hours(count: float) -> int:
    return NOON_MS + int(count * HOUR_MS)


def test_a_shift_has_the_rounds_of_the_period(read: ReadTransaction) -> None:
    """From the second round of shift 1 to the first of shift 2."""
    times = (hours(2.5), hours(6.5))
    for by, names in ((By.SHIFT, ("t1/1", "t1/2")), (By.SHOE, ("t1/shoe1", "t1/shoe2"))):
        rows, total = luck_report(read, None, times, by)
        assert [(row.name, row.luck.rounds) for row in rows] == [(names[0], 2), (names[1], 1)]
        assert total.luck == luck_report(read, None, times)[1].luck


def test_rounds_before_a_bank_was_opened_have_a_row(read: ReadTransaction) -> None:
    rows, total = luck_report(read, None, (0, None), By.SHIFT)
    assert [(row.name, row.luck.rounds) for row in rows][:2] == [("t1/0", 1), ("t1/1", 3)]
    assert sum(row.luck.rounds for row in rows) == total.luck.rounds == 1 + 3 * SHIFTS


def test_the_last_rows_are_those_of_the_period(
    read: ReadTransaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck, "GROUPS_MAX", 1)
    for by, first, last in ((By.SHIFT, "t1/1", LAST), (By.SHOE, "t1/shoe1", "t1/shoe3")):
        rows, total = luck_report(read, None, (0, None), by)
        assert ([row.name for row in rows], total.luck.rounds) == ([last], 1 + 3 * SHIFTS)
        rows, _ = luck_report(read, None, (hours(1.5), hours(4.5)), by)
        assert [(row.name, row.luck.rounds) for row in rows] == [(first, 3)]


@pytest.mark.parametrize(
    ("times", "numbers"),
    [
        ((0, None), [0, 1, 2, 3]),
        ((0, hours(0.5)), [0]),
        ((hours(2.5), hours(6.5)), [1, 2]),
        ((hours(4.5), hours(4.7)), []),  # shift 1 is closed, and 2 is not open yet
        ((hours(9.5), None), [3]),
    ],
)
def test_shifts_are_those_that_were_open(
    read: ReadTransaction, times: tuple[int, int | None], numbers: list[int]
) -> None:
    assert [shift.number for shift in table_shifts(read, None, times)] == numbers


def test_a_period_has_all_its_shifts(read: ReadTransaction) -> None:
    assert len(list(table_shifts(read, limit=1))) == 1
    assert len(list(table_shifts(read, None, (1, None), limit=1))) == 1 + SHIFTS
