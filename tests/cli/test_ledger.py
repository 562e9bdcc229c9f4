"""`punto ledger`: every report in words, as CSV and as JSON, and books that are off told."""

import csv
import io
import json
from contextlib import redirect_stderr, redirect_stdout
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.cli import main
from punto.floor.host import Host
from punto.journal.schema import accounts
from punto.journal.store import Store
from punto.ledger.cage import commands as cage
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Patron, Staff
from tests.cli.run import Said
from tests.cli.run import punto as outside
from tests.floor.tables import (
    CREDITS,
    MANAGER,
    bet,
    configuration,
    fund,
    opened,
    play_round,
    shuffled,
    stake,
)

BOSS = Staff("boss", Position.GAMING_SHIFT_MANAGER)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A table of credits, and one of chips that changes its game."""
    path = str(tmp_path_factory.mktemp("ledger") / "casino.journal")
    store = Store(path)
    store.create()
    host = Host(store)
    for table in ("t1", "t2"):
        host.ask_cage(f"o-{table}", cage.OpenBank(table, 500_000, "supervisor", by=BOSS))
    fund(host, "seat1", "seat2", cents=500_000)
    host.ask_cage("chips", cage.BuyChips("t2", 50_000, by=BOSS))
    opened(host, "t1", CREDITS)
    opened(host, "t2")
    first, second = iter(shuffled(3)), iter(shuffled(4))
    for _ in range(12):
        play_round(host, "t1", first, [bet(1, 2000, "player"), bet(2, 5000, "banker")])
        play_round(host, "t2", second, [stake("anna", 2000, "tiger"), stake("anna", 1000, "tie")])
    other = configuration("tiger-no-commission")
    host.ask("t2", "retire", c.RetireShoe(by=MANAGER))
    host.ask("t2", "close", c.CloseTable(by=MANAGER))
    host.ask("t2", "open", c.OpenTable(replace(other, decks=6), by=MANAGER))
    host.ask("t2", "load", c.LoadShoe("second", by=MANAGER))
    play_round(host, "t2", second, [stake("anna", 1000, "tie")])
    host.ask_cage("out", cage.CashOut("seat2", 100, "0" * 64, by=Patron("seat2")))
    host.ask_cage("close1", cage.CloseBank("t1", "supervisor", by=BOSS))
    host.stop()
    store.close()
    return path


def punto(*arguments: str) -> Said:
    """The command in this process: there are many to ask."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    for stream in (out, err):
        stream.seek(0)
    return Said(code, out.read(), err.read())


def document(*arguments: str) -> dict[str, Any]:
    done = punto("ledger", *arguments, "--json")
    assert (done.code, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


def cents(amount: str) -> int:
    return int(amount.replace(".", ""))


def test_balances_come_to_zero_and_agree_with_every_statement(journal: str) -> None:
    balances = document(journal)
    assert balances["total"] == {"account": "all accounts", "balance": "0.00"}
    assert sum(cents(row["balance"]) for row in balances["rows"]) == 0
    for row in balances["rows"]:
        told = document(journal, "statement", "--account", row["account"])["rows"]
        assert told[-1]["balance"] == row["balance"]
        assert cents(told[0]["balance"]) == 0
        for before, line in pairwise(told):
            assert cents(line["balance"]) == cents(before["balance"]) + cents(line["change"])


def test_the_trial_balance_has_two_equal_sides(journal: str) -> None:
    total = document(journal, "trial")["total"]
    assert total["above_zero"] == total["below_zero"] != "0.00"
    assert total["account"] == "difference 0.00"


def test_win_meters_and_shifts_agree(journal: str) -> None:
    for table in ("t1", "t2"):
        (day,) = document(journal, "win", "--table", table)["rows"]
        meters = document(journal, "meters", "--table", table)["rows"]
        assert cents(day["win"]) == sum(cents(row["win"]) for row in meters)
        assert cents(day["handle"]) == sum(cents(row["handle"]) for row in meters)
        (shift,) = document(journal, "shifts", "--table", table)["rows"]
        assert shift["win"] == day["win"]
        assert (shift["closed"] is None) == (table == "t2")
    assert document(journal, "win")["total"]["drop"] == "500.00"


def test_meters_stand_beside_the_exact_edge_of_the_game_that_was_dealt(journal: str) -> None:
    rows = document(journal, "meters", "--table", "t2")["rows"]
    edges = {(row["game"], row["decks"], row["wager"]): row["edge"] for row in rows}
    assert edges == {
        ("tiger", 8, "tie"): "14.3596 %",
        ("tiger", 8, "tiger"): "16.6836 %",
        ("tiger-no-commission", 6, "tie"): "14.4382 %",
    }
    for row in rows:
        difference = cents(row["win"]) - cents(row["expected"])
        assert cents(row["difference"]) == difference


def test_times_bound_a_report(journal: str) -> None:
    assert document(journal, "win", "--since", "2100-01-01")["rows"] == []
    assert document(journal, "win", "--until", "2000-01-01T06:00")["rows"] == []
    later = document(journal, "statement", "--account", "cage", "--since", "2100-01-01")["rows"]
    assert len(later) == 1, "only what is brought forward"
    assert later[0]["balance"] == document(journal)["rows"][2]["balance"]
    whole = document(journal, "win", "--day-starts", "23:59")["rows"]
    assert {row["table"] for row in whole} == {"t1", "t2"}


@pytest.mark.parametrize("report", ["balances", "trial", "win", "shifts", "meters"])
def test_csv_has_the_cells_of_json(journal: str, report: str) -> None:
    done = punto("ledger", journal, report, "--csv")
    header, *rows = csv.reader(io.StringIO(done.out))
    told = document(journal, report)["rows"]
    assert [column.replace(" ", "_") for column in header] == list(told[0])
    assert rows == [["" if cell is None else str(cell) for cell in row.values()] for row in told]


@pytest.mark.parametrize("report", ["balances", "trial", "win", "shifts", "meters"])
def test_people_get_every_figure(journal: str, report: str) -> None:
    told = punto("ledger", journal, report).out
    for row in document(journal, report)["rows"]:
        for cell in row.values():
            assert cell is None or str(cell) in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("statement",), "A statement is one account's"),
        (("win", "--account", "cage"), "A statement is one account's"),
        (("statement", "--account", "pocket:x"), "no account 'pocket:x'"),
        (("statement", "--account", "patron:nobody"), "no account 'patron:nobody'"),
        (("win", "--since", "yesterday"), "'yesterday' is no time"),
        (("win", "--day-starts", "6 am"), "'6 am' is no time of day"),
        (("nonsense",), "nonsense"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    journal: str, arguments: tuple[str, ...], words: str
) -> None:
    done = punto("ledger", journal, *arguments)
    assert done.code == 2
    assert words in done.err
    assert done.err.count("\n") == 1


def test_books_that_are_off_are_told_with_exit_code_one(journal: str, tmp_path: Path) -> None:
    copy = tmp_path / "off.journal"
    copy.write_bytes(Path(journal).read_bytes())
    store = Store(str(copy))
    with store.writing([]) as writing:
        writing.connection.execute(
            sa.update(accounts).where(accounts.c.name == "bank:t2").values(cents=1)
        )
    store.close()
    done = outside("ledger", str(copy))
    assert done.code == 1
    assert "not to zero" in done.err


def test_there_must_be_a_journal() -> None:
    done = outside("ledger", "nowhere.journal")
    assert (done.code, "There is no journal" in done.err) == (2, True)
