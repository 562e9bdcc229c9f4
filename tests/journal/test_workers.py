"""Worker processes find the same faults as one process, at the same places, in order."""

import os
import shutil
import signal
from pathlib import Path

import pytest
import sqlalchemy as sa

from punto.floor.host import Host
from punto.journal.archive.archive import remove_archived, write_archive
from punto.journal.schema import accounts, entries, snapshots, transfers
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify import parallel
from punto.journal.verify.books import ProvedBooks, changes_of
from punto.journal.verify.journal import Verification, verify
from punto.journal.verify.parallel import Proving
from punto.journal.verify.partition import starts
from punto.ledger.cage import commands as cage
from punto.table import commands as c
from tests.cli.run import punto, refused
from tests.envelope import Given
from tests.floor.tables import (
    CASHIER,
    CREDITS,
    MANAGER,
    bet,
    fund,
    ids,
    opened,
    play_round,
    play_sealed_shoe,
    shuffled,
    stake,
)
from tests.journal.forgery import transfers_of
from tests.submission import ask, submit

WORKERS = 2


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three tables and the cage in between; a correction whose patron was in debt before."""
    path = tmp_path_factory.mktemp("workers") / "casino.journal"
    store = Store(str(path))
    store.create()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("punto.journal.snapshots.SNAPSHOT_EVERY", 6)
        host = Host(store)
        fund(host, "seat1", "seat2", cents=20_000)
        opened(host, "t1")
        opened(host, "t2", CREDITS)
        submit(host, "t1", "early", stake("seat1")).result()
        play_round(host, "t1", iter(shuffled(2)), [stake("seat1", 3000, "tie")])
        corrected_twice(host)
        ask(host, "t3", "open", Given(c.OpenTable(host.state("t1").configuration), MANAGER))  # type: ignore[arg-type]
        play_sealed_shoe(host, "t3", seed=6, rounds=2)
        host.stop()
    store.close()
    return path


def corrected_twice(host: Host) -> None:
    """A win that was none leaves the patron owing; another correction, and the cage, see that."""
    rounds = {
        1: (("KS", "4S", "KH", "5S"), ("4S", "KS", "5S", "KH")),
        2: (("KD", "4D", "KC", "5D"), ("4D", "KD", "5D", "9H")),
    }
    for number, (dealt, right) in rounds.items():
        play_round(host, "t2", iter(dealt), [bet(1, 9000, "banker"), bet(2, 5000, "player")])
        ask(host, CAGE, f"out{number}", Given(cage.BuyCredits("seat2", 100), CASHIER))
        correction = Given(c.CorrectRound(number, right, why="read wrong"), MANAGER)
        ask(host, "t2", f"correct{next(ids)}", correction)


def faults_of(path: Path, workers: int) -> tuple[list[str], dict[str, bytes], int, int]:
    store = Store(str(path))
    with store.begin_read() as transaction:
        proof = Verification(transaction, {"t1": b"x" * 32}, workers)
        faults = [str(fault) for fault in proof.faults()]
    store.close()
    heads = {stream: head.hash for stream, head in proof.heads.items()}
    return faults, heads, proof.entries, proof.events


def _changed(
    table: sa.Table, where: sa.ColumnElement[bool], **values: object
) -> list[sa.Executable]:
    return [sa.update(table).where(where).values(**values)]


TAMPERED: dict[str, list[sa.Executable]] = {
    "nothing": [],
    "an entry": _changed(entries, sa.and_(entries.c.stream == "t1", entries.c.number == 5), seq=9),
    "the cage": _changed(entries, sa.and_(entries.c.stream == CAGE, entries.c.number == 3), rank=3),
    "a transfer": _changed(transfers, transfers_of("t2"), cents=1),
    "a balance": _changed(accounts, accounts.c.name == "patron:seat1", cents=77),
    "a snapshot": _changed(snapshots, snapshots.c.stream == "t3", state=b"{}"),
    "a type": _changed(
        entries, sa.and_(entries.c.stream == "t3", entries.c.number == 4), command=sa.text("'five'")
    ),
    "a whole stream": [
        sa.delete(transfers).where(transfers_of("t3")),
        sa.delete(entries).where(entries.c.stream == "t3"),
    ],
}


@pytest.mark.parametrize("what", TAMPERED)
def test_workers_find_what_one_process_finds(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    path = tmp_path / "copy.journal"
    shutil.copy(played, path)
    store = Store(str(path))
    with store.engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        for change in TAMPERED[what]:
            connection.execute(change)
        connection.commit()
    store.close()
    monkeypatch.setattr(parallel, "AT_ONCE", 7)  # so that parts of streams are on their way at once
    alone = faults_of(path, 0)
    assert faults_of(path, WORKERS) == alone
    unsaved = "t1: the saved head is not in the journal"
    assert unsaved in alone[0]
    assert (alone[0] == [unsaved]) is (what == "nothing")


def test_a_correction_is_posted_where_the_books_are(played: Path) -> None:
    store = Store(str(played))
    with store.begin_read() as transaction:
        begins = starts(transaction, transaction.openings())
        books = ProvedBooks({})
        apart: list[str] = []
        together = Proving(transaction, begins, books, {}, transaction.position(), WORKERS)
        for _, stream, _, changes, trouble in together.steps():
            if trouble is not None:
                apart.append(stream)
            recorded = trouble.recorded if trouble else ()
            books.change(changes or changes_of([row[:8] for row in recorded], recorded))
    store.close()
    assert apart == ["t2", "t2"]


def test_a_worker_that_is_killed_is_told_in_a_sentence(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = parallel.Worker.start

    def then_kill(worker: parallel.Worker) -> None:
        start(worker)
        assert worker.process.pid is not None
        os.kill(worker.process.pid, signal.SIGKILL)

    monkeypatch.setattr(parallel.Worker, "start", then_kill)
    store = Store(str(played))
    with store.begin_read() as transaction:
        said = [str(fault) for fault in verify(transaction, workers=1)]
    store.close()
    assert len(said) == 1
    assert said[0].startswith("journal: A worker was killed before it finished")


def test_a_journal_archived_meanwhile_is_told_in_a_sentence(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "copy.journal"
    shutil.copy(played, path)
    store = Store(str(path))
    with store.begin_read() as transaction:
        proof = Verification(transaction, workers=WORKERS)
        with store.begin_read() as another:
            archived = write_archive(another, 20, tmp_path / "old.gz")
        remove_archived(store, archived)
        said = [str(fault) for fault in proof.faults()]
    store.close()
    assert said == [f"journal: {parallel.CHANGED}"]


def test_entries_written_meanwhile_are_left_for_the_next(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "copy.journal"
    shutil.copy(played, path)
    store = Store(str(path))
    with store.begin_read() as transaction:
        proof = Verification(transaction, workers=WORKERS)
        before = transaction.length()
        host = Host(store)
        play_round(host, "t2", iter(shuffled(5)), [bet(1, 1000, "banker")])
        host.stop()
        assert [str(fault) for fault in proof.faults()] == []
    store.close()
    assert proof.entries == before
    assert faults_of(path, WORKERS)[2] > before


def test_progress_is_told_to_the_last_entry(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "AT_ONCE", 10)
    for workers in (0, WORKERS):
        seen: list[int] = []
        store = Store(str(played))
        with store.begin_read() as transaction:
            proof = Verification(transaction, workers=workers, progress=seen.append)
            assert list(proof.faults()) == []
        store.close()
        assert seen == sorted(seen)
        assert seen[-1] == proof.entries


def test_on_the_command_line(played: Path) -> None:
    alone, shared = (punto("verify", str(played), "--workers", n, "--json") for n in ("0", "2"))
    assert (alone.code, shared.code) == (0, 0)
    assert alone.json["heads"] == shared.json["heads"]
    assert "Use from 0 to 256 workers" in refused(punto("verify", str(played), "--workers", "-1"))
