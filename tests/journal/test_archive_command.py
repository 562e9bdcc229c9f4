"""`punto archive`: writes, removes and verifies."""

import gzip
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from punto.floor.host import Host
from punto.journal.archive.openings import Openings
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from tests.cli.run import punto
from tests.journal.archives import play
from tests.sample import sample


@pytest.fixture
def journal_file(tmp_path: Path) -> str:
    path = str(tmp_path / "casino.journal")
    store = Store(path)
    store.create()
    host = Host(store)
    play(host)
    host.stop()
    store.close()
    return path


def test_the_command_writes_removes_and_verifies(journal_file: str, tmp_path: Path) -> None:
    out = str(tmp_path / "old.journal.gz")
    nothing = punto("archive", journal_file, "--out", out)
    assert (nothing.code, "name a later day" in nothing.err) == (2, True)
    done = punto("archive", journal_file, "--out", out, "--before", "2100-01-01", "--remove")
    assert (done.code, "taken out of the journal" in done.out) == (0, True)
    again = punto("archive", journal_file, "--out", out, "--before", "2100-01-01")
    assert (again.code, "is there already" in again.err) == (2, True)
    alone = punto("verify", journal_file)
    assert (alone.code, "older entries are archived" in alone.out) == (0, True)
    both = punto("verify", journal_file, "--archive", out, "--json")
    assert both.code == 0
    assert both.json["faults"] == []
    assert both.json["entries"] > punto("verify", out, "--json").json["entries"] > 20
    assert punto("ledger", out, "trial").code == 0
    assert punto("replay", out, "--round", "t1/1").code == 0


def test_an_archive_that_was_touched_is_found(journal_file: str, tmp_path: Path) -> None:
    out = tmp_path / "old.journal.gz"
    punto("archive", journal_file, "--out", str(out), "--before", "2100-01-01")
    whole = out.read_bytes()
    out.write_bytes(whole[: len(whole) // 2])
    cut = punto("verify", str(out))
    assert (cut.code, cut.err.count("\n")) == (2, 1)
    with gzip.open(out, "wb") as file:
        file.write(gzip.decompress(whole).replace(b"seat1", b"seat9"))
    touched = punto("verify", str(out))
    assert touched.code == 1
    assert "does not follow from what it says" in touched.out


def test_verify_of_everything_needs_no_archive_where_nothing_was_taken_out(
    journal_file: str,
) -> None:
    store = Store(journal_file)
    with store.begin_read() as transaction:
        assert list(verify(transaction)) == []
        assert transaction.openings() == Openings()
    store.close()


FORGED = {
    "empty": b"{}",
    "nothing": b"",
    "not JSON": b"\xff\xfe",
    "a list": b"[]",
    "another type": b'{"head":{"number":"x"}}',
}


@pytest.mark.parametrize(
    ("stream", "forged"), sample(product(["t1", "ts", ""], FORGED), lambda *case: case)
)
def test_an_opening_that_cannot_be_read_is_a_fault(
    journal_file: str, tmp_path: Path, stream: str, forged: str
) -> None:
    content = FORGED[forged]
    if stream == "" and content.startswith(b"{"):
        content = b'{"cents":{"cage":"x"}}'  # balances may say less, but not this
    with closing(sqlite3.connect(journal_file)) as connection, connection:
        connection.execute("INSERT INTO openings VALUES (?, ?)", (stream, content))
    found = punto("verify", journal_file)
    assert (found.code, "cannot be read" in found.out) == (1, True), found.err
    as_archive = punto("verify", journal_file, "--archive", journal_file, "--json")
    assert as_archive.code == 1
    out = str(tmp_path / "one.gz")
    refused = punto("archive", journal_file, "--out", out, "--before", "2100-01-01")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
