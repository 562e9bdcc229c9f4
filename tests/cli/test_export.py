"""An export says what the books say; the analysts' page reads it with DuckDB and Polars."""

import re
from pathlib import Path
from typing import Any

import pytest

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


def test_a_folder_that_cannot_be_written_is_one_sentence(journal: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = punto("export", str(journal), "--out", str(tmp_path / "file"))
    assert (done.code, done.err.count("\n")) == (2, 1)
