"""An export says what the books say; the analysts' page reads it with DuckDB and Polars."""

import re
from pathlib import Path
from typing import Any

import pytest

from punto import __version__
from punto.floor.host import Host
from punto.journal.store import Store
from punto.table import commands as c
from tests.cli.run import punto
from tests.envelope import Given
from tests.floor.tables import MANAGER, ids, opened, play_round, shuffled, stake
from tests.submission import ask

PAGE = Path(__file__).parents[2] / "docs" / "analysts.md"


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables and a corrected round."""
    path = tmp_path_factory.mktemp("export") / "casino.journal"
    store = Store(str(path))
    store.create()
    host = Host(store)
    for table in ("t1", "t2"):
        opened(host, table)
        for number in range(3):
            stakes = [stake("seat1", 3000, "tie"), stake("seat2", 2000, "banker", position=2)]
            play_round(host, table, iter(shuffled(number)), stakes)
    right = ("4D", "KD", "5D", "9H")
    ask(host, "t2", f"fix{next(ids)}", Given(c.CorrectRound(3, right, why="tape"), MANAGER))
    host.stop()
    store.close()
    return path


def on_the_page(folder: Path) -> dict[str, Any]:
    """What the page's own code finds."""
    text = PAGE.read_text(encoding="utf-8").partition("## A journal as Parquet")[2]
    found: dict[str, Any] = {"folder": folder}
    for code in re.findall(r"```python\n(.*?)```", text.partition("\n## ")[0], re.DOTALL):
        exec(code, found)
    return found


def test_the_page_reproduces_meters_and_hold_to_the_cent(journal: Path, tmp_path: Path) -> None:
    assert punto("export", str(journal), "--out", str(tmp_path / "data")).code == 0
    found = on_the_page(tmp_path / "data")
    told = punto("ledger", str(journal), "meters", "--json").json["rows"]
    books = sorted((row["table"], row["wager"], row["handle"], row["win"]) for row in told)
    assert books == [
        (table, wager, f"{handle / 100:.2f}", f"{win / 100:.2f}")
        for table, wager, handle, win in found["meters"]
    ]
    days = punto("ledger", str(journal), "win", "--json").json["rows"]
    holds = {row["table"]: row["hold"] for row in days}
    assert holds == {
        row["stream"]: f"{row['hold'] * 100:.4f} %" for row in found["hold"].to_dicts()
    }


def test_every_file_says_what_made_it_when_and_of_what(journal: Path, tmp_path: Path) -> None:
    from pyarrow import parquet

    done = punto("export", str(journal), "--out", str(tmp_path / "data"), "--json").json
    head = done["heading"]
    assert (head["version"], head["time_zone"]) == (__version__, "UTC")
    files = sorted((tmp_path / "data").rglob("*.parquet"))
    assert len(files) >= 6
    for file in files:
        said = parquet.read_schema(file).metadata
        assert said[b"version"].decode() == f"Punto {__version__}"
        assert said[b"made"].decode() == head["made"]
        assert said[b"time zone"] == b"UTC"
        assert said[b"after position"] == b"0"
        assert int(said[b"up to position"]) <= done["until"]


def test_rounds_name_their_dealer(journal: Path, tmp_path: Path) -> None:
    from pyarrow import parquet

    assert punto("export", str(journal), "--out", str(tmp_path / "data")).code == 0
    rounds = parquet.read_table(tmp_path / "data" / "rounds").to_pylist()
    assert {row["dealer"] for row in rounds if row["kind"] != "reversed"} == {"dealer"}


def test_an_export_goes_on_where_another_ended(journal: Path, tmp_path: Path) -> None:
    whole = punto("export", str(journal), "--out", str(tmp_path / "a"), "--json").json
    more = ("--since", str(whole["until"]), "--json")
    again = punto("export", str(journal), "--out", str(tmp_path / "a"), *more).json
    assert set(again["rows"].values()) == {0}
    written = [each for each in (tmp_path / "a").rglob("*") if each.is_file()]
    assert {each.stat().st_mode & 0o777 for each in written} == {0o600}, "no one else reads it"
    assert again["until"] == whole["until"]
    half = whole["until"] // 2
    rest = punto(
        "export", str(journal), "--out", str(tmp_path / "b"), "--since", str(half), "--json"
    ).json
    assert 0 < rest["rows"]["transfers"] < whole["rows"]["transfers"]
    assert rest["until"] == whole["until"]
    assert (whole["since"], rest["since"]) == (0, half)


@pytest.mark.parametrize("since", ["-1", "99999"])
def test_a_position_that_the_journal_has_not_come_to_is_refused(
    journal: Path, tmp_path: Path, since: str
) -> None:
    """An export that went on from there would miss what is recorded up to it."""
    done = punto("export", str(journal), "--out", str(tmp_path / "data"), "--since", since)
    assert (done.code, done.out) == (2, "")
    assert "The journal ends at position" in done.err
    assert not (tmp_path / "data").exists()


def test_a_folder_that_cannot_be_written_is_one_sentence(journal: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = punto("export", str(journal), "--out", str(tmp_path / "file"))
    assert (done.code, done.err.count("\n")) == (2, 1)
