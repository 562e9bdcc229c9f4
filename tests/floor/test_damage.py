"""A damaged journal: its table stays closed or halts with a clear error; the others run."""

from collections.abc import Callable

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor.host import Host
from punto.journal.codec import Head, encode_state
from punto.journal.schema import entries, snapshots
from punto.journal.store import Store
from punto.ledger.accounts import held
from punto.table import commands as c
from punto.table.evolve import Corrupt
from tests.envelope import Given
from tests.floor.tables import DEALER, opened, stake
from tests.submission import ask, submit


def test_a_damaged_table_stays_closed_with_a_clear_word_and_the_others_run(
    store: Store, hosts: Callable[[], Host]
) -> None:
    first = hosts()
    for table in ("t1", "t2"):
        opened(first, table)
    with store.begin_write([]) as transaction:
        damaged = sa.update(entries).where(entries.c.stream == "t1", entries.c.number == 2)
        transaction.connection.execute(damaged.values(events=b"[]"))
    again = hosts()
    assert (list(again.halted), again.tables()) == (["t1"], ["t2"])
    with pytest.raises(Corrupt, match="the hash of entry 2 does not follow from what it says"):
        ask(again, "t1", "b1", Given(c.OpenBetting(), DEALER))
    ask(again, "t2", "b1", Given(c.OpenBetting(), DEALER))
    with store.begin_read() as transaction:
        assert transaction.head("t1").number == 2


def test_a_table_damaged_under_a_running_host_halts_alone(store: Store, host: Host) -> None:
    for table in ("t1", "t2"):
        opened(host, table)
    with store.begin_write([]) as transaction:
        for entry in transaction.entries("t1"):
            strange = replace(entry, number=3, id="strange", position=99)
        transaction.append([strange])
    both = [submit(host, table, "b1", Given(c.OpenBetting(), DEALER)) for table in ("t1", "t2")]
    assert isinstance(both[0].exception(), Corrupt)
    assert both[1].result().refused is None
    assert list(host.halted) == ["t1"]


def test_an_older_journal_put_back_under_a_running_host_is_not_written_on(
    store: Store, host: Host
) -> None:
    """Or there would be a gap in it for good."""
    for table in ("t1", "t2"):
        opened(host, table)
    with store.begin_write([]) as transaction:
        transaction.connection.execute(
            sa.delete(entries).where(entries.c.stream == "t1", entries.c.number == 2)
        )
    both = [submit(host, table, "b1", Given(c.OpenBetting(), DEALER)) for table in ("t1", "t2")]
    assert str(both[0].exception()) == "entry 2 of t1 is not the one that was there"
    assert both[1].result().refused is None
    with store.begin_read() as transaction:
        assert transaction.head("t1").number == 1


def test_stakes_that_the_books_do_not_hold_keep_a_table_closed(
    store: Store, hosts: Callable[[], Host]
) -> None:
    first = hosts()
    opened(first, "t1")
    ask(first, "t1", "b1", Given(c.OpenBetting(), DEALER))
    ask(first, "t1", "s1", stake("seat1", 3000))
    with store.begin_write([]) as transaction:
        transaction.set_balances({held("t1"): 2000}, known=[held("t1")])
    assert str(hosts().halted["t1"]) == "t1 holds 3000, but the books say 2000 (held:t1)"


def test_a_damaged_snapshot_is_passed_over_and_a_missing_entry_is_not(
    store: Store, hosts: Callable[[], Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.journal.snapshots.SNAPSHOT_EVERY", 2)
    first = hosts()
    opened(first, "t1")
    with store.begin_write([]) as transaction:
        transaction.connection.execute(sa.update(snapshots).values(state=b"{}"))
    assert hosts().state("t1") == first.state("t1")
    with store.begin_write([]) as transaction:
        transaction.save_snapshot("t1", Head(9, 9, b"x"), encode_state(first.state("t1")))
    assert str(hosts().halted["t1"]) == "entry 9 of t1 is not the one that was there"
