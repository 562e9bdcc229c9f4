"""Each check of verify in isolation: journals that are valid except for that check."""

import shutil
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor.dealer import VIRTUAL_SHOE
from punto.floor.host import Host
from punto.journal.codec import Entry, Head, chained, encode_refusal
from punto.journal.entry_index import index_entries
from punto.journal.head_file import HeadFile
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import accounts, entries, entry_index, snapshots, transfers
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.journal.verify.partition import MARKED_WRONG
from punto.refusals import Reason, Refused
from punto.rules import settlement
from punto.rules.settlement import Result
from punto.table import commands as c
from punto.table import shoes
from punto.table.shoes import seal
from punto.table.state import Shoe
from tests.envelope import Given
from tests.floor.tables import (
    CREDITS,
    DEALER,
    MANAGER,
    bet,
    fund,
    opened,
    play_round,
    play_sealed_shoe,
    shuffled,
    stake,
)
from tests.journal.forgery import transfers_of
from tests.sample import sample
from tests.submission import ask, submit

CARDS = ("KS", "4S", "KH", "5S")  # nine for Banker
EARLY, OUTCOME = 3, 12  # entries of t1: a stake before betting, and the settlement


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A round on chips, after a refusal, and one on credits; credits before and after."""
    path = tmp_path_factory.mktemp("checks") / "casino.journal"
    store = Store(str(path))
    store.create()
    host = Host(store)
    fund(host, "seat1")
    opened(host, "t1")
    opened(host, "t2", CREDITS)
    submit(host, "t1", "early", stake("seat1")).result()
    for table, placed in (("t1", stake("seat1", 3000, "tie")), ("t2", bet(1, 5000, "banker"))):
        play_round(host, table, iter(CARDS), [placed])
    fund(host, "seat1", cents=500_000)
    host.stop()
    store.close()
    return path


@pytest.fixture
def store(played: Path, tmp_path: Path) -> Iterable[Store]:
    shutil.copy(played, tmp_path / "copy.journal")
    copy = Store(str(tmp_path / "copy.journal"))
    yield copy
    copy.close()


def faults_of(store: Store, workers: int = 0) -> list[str]:
    with store.begin_read() as transaction:
        faults = verify(transaction, workers=workers)
        # Projections are derived from all that is tried here: tests/journal/test_projections.py.
        return [str(fault) for fault in faults if not fault.is_derived]


def rewrite(store: Store, stream: str, changed: dict[int, dict[str, Any]]) -> None:
    """Entries of a stream said otherwise, with a fresh chain, a fresh index, no head file."""
    HeadFile(str(store.engine.url.database)).path.unlink(missing_ok=True)
    with store.engine.begin() as connection:
        transaction, head = ReadTransaction(connection), Head()
        for entry in list(transaction.entries(stream)):
            new = chained(head.hash, replace(entry, **changed.get(entry.number, {})))
            head = Head(new.number, new.seq, new.hash)
            values = {name: getattr(new, name) for name in Entry.__struct_fields__}
            here = entries.c.position == entry.position
            connection.execute(sa.update(entries).where(here).values(values))
        connection.execute(sa.delete(snapshots))
        index_entries(connection)
        transaction.close()


def entry_of(store: Store, stream: str, number: int) -> Entry:
    with store.begin_read() as transaction:
        found = transaction.entry(stream, number)
    assert found is not None
    return found


def test_untouched_it_is_sound(store: Store) -> None:
    rewrite(store, "t1", {})
    assert faults_of(store) == []


@pytest.mark.parametrize("workers", [0, 2])
def test_where_a_chain_breaks(store: Store, workers: int) -> None:
    """Said once: what the rest of the stream moved is unknown, and not held against the books."""
    with store.engine.begin() as connection:
        fifth = sa.and_(entries.c.stream == "t1", entries.c.number == 5)
        connection.execute(sa.update(entries).where(fifth).values(id="another"))
    wrong = "the hash of entry 5 does not follow from what it says"
    assert faults_of(store, workers) == [f"t1 entry 5: {wrong}"]


def test_who_gave_a_command(store: Store) -> None:
    """It is said once: another giver is found where they could not have given it."""
    rewrite(store, "t1", {5: {"role": "patron", "rank": 0}})
    assert any("t1 entry 5: it would have been refused" in each for each in faults_of(store))
    rewrite(store, "t1", {5: {"role": "patron", "rank": 1}})
    assert faults_of(store) == ["t1 entry 5: who gave entry 5 is named in two ways"]
    rewrite(store, "t1", {5: {"role": "staff", "rank": 9}})
    assert any("t1 entry 5: who gave entry 5 cannot be read" in each for each in faults_of(store))
    rewrite(store, "t1", {5: {"role": "staff", "rank": 1, "approval": b"{}"}})
    assert any("t1 entry 5: who gave entry 5 cannot be read" in each for each in faults_of(store))


def test_what_kind_a_command_is(store: Store) -> None:
    rewrite(store, "t1", {5: {"kind": "draw-card"}})
    assert faults_of(store) == ["t1 entry 5: it is called 'draw-card', but is 'place-stake'"]


def test_when_it_was_given(store: Store) -> None:
    rewrite(store, "t1", {5: {"at_ms": 1}})
    assert faults_of(store) == ["t1 entry 5: its time is before that of the entry before"]


def test_how_its_events_are_numbered(store: Store) -> None:
    rewrite(store, "t1", {OUTCOME: {"seq": entry_of(store, "t1", OUTCOME).seq + 1}})
    assert faults_of(store) == ["t1 entry 12: its last event is numbered 13, not 12"]


def test_what_was_refused(store: Store) -> None:
    rewrite(store, "t1", {EARLY: {"refusal": b""}})
    assert [each.split(":")[:2] for each in faults_of(store)] == [
        ["t1 entry 3", " it would have been refused"]
    ]


def test_what_was_not_refused(store: Store) -> None:
    refusal = encode_refusal(Refused(Reason.ROUND_NOT_COMPLETE, "Not yet."))
    rewrite(store, "t1", {OUTCOME: {"refusal": refusal}})
    assert faults_of(store) == ["t1 entry 12: it would not have been refused"]


def test_how_its_events_are_written(store: Store) -> None:
    """They are the same events, but not the bytes that this edition writes."""
    said = entry_of(store, "t1", OUTCOME).events
    rewrite(store, "t1", {OUTCOME: {"events": said.replace(b"[{", b"[ {", 1)}})
    assert faults_of(store) == ["t1 entry 12: it would have been decided otherwise"]


@pytest.mark.parametrize(
    "change",
    [
        sa.update(entry_index).where(entry_index.c.kind == "outcome").values(cents=77),
        sa.update(entry_index).where(entry_index.c.kind == "round").values(round=2),
        sa.delete(entry_index).where(entry_index.c.kind == "shoe"),
        sa.insert(entry_index).from_select(
            [column.name for column in entry_index.columns],
            sa.select(
                *(
                    sa.literal("void") if column.name == "kind" else column
                    for column in entry_index.columns
                )
            ).where(entry_index.c.kind == "outcome"),
        ),
        sa.update(entry_index)
        .where(entry_index.c.kind == "round")
        .values(position=entry_index.c.position + 1),
    ],
    ids=["an amount", "a round", "one missing", "one too many", "a place"],
)
def test_where_index_entries_are(store: Store, change: sa.Executable) -> None:
    with store.engine.begin() as connection:
        connection.execute(change)
    said = faults_of(store)
    assert said
    assert all(MARKED_WRONG in each for each in said)
    assert {each.split()[0] for each in said} == {"t1", "t2"}


@pytest.mark.parametrize(
    ("stream", "workers"), sample(product(["t1", "t2", CAGE], [0, 2]), lambda *case: case)
)
def test_that_no_index_entry_is_another_streams(store: Store, stream: str, workers: int) -> None:
    """One where the last entry of all stands, in the name of a stream that has nothing there."""
    with store.begin_read() as transaction:
        last = transaction.position()
    said = {"kind": "void", "stream": stream, "number": 99, "at_ms": 0, "actor": "", "round": 1}
    with store.engine.begin() as connection:
        connection.execute(sa.insert(entry_index).values(said | {"position": last, "cents": 0}))
    assert faults_of(store, workers) == [f"{stream} entry 99: {MARKED_WRONG}"]


@pytest.mark.parametrize("workers", [0, 2])
def test_that_nobody_stakes_more_than_they_have(store: Store, workers: int) -> None:
    """Fewer credits were bought than staked, and all that follows is reckoned from that.

    Those bought afterwards do not help, though another process proves the stake.
    """
    bought = entry_of(store, CAGE, 1)
    less = {
        name: getattr(bought, name).replace(b"1000000", b"4000") for name in ("command", "events")
    }
    rewrite(store, CAGE, {1: less})
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA ignore_check_constraints=ON")
        first = transfers_of(CAGE, number=1)
        connection.execute(sa.update(transfers).where(first).values(cents=4000))
        for name, by in (("patron:seat1", -996_000), ("cage", 996_000)):
            more = {"cents": accounts.c.cents + by}
            connection.execute(sa.update(accounts).where(accounts.c.name == name).values(more))
        connection.commit()
        connection.exec_driver_sql("PRAGMA ignore_check_constraints=OFF")
    assert faults_of(store, workers) == ["t2 entry 4: patron:seat1 fell below zero"]


def test_what_is_paid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A settlement in which nobody loses agrees with itself when it is decided again."""
    whole = settlement._settle_stake

    def pushing(*arguments: Any) -> settlement.Settled:
        line = whole(*arguments)
        return replace(line, result=Result.PUSH, odds=None, profit_cents=0, returned_cents=3000)

    monkeypatch.setattr(settlement, "_settle_stake", pushing)
    host, made = begun(tmp_path)
    play_round(host, "t1", iter(CARDS), [stake("seat1", 3000, "tie")])
    assert ended(host, made) == [
        "t1 entry 11: stake 1 on tie was paid 0 and came back as 3000, not -3000 and 0"
    ]


def test_what_is_paid_on_a_wager_that_there_is_not(store: Store) -> None:
    said = entry_of(store, "t1", OUTCOME).events
    rewrite(store, "t1", {OUTCOME: {"events": said.replace(b'"tie"', b'"sun"', 1)}})
    assert "t1 entry 12: stake 1 is on sun, which the table did not have" in faults_of(store)


@pytest.mark.parametrize("pays", [b"1 to 0", b"0 to 1", b"1 of 1"])
def test_what_is_paid_at_odds_that_there_cannot_be(store: Store, pays: bytes) -> None:
    said = entry_of(store, "t2", OUTCOME - 1).events
    rewrite(store, "t2", {OUTCOME - 1: {"events": said.replace(b"1 to 1", pays, 1)}})
    decided, moved, *_ = faults_of(store)
    assert decided == "t2 entry 11: it would have been decided otherwise"
    assert moved.startswith("t2 entry 11: what it moves cannot be computed")


def test_that_a_round_is_corrected_to_whole_cards(store: Store) -> None:
    """Two cards of four, in the settlement that a correction makes."""
    host = Host(store)
    right = ("KS", "4S", "KH", "4H")
    ask(host, "t1", "correct", Given(c.CorrectRound(1, right, why="misread"), MANAGER))
    host.stop()
    last = OUTCOME + 1
    said = entry_of(store, "t1", last).events
    short = said.replace(b'["KS","4S","KH","4H"]', b'["KS","4S"]', 1)
    assert short != said
    rewrite(store, "t1", {last: {"events": short}})
    assert "t1 entry 13: it was settled on cards that are no round" in faults_of(store)


def test_that_no_card_comes_too_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shoe, "holds", lambda *_: True)
    host, made = begun(tmp_path)
    for _ in range(2):
        play_round(host, "t1", iter(["KS"] * 6))
    said = ended(host, made)
    assert [each.partition(": ")[2] for each in said] == [
        f"KS came {times} times out of 8 decks" for times in range(9, 13)
    ]


def test_which_order_was_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that takes any order for the sealed one."""
    order = tuple(shuffled(1))
    sealed = seal(order, "salt1")
    monkeypatch.setattr(shoes, "seal", lambda *_: sealed)
    host, made = begun(tmp_path)
    ask(host, "t1", "retire", Given(c.RetireShoe(), DEALER))
    play_sealed_shoe(host, "t1", seed=1, rounds=1)
    ask(host, "t1", "load", Given(c.LoadShoe("again", commitment=sealed), VIRTUAL_SHOE))
    ask(host, "t1", "retire again", Given(c.RetireShoe(), DEALER))
    ask(
        host,
        "t1",
        "reveal",
        Given(c.RevealShoe("again", (*order[1:], order[0]), "salt1"), VIRTUAL_SHOE),
    )
    twice, said = ended(host, made)
    assert twice.endswith("shoe again was loaded under a seal that was used before")
    assert said.endswith("the order of shoe again is not the one that was sealed")


def begun(tmp_path: Path) -> tuple[Host, Store]:
    made = Store(str(tmp_path / "made.journal"))
    made.create()
    host = Host(made)
    opened(host, "t1")
    return host, made


def ended(host: Host, made: Store) -> list[str]:
    host.stop()
    said = faults_of(made)
    made.close()
    return said
