"""Tampering: bytes flipped, entries removed, swapped, truncated or rewritten, all detected."""

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor.host import Host
from punto.journal.codec import GENESIS, Entry, Head, chained, follow
from punto.journal.entry_index import index_entries
from punto.journal.projections.rebuild import rebuild_projections
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import (
    accounts,
    entries,
    entry_index,
    quarter_totals,
    snapshots,
    totals,
    transfers,
)
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.journal.write_transaction import WriteTransaction
from punto.table.evolve import Corrupt
from tests.cli.run import punto
from tests.floor.tables import CREDITS, bet, fund, opened, play_round, shuffled, stake
from tests.journal.forgery import transfers_of
from tests.sample import sample
from tests.submission import submit

Tamper = Callable[[sa.Connection], object]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A small journal: two tables, a refusal, a snapshot, money."""
    store = Store(str(tmp_path_factory.mktemp("tamper") / "casino.journal"))
    store.create()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("punto.journal.snapshots.SNAPSHOT_EVERY", 6)
        host = Host(store)
        fund(host, "seat1", "seat2")
        opened(host, "t1")
        opened(host, "t2", CREDITS)
        submit(host, "t1", "early", stake("seat1")).result()
        play_round(host, "t1", iter(shuffled(2)), [stake("seat1", 3000, "tie")])
        play_round(host, "t2", iter(shuffled(3)), [bet(1), bet(2, 5000, "player")])
        host.stop()
    yield store
    store.close()


def found(store: Store, tamper: Tamper, heads: dict[str, bytes] | None = None) -> list[str]:
    """What verify says of a journal that was tampered with; it is put back after."""
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA ignore_check_constraints=ON")
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        tamper(connection)
        try:
            transaction = ReadTransaction(connection)
            said = [str(fault) for fault in verify(transaction, heads)]
            transaction.close()
        finally:
            connection.rollback()
            connection.exec_driver_sql("PRAGMA ignore_check_constraints=OFF")
    return said


def _execute(change: sa.Executable, connection: sa.Connection) -> None:
    connection.execute(change)


def rows(store: Store, table: sa.Table) -> list[Any]:
    with store.engine.connect() as connection:
        return list(connection.execute(sa.select(table)))


def test_untouched_it_is_sound(played: Store) -> None:
    assert found(played, lambda connection: None) == []
    assert len(rows(played, snapshots)) == 2


def flips(value: object) -> Iterator[object]:
    """A value with each of its bytes flipped in turn."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        for place in range(7):  # the eighth byte would make it more than a column takes
            yield value ^ (1 << 8 * place)
    else:
        data = value.encode() if isinstance(value, str) else bytes(value)  # type: ignore[call-overload]
        for place in range(len(data)):
            flipped = bytes([*data[:place], data[place] ^ 1, *data[place + 1 :]])
            yield flipped.decode() if isinstance(value, str) else flipped


def test_every_byte_of_every_entry_flipped_breaks_the_chain(played: Store) -> None:
    tried = 0
    with played.begin_read() as transaction:
        heads: dict[str, Head] = {}
        for entry in transaction.everything():
            head = heads.get(entry.stream, Head())
            for name in Entry.__struct_fields__:
                for flipped in flips(getattr(entry, name)):
                    tried += 1
                    with pytest.raises(Corrupt):
                        follow(head, replace(entry, **{name: flipped}))
            heads[entry.stream] = follow(head, entry)
    assert tried > 5000


def test_every_byte_of_a_snapshot_flipped_is_damage(played: Store) -> None:
    with played.begin_read() as transaction:
        snapshot = transaction.snapshot("t1")
    assert snapshot is not None
    assert snapshot.whole
    for state in flips(snapshot.state):
        assert not replace(snapshot, state=state).whole


# How far apart the bytes are that are flipped on disk: where the two tests above have shown that
# none goes unseen, a few show that the whole of verify sees them too. Of rows that are alike, each
# has others of its bytes flipped.
STEPS = {
    entries.name: 61,
    snapshots.name: 97,
    transfers.name: 5,
    accounts.name: 1,
    totals.name: 3,
    quarter_totals.name: 5,
}
TABLES = (entries, transfers, accounts, snapshots, totals, quarter_totals)


@pytest.mark.parametrize("table", sample(TABLES), ids=lambda t: t.name)
def test_bytes_flipped_on_disk_are_found(played: Store, table: sa.Table) -> None:
    changes = [
        (row, column.name, flipped)
        for row in rows(played, table)
        for column in table.columns
        for flipped in flips(getattr(row, column.name))
    ]
    tried = 0
    for row, name, flipped in changes[:: STEPS[table.name]]:
        this = sa.and_(*(key == getattr(row, key.name) for key in table.primary_key))
        change = sa.update(table).where(this).values({name: flipped})
        with suppress(sa.exc.IntegrityError):  # the database itself refuses what is used twice
            said = found(played, partial(_execute, change))
            assert said, (table.name, name, flipped)
            tried += 1
    assert tried > 20


def test_an_id_flipped_in_an_index_is_found(tmp_path: Path) -> None:
    """Its command would be done again: the row is sound, and is no longer found by its id."""
    sound, damaged = tmp_path / "sound.journal", tmp_path / "damaged.journal"
    store = Store(str(sound))
    store.create()
    host = Host(store)
    opened(host, "t1")
    submit(host, "t1", "only-once", stake("seat1")).result()  # refused, and recorded
    host.stop()
    store.close()
    file = sound.read_bytes()
    places = [found.start() for found in re.finditer(b"only-once", file)]
    assert len(places) > 1, "in the row and in an index"
    for place in places:
        damaged.write_bytes(file[:place] + b"0" + file[place + 1 :])
        store = Store(str(damaged))
        with store.begin_read() as transaction:
            assert list(verify(transaction)), place
        store.close()


def test_every_entry_removed_is_found(played: Store) -> None:
    last = {entry.stream: entry.number for entry in rows(played, entries)}
    for entry in rows(played, entries):
        one = sa.and_(entries.c.stream == entry.stream, entries.c.number == entry.number)
        said = found(played, partial(_execute, sa.delete(entries).where(one)))
        assert said
        if entry.number < last[entry.stream]:
            assert (
                f"{entry.stream} entry {entry.number + 1}: entry {entry.number} is missing"
                in said[0]
            )


def test_two_entries_swapped_are_found(played: Store) -> None:
    with played.begin_read() as transaction:
        all_of_t1 = list(transaction.entries("t1"))
    for one, other in itertools.pairwise(all_of_t1):

        def swap(connection: sa.Connection, one: Entry = one, other: Entry = other) -> None:
            for place, said in ((one, other), (other, one)):
                same = {"command": said.command, "events": said.events, "refusal": said.refusal}
                connection.execute(
                    sa.update(entries).where(entries.c.position == place.position).values(same)
                )

        assert found(played, swap)[0].startswith(f"t1 entry {one.number}: the hash")


def cut_after(number: int, connection: sa.Connection) -> None:
    """Remove the end of t1, and everything that would show it."""
    connection.execute(sa.delete(transfers).where(transfers_of("t1", after=number)))
    for table in (entries, snapshots, entry_index):
        connection.execute(sa.delete(table).where(table.c.stream == "t1", table.c.number > number))
    transaction = WriteTransaction(connection)
    rebuild_projections(transaction)
    transaction.close()
    moved = dict.fromkeys(connection.execute(sa.select(accounts.c.name)).scalars(), 0)
    for source, target, cents in connection.execute(
        sa.select(transfers.c.source, transfers.c.target, transfers.c.cents)
    ):
        moved[source] -= cents
        moved[target] += cents
    used = set(connection.execute(sa.select(transfers.c.source)).scalars())
    used |= set(connection.execute(sa.select(transfers.c.target)).scalars())
    for name, cents in moved.items():
        one = accounts.c.name == name
        connection.execute(sa.update(accounts).where(one).values(cents=cents))
        if name not in used:
            connection.execute(sa.delete(accounts).where(one))


def test_a_journal_cut_off_is_found_against_a_saved_head(played: Store) -> None:
    with played.begin_read() as transaction:
        head = transaction.head("t1")
    for number in range(1, head.number):
        cut = partial(cut_after, number)
        assert found(played, cut) == []  # by itself a shorter journal is a sound one
        assert found(played, cut, {"t1": head.hash}) == ["t1: the saved head is not in the journal"]


def test_a_journal_written_anew_is_found_against_a_saved_head(played: Store) -> None:
    """Another time in the first entry, and a fresh chain over all that follows."""
    with played.begin_read() as transaction:
        head, whole = transaction.head("t2"), list(transaction.entries("t2"))

    def rewrite(connection: sa.Connection) -> None:
        before = GENESIS
        for number, entry in enumerate(whole):
            new = replace(entry, at_ms=entry.at_ms - (number == 0))
            before = chained(before, new).hash
            connection.execute(
                sa.update(entries)
                .where(entries.c.position == entry.position)
                .values(at_ms=new.at_ms, hash=before)
            )
        connection.execute(sa.delete(snapshots).where(snapshots.c.stream == "t2"))
        index_entries(connection)

    assert found(played, rewrite) == []
    assert found(played, rewrite, {"t2": head.hash}) == ["t2: the saved head is not in the journal"]


def test_a_payment_written_anew_is_found_without_a_saved_head(played: Store) -> None:
    """A fresh chain and fresh books do not help: every command is decided again."""
    with played.begin_read() as transaction:
        last = list(transaction.entries("t2"))[-1]
        before = transaction.entry("t2", last.number - 1)
    assert before is not None

    def rewrite(connection: sa.Connection) -> None:
        events = last.events.replace(b'"profit_cents":', b'"profit_cents":9', 1)
        new = chained(before.hash, replace(last, events=events))
        connection.execute(
            sa.update(entries)
            .where(entries.c.position == last.position)
            .values(events=new.events, hash=new.hash)
        )

    said = found(played, rewrite)
    assert any("it would have been decided otherwise" in each for each in said)


def test_a_truncated_file_is_reported(played: Store, tmp_path: Path) -> None:
    copy = tmp_path / "short.journal"
    with played.engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    assert played.engine.url.database is not None
    data = Path(played.engine.url.database).read_bytes()
    copy.write_bytes(data[: len(data) // 2])
    assert punto("verify", str(copy)).code in (1, 2)
