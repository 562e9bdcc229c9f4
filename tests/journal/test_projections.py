"""Running totals are what the entries come to: after play, voids, corrections and the cage."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from punto.floor.host import Host
from punto.journal.projections.fold import PLAY, decode_totals, encode_totals
from punto.journal.projections.rebuild import rebuild_projections
from punto.journal.queries.reports import table_days, table_meters, table_shifts
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import quarter_totals, round_tags, totals, transfers
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.ledger.meters import meters
from punto.ledger.shifts import shifts, win_of_days
from punto.ledger.statements import Entry
from punto.table import commands as c
from tests.cli.run import punto
from tests.envelope import Given
from tests.floor.tables import (
    CREDITS,
    MANAGER,
    bet,
    fund,
    ids,
    opened,
    play_round,
    shuffled,
    stake,
)
from tests.ledger.sequences import BOSS
from tests.submission import ask

ROUNDS = 4


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables with banks, a correction, a round voided later, fills, a drop and a closer."""
    path = tmp_path_factory.mktemp("projections") / "casino.journal"
    store = Store(str(path))
    store.create()
    host = Host(store)
    fund(host, "seat1", "seat2")
    opened(host, "t1")
    opened(host, "t2", CREDITS)
    for table in ("t1", "t2"):
        at_cage(host, cage.OpenBank(table, 500_000, "supervisor"))
    for number in range(1, ROUNDS + 1):
        chips = [stake("seat1", 3000, "tie"), stake("seat2", 2000, "banker", position=2)]
        play_round(host, "t1", iter(shuffled(number)), chips)
        play_round(host, "t2", iter(shuffled(10 + number)), [bet(1), bet(2, 5000, "player")])
    right = ("4D", "KD", "5D", "9H")
    ask(host, "t2", f"fix{next(ids)}", Given(c.CorrectRound(ROUNDS, right, why="tape"), MANAGER))
    at_cage(host, cage.BuyChips("t1", 40_000))
    at_cage(host, cage.CloseBank("t1", "supervisor", 530_000))
    at_cage(host, cage.OpenBank("t1", 100_000, "supervisor"))
    at_cage(host, cage.FillBank("t1", 7_000, "supervisor"))
    play_round(host, "t1", iter(shuffled(30)), [stake("seat2", 1000, "player")])
    host.stop()
    store.close()
    return path


def at_cage(host: Host, command: cage.Command) -> None:
    ask(host, CAGE, f"cage{next(ids)}", Given(command, BOSS))


@pytest.fixture
def copy(played: Path, tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "copy.journal"
    shutil.copy(played, path)
    store = Store(str(path))
    yield store
    store.close()


def faults(store: Store) -> list[str]:
    with store.begin_read() as transaction:
        return [str(fault) for fault in verify(transaction)]


def recount(transaction: ReadTransaction) -> list[Entry]:
    """Every transfer there ever was, read again."""
    return [Entry(each.at_ms, each.transfer) for each in transaction.moved()]


def test_reports_are_what_the_entries_come_to(copy: Store) -> None:
    with copy.begin_read() as transaction:
        entries = recount(transaction)
        assert list(table_shifts(transaction)) == list(shifts(entries))
        for starts_ms in (0, 6 * 3_600_000):
            days = table_days(transaction, starts_ms=starts_ms)
            assert days == list(win_of_days(entries, starts_ms))
        for table in ("t1", "t2"):
            found = {
                each.comparison.meter.wager: each.comparison.meter
                for each in table_meters(transaction, (table,))
            }
            counted = meters((entry.transfer for entry in entries), table)
            assert found == {wager: each for wager, each in counted.items() if each.handle_cents}


def test_a_period_is_what_its_entries_come_to(copy: Store) -> None:
    with copy.begin_read() as transaction:
        entries = recount(transaction)
        middle = entries[len(entries) // 2].at_ms
        for since, until in ((middle, None), (0, middle), (middle, middle + 3)):
            within = [
                each
                for each in entries
                if since <= each.at_ms and (until is None or each.at_ms < until)
            ]
            assert table_days(transaction, None, (since, until)) == list(win_of_days(within))


def test_untouched_it_is_sound(copy: Store) -> None:
    assert faults(copy) == []


def test_made_again_they_are_the_same(copy: Store) -> None:
    projected = (totals, quarter_totals, round_tags, transfers)

    def rows() -> list[list[tuple[object, ...]]]:
        with copy.begin_read() as transaction:
            execute = transaction.connection.execute
            return [sorted(map(tuple, execute(sa.select(each)))) for each in projected]

    before = rows()
    with copy.begin_write([]) as transaction:
        assert rebuild_projections(transaction) > 0
    assert rows() == before


def tampered(store: Store) -> None:
    """A cent more won, in one row of totals."""
    with store.engine.begin() as connection:
        here = sa.and_(totals.c.stream == "t1", totals.c.subject == PLAY)
        query = sa.select(totals.c.position, totals.c.content).where(here)
        row = connection.execute(query.order_by(totals.c.position).limit(1)).one()
        found = decode_totals(row.content)
        found.laws["tiger@2/8"].win["tie"] += 1
        one = sa.and_(here, totals.c.position == row.position)
        connection.execute(sa.update(totals).where(one).values(content=encode_totals(found)))


CHANGES = {
    "a total": tampered,
    "a balance": lambda store: _run(store, sa.update(transfers).values(source_cents=7)),
    "a person": lambda store: _run(store, sa.delete(quarter_totals)),
    "a tag": lambda store: _run(store, sa.update(round_tags).values(round=round_tags.c.round + 1)),
    "a row": lambda store: _run(store, sa.delete(totals).where(totals.c.stream == CAGE)),
}


def _run(store: Store, change: sa.Executable) -> None:
    with store.engine.begin() as connection:
        connection.execute(change)


@pytest.mark.parametrize("what", CHANGES)
def test_what_was_tampered_with_is_found_and_made_again(
    copy: Store, tmp_path: Path, what: str
) -> None:
    CHANGES[what](copy)  # type: ignore[no-untyped-call]
    assert faults(copy)
    path = str(tmp_path / "copy.journal")
    assert punto("verify", path).code == 1
    repaired = punto("verify", path, "--rebuild-projections")
    assert (repaired.code, "made again" in repaired.out) == (0, True)
    assert faults(copy) == []


def test_a_journal_that_is_not_sound_is_not_made_again(copy: Store, tmp_path: Path) -> None:
    tampered(copy)
    _run(copy, sa.text("UPDATE entries SET rank = 3 WHERE stream = 't1' AND number = 4"))
    assert punto("verify", str(tmp_path / "copy.journal"), "--rebuild-projections").code == 1
    assert any("running totals" in each or "hash" in each for each in faults(copy))
