"""The contract of a journal, on SQLite and PostgreSQL."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.journal import engine
from punto.journal.codec import GENESIS, SCHEMA, Entry, Head, chained, follow
from punto.journal.decisions import DECISION_VERSION
from punto.journal.errors import Conflict
from punto.journal.schema import accounts, entries, metadata, transfers
from punto.journal.store import Store
from punto.ledger.accounts import CAGE, bank, held, patron
from punto.ledger.transfers import Purpose, Transfer
from punto.table.evolve import Corrupt


def entry(position: int, number: int, stream: str = "t1", **changed: object) -> Entry:
    said = {
        "id": f"c{number}",
        "at_ms": 5,
        "actor": "dealer",
        "rank": 1,
        "schema": SCHEMA,
        "seq": number,
        "role": "staff",
        "pressed_by": "",
        "approval": b"",
        "kind": "draw-card",
        "command": b"{}",
        "refusal": b"",
        "events": b"[{}]",
        "edition": "tiger@2",
        "decision_version": DECISION_VERSION,
        **changed,
    }
    return Entry(position=position, stream=stream, number=number, **said)  # type: ignore[arg-type]


def linked(*new: Entry) -> list[Entry]:
    before, done = GENESIS, []
    for each in new:
        done.append(chained(before, each))
        before = done[-1].hash
    return done


def write(store: Store, new: Iterable[Entry]) -> None:
    with store.begin_write(["t1"]) as transaction:
        transaction.append(new)


def test_what_is_appended_is_read_in_order_and_byte_for_byte(store: Store) -> None:
    new = linked(entry(1, 1), entry(4, 2, command=bytes(range(256))), entry(9, 3, actor="闲"))
    write(store, new)
    with store.begin_read() as transaction:
        assert list(transaction.entries("t1")) == new
        assert list(transaction.entries("t1", after=2)) == new[2:]
        assert transaction.entry("t1", 2) == new[1]
        assert transaction.entry("t1", 4) is None
        assert transaction.head("t1") == Head(3, 3, new[2].hash)
        assert transaction.head("t2") == Head(0, 0, GENESIS)


def test_streams_are_apart_and_positions_order_them_all(store: Store) -> None:
    write(store, [entry(2, 1, "t2"), entry(1, 1, "t1"), entry(3, 2, "t1")])
    with store.begin_read() as transaction:
        assert transaction.streams() == ["t1", "t2"]
        assert [each.position for each in transaction.everything()] == [1, 2, 3]
        assert [each.position for each in transaction.entries("t1")] == [1, 3]


def test_entries_since_a_sequence_number_pass_refusals_over(store: Store) -> None:
    write(
        store,
        [
            entry(1, 1, seq=2),
            entry(2, 2, seq=2, refusal=b"no", events=b"[]"),
            entry(3, 3, seq=5),
        ],
    )
    with store.begin_read() as transaction:
        assert [each.number for each in transaction.since("t1", 0)] == [1, 3]
        assert [each.number for each in transaction.since("t1", 1)] == [1, 3]
        assert [each.number for each in transaction.since("t1", 2)] == [3]
        assert [each.number for each in transaction.since("t1", 4)] == [3]
        assert [each.number for each in transaction.since("t1", 5)] == []
        assert [each.number for each in transaction.since("t1", 0, limit=1)] == [1]


@pytest.mark.parametrize(
    "twice", [entry(1, 2), entry(2, 1, id="other"), entry(2, 2, id="c1")],
    ids=["position", "number", "id"],
)  # fmt: skip
def test_a_position_a_number_or_an_id_is_used_once(store: Store, twice: Entry) -> None:
    write(store, [entry(1, 1)])
    with pytest.raises(Conflict):
        write(store, [twice])
    with store.begin_read() as transaction:
        assert transaction.head("t1").number == 1


def test_positions_are_never_given_twice(store: Store) -> None:
    with store.begin_write(["t1"]) as transaction:
        first = transaction.positions(3)
        transaction.append([entry(position, n) for n, position in enumerate(first, 1)])
    with store.begin_write(["t1"]) as transaction:
        second = transaction.positions(2)
    assert sorted({*first, *second}) == [*first, *second]


def test_nothing_is_written_where_anything_fails(store: Store) -> None:
    def fail() -> None:
        with store.begin_write(["t1"]) as transaction:
            transaction.append([entry(1, 1)])
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    with store.begin_read() as transaction:
        assert transaction.streams() == []


def test_answers_are_found_by_their_ids(store: Store) -> None:
    write(store, [entry(1, 1), entry(2, 2), entry(3, 1, "t2")])
    with store.begin_read() as transaction:
        keys = [("t1", "c2"), ("t1", "c9"), ("t2", "c2"), ("t2", "c1")]
        found = {key: each.position for key, each in transaction.answered(keys).items()}
        assert found == {("t1", "c2"): 2, ("t2", "c1"): 3}
        assert transaction.answered([]) == {}


def test_streams_that_have_moved_on_are_found(store: Store) -> None:
    write(store, [entry(1, 1), entry(2, 2), entry(3, 1, "t2")])
    with store.begin_read() as transaction:
        ends = {stream: transaction.head(stream) for stream in ("t1", "t2", "t3")}
        first = transaction.entry("t1", 1)
        assert first is not None
        assert transaction.moved_on(ends) == set()
        assert transaction.moved_on(ends | {"t1": Head(1, 1, first.hash)}) == {"t1"}
        assert transaction.moved_on({"t2": Head(), "t3": Head()}) == {"t2"}
        assert transaction.moved_on({"t1": replace(ends["t1"], hash=bytes(32))}) == {"t1"}
        assert transaction.moved_on({"t1": replace(ends["t1"], number=3)}) == {"t1"}
        assert transaction.moved_on({}) == set()


def test_the_database_itself_lets_no_patron_fall_below_zero(store: Store) -> None:
    for account in (patron("seat1"), held("t1")):
        with pytest.raises(sa.exc.IntegrityError), store.begin_write([]) as transaction:
            transaction.set_balances({account: -1}, known=[])
    with store.begin_write([]) as transaction:
        transaction.set_balances({patron("seat1"): 5, bank("t1"): -5}, known=[])
    with pytest.raises(sa.exc.IntegrityError), store.begin_write([]) as transaction:
        transaction.set_balances({patron("seat1"): -1}, known=[patron("seat1")])
    with store.begin_read() as transaction:
        assert transaction.balances() == {patron("seat1"): 5, bank("t1"): -5}
        assert transaction.balances([patron("seat1"), patron("seat2")]) == {patron("seat1"): 5}


def test_money_moves_by_an_entry_between_accounts_that_there_are(store: Store) -> None:
    moved = (Transfer(CAGE, patron("seat1"), 700, Purpose.ADJUSTMENT, 3, "tie"),)
    write(store, [entry(1, 1)])
    if store.on_sqlite:  # on PostgreSQL verify checks it: a check of each row costs too much
        with pytest.raises(sa.exc.IntegrityError), store.begin_write([]) as transaction:
            transaction.add_transfers([(1, moved, [(-700, 700)])])
    with store.begin_write([]) as transaction:
        transaction.set_balances({CAGE: -700, patron("seat1"): 700}, known=[])
        transaction.add_transfers([(1, moved, [(-700, 700)])])
    with store.begin_read() as transaction:
        assert [tuple(row) for row in transaction.transfers()] == [
            (1, 0, "cage", "patron:seat1", 700, "adjustment", 3, "tie", -700, 700)
        ]
    if store.on_sqlite:
        with pytest.raises(sa.exc.IntegrityError), store.begin_write([]) as transaction:
            transaction.add_transfers([(2, moved, [(-700, 700)])])  # there is no such entry
    with pytest.raises(sa.exc.IntegrityError), store.begin_write([]) as transaction:
        transaction.connection.execute(sa.update(transfers).values(cents=0))


def test_the_last_snapshot_replaces_the_one_before(store: Store) -> None:
    with store.begin_write(["t1"]) as transaction:
        transaction.save_snapshot("t1", Head(1, 1, b"a"), b"old")
        transaction.save_snapshot("t1", Head(2, 4, b"b"), b"new")
    with store.begin_read() as transaction:
        snapshot = transaction.snapshot("t1")
        assert snapshot is not None
        assert (snapshot.head, snapshot.state, snapshot.whole) == (Head(2, 4, b"b"), b"new", True)
        assert not replace(snapshot, state=b"mew").whole
        assert transaction.snapshot("t2") is None


def test_every_field_of_an_entry_is_in_its_hash() -> None:
    before = entry(1, 1)
    one = chained(GENESIS, before)
    assert follow(Head(), one) == Head(1, 1, one.hash)
    for name in Entry.__struct_fields__:
        value = getattr(before, name)
        other = value + (
            1 if isinstance(value, int) else type(value)(b"x") if isinstance(value, bytes) else "x"
        )
        with pytest.raises(Corrupt):
            follow(Head(), replace(one, **{name: other}))
    swapped = replace(before, command=before.refusal, refusal=before.command)
    assert chained(GENESIS, swapped).hash != one.hash
    assert chained(one.hash, before).hash != one.hash


def test_creating_twice_keeps_what_is_there(store: Store) -> None:
    write(store, [entry(1, 1)])
    store.create()
    with store.begin_read() as transaction:
        assert transaction.head("t1").number == 1


def test_models_and_migrations_agree(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        missing = compare_metadata(context, metadata)
        if not store.on_sqlite:  # PostgreSQL has no foreign keys on transfers
            missing = [each for each in missing if each[0] != "add_fk"]
            assert sa.inspect(connection).get_foreign_keys("transfers") == []
        assert missing == []
        # What a comparison does not look at: the checks.
        for table in (accounts, transfers, entries):
            found = {
                check["name"] for check in sa.inspect(connection).get_check_constraints(table.name)
            }
            stated = {
                check.name for check in table.constraints if isinstance(check, sa.CheckConstraint)
            }
            assert found == stated


@pytest.mark.parametrize(
    ("version", "is_warned"),
    [((3, 40, 1), True), ((3, 51, 2), True), ((3, 51, 3), False), ((3, 53, 4), False)],
)
def test_an_old_sqlite_is_named(
    monkeypatch: pytest.MonkeyPatch, version: tuple[int, ...], is_warned: bool
) -> None:
    text = ".".join(map(str, version))
    found = SimpleNamespace(sqlite_version_info=version, sqlite_version=text)
    monkeypatch.setattr(engine, "sqlite_module", lambda: found)
    warning = engine.sqlite_warning()
    assert (text in warning, "3.51.3" in warning) == (is_warned, is_warned)


def test_the_newer_sqlite_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for version, is_used in (((99, 0, 0), True), ((3, 0, 0), False)):
        other: Any = SimpleNamespace(sqlite_version_info=version)
        monkeypatch.setattr(engine, "find_spec", lambda _: object())
        monkeypatch.setattr(engine, "import_module", lambda _, other=other: other)
        assert (engine.sqlite_module() is other) is is_used
