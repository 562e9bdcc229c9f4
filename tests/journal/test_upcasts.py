"""A journal of an older schema is read, followed, replayed and verified through upcasts."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor import batch
from punto.floor.host import Host
from punto.journal import codec
from punto.journal.codec import GENESIS, Entry, chained
from punto.journal.head_file import SUFFIX
from punto.journal.queries.round import find_round
from punto.journal.schema import entries, snapshots
from punto.journal.snapshots import snapshot_digest
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.upcasts import UPCASTS, Raw, Upcast
from punto.journal.verify import stream
from punto.journal.verify.journal import verify
from punto.refusals import Reason
from punto.table import commands as c
from punto.table.state import State
from tests.envelope import Given
from tests.floor.tables import CREDITS, DEALER, bet, fund, opened, play_round, shuffled, stake
from tests.sample import SQLITE_FIRST
from tests.submission import ask, submit

NOW = codec.SCHEMA
STAKED = ("place-stake", "stake-placed")


def older(raw: Raw) -> Raw:
    """As an edition wrote it that said `amount` for cents and knew no stakes on request."""
    if raw["type"] not in STAKED:
        return raw
    rest = {name: value for name, value in raw.items() if name not in ("cents", "on_request")}
    return rest | {"amount": raw["cents"]}


def newer(raw: Raw) -> Raw:
    if raw["type"] not in STAKED:
        return raw
    rest = {name: value for name, value in raw.items() if name != "amount"}
    return rest | {"cents": raw["amount"]}


CENTS = Upcast("stakes are named in cents", command=newer, event=newer)


@pytest.fixture
def next_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next edition of Punto, whose schema is the one after today's."""
    for module in (codec, stream, batch):
        monkeypatch.setattr(module, "SCHEMA", NOW + 1)
    monkeypatch.setitem(UPCASTS, NOW, CENTS)


@pytest.fixture
def before(store: Store) -> State:
    """A journal as the older edition left it, and the state of its first table."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("punto.journal.snapshots.SNAPSHOT_EVERY", 6)
        host = Host(store)
        fund(host, "seat1")
        opened(host, "t1")
        opened(host, "t2", CREDITS)
        submit(host, "t1", "early", stake("seat1")).result()
        play_round(host, "t1", iter(shuffled(2)), [stake("seat1", 3000, "tie")])
        play_round(host, "t2", iter(shuffled(3)), [bet(1)])
        ask(host, "t1", "again", Given(c.OpenBetting(), DEALER))
        ask(host, "t1", "held", stake("seat1", 7000))
        host.stop()
    rewrite(store, _in_old_words)
    return host.state("t1")


def _in_old_words(entry: Entry) -> Entry:
    def written(data: bytes) -> bytes:
        raw = msgspec.json.decode(data)
        old = [older(each) for each in raw] if isinstance(raw, list) else older(raw)
        return msgspec.json.encode(old, order="deterministic")

    return replace(entry, command=written(entry.command), events=written(entry.events))


def rewrite(store: Store, change: Callable[[Entry], Entry]) -> None:
    """Change entries, rehash them, and delete the snapshots."""
    with store.begin_write([]) as transaction:
        for stream in transaction.streams():
            head = GENESIS
            for entry in list(transaction.entries(stream)):
                new = chained(head, change(entry))
                head = new.hash
                said: dict[str, Any] = {name: getattr(new, name) for name in new.__struct_fields__}
                this = entries.c.position == entry.position
                transaction.connection.execute(sa.update(entries).where(this).values(said))
        transaction.connection.execute(sa.delete(snapshots))
    if store.on_sqlite:  # the head file names an entry that was rewritten
        Path(f"{store.engine.url.database}{SUFFIX}").unlink(missing_ok=True)


def faults(store: Store) -> list[str]:
    with store.begin_read() as transaction:
        return [str(fault) for fault in verify(transaction)]


@pytest.fixture
def host(store: Store, before: State, next_schema: None) -> Iterator[Host]:
    """The next edition's host on the older journal."""
    host = Host(store)
    yield host
    host.stop()


@SQLITE_FIRST
def test_it_is_replayed_and_goes_on_in_the_new_schema(
    store: Store, host: Host, before: State
) -> None:
    assert host.halted == {}
    assert host.state("t1") == before
    ask(host, "t1", "more", stake("seat2", 2000))
    with store.begin_read() as transaction:
        assert [entry.schema for entry in transaction.entries("t1")][-2:] == [NOW, NOW + 1]
    assert faults(store) == []


@SQLITE_FIRST
def test_it_is_followed(host: Host) -> None:
    records = host.follow("t1").take()
    assert [record.seq for record in records] == list(range(1, len(records) + 1))
    staked = [r.event.cents for r in records if type(r.event).__name__ == "StakePlaced"]  # type: ignore[union-attr]
    assert staked == [3000, 7000]


@SQLITE_FIRST
def test_a_round_is_found_in_it(store: Store, host: Host) -> None:
    with store.begin_read() as transaction:
        found = find_round(transaction, "t1", 1)
    assert found is not None
    assert found.end is not None
    assert [line.cents for line in found.end.lines] == [3000]


@SQLITE_FIRST
def test_an_answer_given_before_is_given_again(host: Host) -> None:
    receipt = submit(host, "t1", "held", stake("seat1", 7000)).result()
    assert receipt.refused is None
    assert [record.event.cents for record in receipt.records] == [7000]  # type: ignore[union-attr]
    other = submit(host, "t1", "held", stake("seat1", 8000)).result()
    assert other.refused is not None
    assert other.refused.reason is Reason.ID_USED_BEFORE


@SQLITE_FIRST
def test_every_old_command_is_decided_again(store: Store, before: State, next_schema: None) -> None:
    assert faults(store) == []

    def more_paid(entry: Entry) -> Entry:
        return replace(entry, events=entry.events.replace(b'"amount":7000', b'"amount":9000'))

    rewrite(store, more_paid)
    with store.begin_read() as transaction:
        last = transaction.head("t1").number
    assert f"t1 entry {last}: it would have been decided otherwise" in faults(store)


@SQLITE_FIRST
def test_an_old_command_that_is_not_what_it_was_is_found(
    store: Store, before: State, next_schema: None
) -> None:
    def asked_more(entry: Entry) -> Entry:
        return replace(entry, command=entry.command.replace(b'"amount":7000', b'"amount":9000'))

    rewrite(store, asked_more)
    assert any("it would have been decided otherwise" in each for each in faults(store))


@SQLITE_FIRST
def test_a_schema_of_which_nothing_is_known(
    store: Store, before: State, next_schema: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(UPCASTS, NOW)
    assert [each for each in faults(store) if each.startswith("t1")] == [
        f"t1 entry 1: entry 1 is of schema {NOW}, which there never was"
    ]


@SQLITE_FIRST
def test_a_later_schema_is_told_in_a_sentence(store: Store, before: State) -> None:
    def later(entry: Entry) -> Entry:
        return replace(entry, schema=NOW + 1) if entry.stream == "t2" else entry

    rewrite(store, later)
    sentence = (
        f"entry 1 is of schema {NOW + 1}, and this edition of Punto reads up to {NOW}: use the"
        " edition that wrote it"
    )
    assert f"t2 entry 1: {sentence}" in faults(store)
    host = Host(store)
    assert str(host.halted["t2"]) == sentence
    host.stop()


@SQLITE_FIRST
def test_an_upcast_that_fails_is_damage_and_no_crash(
    store: Store, before: State, next_schema: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def strict(raw: Raw) -> Raw:
        return {**raw, "cents": raw["no such field"]}

    monkeypatch.setitem(UPCASTS, NOW, Upcast("wrong", event=strict))
    host = Host(store)
    assert set(host.halted) == {"t1", "t2", CAGE}
    assert "cannot be read" in str(host.halted["t1"])
    host.stop()


def test_a_snapshot_of_another_edition_is_no_shortcut_and_no_fault(
    store: Store, host: Host, before: State
) -> None:
    with store.begin_read() as transaction:
        head = transaction.head("t1")
    strange = msgspec.json.encode(replace(before, rounds=99))
    for edition in (b"1:0123456789abcdef:", b"2:fedcba9876543210:"):
        state = edition + strange
        with store.begin_write(["t1"]) as transaction:
            transaction.save_snapshot("t1", head, state)
        again = Host(store)
        assert again.state("t1") == before
        again.stop()
        assert faults(store) == []
    with store.begin_write(["t1"]) as transaction:  # but one that was changed after it was saved is
        damaged = snapshot_digest(head, b"other")
        transaction.connection.execute(sa.update(snapshots).values(digest=damaged))
    assert len(faults(store)) == 1
