"""A power cut before any write loses nothing that was acknowledged."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from punto.floor import batch
from punto.floor.host import Host
from punto.journal.codec import decode_command, decode_origin
from punto.journal.projections.commit import TotalsOfBatch
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.journal.write_transaction import WriteTransaction
from tests.envelope import Given
from tests.faults.disk import Disk
from tests.faults.judgement import Judge, Verdict
from tests.faults.tape import (
    Created,
    Deleted,
    FolderSynced,
    Happened,
    Synced,
    Told,
    Truncated,
    Wrote,
)
from tests.faults.workload import GAMES, JOURNAL, Recording, record
from tests.floor.busy_process import HastyHost
from tests.sample import sample
from tests.submission import submit

CUTS = 60  # `make crash` makes thousands
TURNS = 20  # commands at each table


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """One run of the sound build."""
    return record(tmp_path_factory.mktemp("run"), TURNS)


def judged(recording: Recording, folder: Path) -> Verdict:
    return Judge(recording, folder / "image").judge(cuts_max=CUTS, chances=2)


def test_nothing_told_is_lost_when_the_power_goes(recording: Recording, tmp_path: Path) -> None:
    verdict = judged(recording, tmp_path)
    assert verdict.faults == []
    assert (verdict.cuts, verdict.images) == (CUTS + 1, 4 * (CUTS + 1))
    assert verdict.states > 15


def test_the_run_writes_all_that_a_day_writes(recording: Recording) -> None:
    """Or the cuts would not mean much: names, checkpoints and truncations are among them."""
    happened = recording.tape.happened
    names = {each.file: each.name for each in happened if isinstance(each, Created)}
    wrote = [names[each.file] for each in happened if isinstance(each, Wrote)]
    checkpoints = sum((one, other) == (f"{JOURNAL}-wal", JOURNAL) for one, other in pairwise(wrote))
    assert checkpoints >= 3
    assert set(names.values()) == {JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}-journal"}
    assert sum(isinstance(each, Deleted) for each in happened) >= 3
    assert any(isinstance(each, Truncated) for each in happened)
    assert any(isinstance(each, Synced) and each.folder for each in happened)
    assert len([each for each in happened if isinstance(each, Told)]) > 2 * len(recording.entries)
    assert {entry.stream for entry in recording.entries} == {"cage", *GAMES}


@pytest.mark.parametrize("pragma", sample(["synchronous=OFF", "synchronous=NORMAL"]))
def test_a_build_that_does_not_sync_is_found_out(tmp_path: Path, pragma: str) -> None:
    faults = judged(record(tmp_path, TURNS, pragma=pragma), tmp_path).faults
    assert any("was answered, but is not there" in fault for fault in faults)
    assert any("was published, but is not there" in fault for fault in faults)


@pytest.mark.sweep
def test_without_syncs_the_file_itself_is_destroyed(tmp_path: Path) -> None:
    """So the tearing is real: only the syncs keep it from doing harm."""
    recording = record(tmp_path, TURNS, pragma="synchronous=OFF")
    faults = Judge(recording, tmp_path / "image").judge(cuts_max=200, chances=2).faults
    assert any("SQLite cannot open it" in fault for fault in faults)


def test_a_build_that_tells_before_it_commits_is_found_out(tmp_path: Path) -> None:
    faults = judged(record(tmp_path, TURNS, kind=HastyHost), tmp_path).faults
    assert any("was answered, but is not there" in fault for fault in faults)
    assert any("was published, but is not there" in fault for fault in faults)


@pytest.mark.sweep
def test_a_build_that_writes_totals_one_commit_later_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[TotalsOfBatch] = []

    class LateTotals(TotalsOfBatch):
        def write(self, transaction: WriteTransaction) -> None:
            late, waiting[:] = list(waiting), [self]
            for each in late:
                TotalsOfBatch.write(each, transaction)

    monkeypatch.setattr(batch, "TotalsOfBatch", LateTotals)
    faults = judged(record(tmp_path, TURNS), tmp_path).faults
    assert any("totals: " in fault for fault in faults), "by the recount"
    assert any("the running totals after it" in fault for fault in faults), "by verify"


def test_a_floor_goes_on_from_a_torn_disk(recording: Recording, tmp_path: Path) -> None:
    """What was told is told again in the same words, what was lost can be asked again."""
    happened, chance = recording.tape.happened, Random(7)
    for cut in chance.sample(range(len(happened) // 2, len(happened)), 5):
        disk = Disk()
        for place, each in enumerate(happened[:cut]):
            disk.take(place, each)
        folder = tmp_path / f"cut{cut}"
        folder.mkdir()
        for name, data in disk.any(chance).items():
            (folder / name).write_bytes(data)
        go_on(Store(str(folder / JOURNAL)), recording)


def go_on(store: Store, recording: Recording) -> None:
    """Ask everything of the run again, and see that the journal becomes the one of the run."""
    host = Host(store)
    asked = [entry for entry in recording.entries if entry.stream != CAGE]
    for entry in asked:
        origin = decode_origin(entry)
        given = Given(decode_command(entry), origin.by, approval=origin.approval)
        submit(host, entry.stream, entry.id, given).result(60)
    host.stop()
    with store.begin_read() as transaction:
        assert [str(fault) for fault in verify(transaction)] == []
        again = [(each.stream, each.id, each.events) for each in transaction.everything()]
    store.close()
    assert again == [(each.stream, each.id, each.events) for each in recording.entries]


def test_a_disk_keeps_what_was_synced_and_may_lose_the_rest() -> None:
    disk = Disk()
    tape: list[Happened] = [
        Created("a", 1),
        Wrote(1, 0, b"x" * 2048),
        Synced(1, 2, folder=True),
        Wrote(1, 512, b"y" * 1024),
        Created("b", 2),
        Wrote(2, 0, b"z"),
        Truncated(1, 1024),
    ]
    for place, each in enumerate(tape):
        disk.take(place, each)
    old, new = b"x" * 2048, b"x" * 512 + b"y" * 512
    assert disk.least() == {"a": old}
    assert disk.most() == {"a": new, "b": b"z"}
    chance = Random(3)
    images = [disk.any(chance) for _ in range(3000)]
    assert {image["a"][:512] for image in images} == {b"x" * 512}
    assert {len(image["a"]) for image in images} == {1024, 2048}
    assert {image.get("b") for image in images} >= {None, b"", b"z"}
    torn = {image["a"][512:1536] for image in images if len(image["a"]) == 2048}
    assert {b"x" * 1024, b"y" * 1024, b"y" * 512 + b"x" * 512, b"x" * 512 + b"y" * 512} < torn
    disk.take(7, Synced(1, 4, folder=False))  # began before the truncation
    assert disk.least() == {"a": b"x" * 512 + b"y" * 1024 + b"x" * 512}
    disk.take(8, Deleted("a"))
    disk.take(9, FolderSynced(9))
    assert disk.least() == {"b": b""}
