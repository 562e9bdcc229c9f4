"""`punto ledger`: every report as text, CSV and JSON, and unbalanced books reported."""

import csv
import io
import json
from contextlib import redirect_stderr, redirect_stdout
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from time import time_ns
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto import __version__
from punto.cli import main
from punto.cli.ledger import AS_THEY_STAND
from punto.floor.host import Host
from punto.journal.schema import accounts
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.ledger.book_reports import print_time
from punto.ledger.cage import commands as cage
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Patron, Staff
from tests.cli.run import Said
from tests.cli.run import punto as outside
from tests.envelope import Given
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
from tests.submission import ask

BOSS = Staff("boss", Position.GAMING_SHIFT_MANAGER)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A table of credits, and one of chips that changes its game."""
    path = str(tmp_path_factory.mktemp("ledger") / "casino.journal")
    store = Store(path)
    store.create()
    host = Host(store)
    for table in ("t1", "t2"):
        ask(host, CAGE, f"o-{table}", Given(cage.OpenBank(table, 500_000, "supervisor"), BOSS))
    fund(host, "seat1", "seat2", cents=500_000)
    ask(host, CAGE, "chips", Given(cage.BuyChips("t2", 50_000), BOSS))
    opened(host, "t1", CREDITS)
    opened(host, "t2")
    first, second = iter(shuffled(3)), iter(shuffled(4))
    for _ in range(12):
        play_round(host, "t1", first, [bet(1, 2000, "player"), bet(2, 5000, "banker")])
        play_round(host, "t2", second, [stake("anna", 2000, "tiger"), stake("anna", 1000, "tie")])
    other = configuration("tiger-no-commission")
    ask(host, "t2", "retire", Given(c.RetireShoe(), MANAGER))
    ask(host, "t2", "close", Given(c.CloseTable(), MANAGER))
    ask(host, "t2", "open", Given(c.OpenTable(replace(other, decks=6)), MANAGER))
    ask(host, "t2", "load", Given(c.LoadShoe("second"), MANAGER))
    play_round(host, "t2", second, [stake("anna", 1000, "tie")])
    ask(host, CAGE, "out", Given(cage.CashOut("seat2", 100, "0" * 64), Patron("seat2")))
    ask(host, CAGE, "close1", Given(cage.CloseBank("t1", "supervisor"), BOSS))
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


def shifts(journal: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = document(journal, "shifts")["rows"]
    return rows


def test_times_bound_a_report(journal: str) -> None:
    assert document(journal, "win", "--since", "2100-01-01")["rows"] == []
    assert document(journal, "win", "--until", "2000-01-01T06:00")["rows"] == []
    later = document(journal, "statement", "--account", "cage", "--since", "2100-01-01")["rows"]
    assert len(later) == 1, "only what is brought forward"
    assert later[0]["balance"] == document(journal)["rows"][2]["balance"]
    assert document(journal, "shifts", "--since", "2000-01-01")["rows"] == shifts(journal)
    assert document(journal, "shifts", "--until", "2000-01-01")["rows"] == []
    (left_open,) = document(journal, "shifts", "--since", "2100-01-01")["rows"]
    assert (left_open["table"], left_open["closed"]) == ("t2", None)
    whole = document(journal, "win", "--day-starts", "23:59")["rows"]
    assert {row["table"] for row in whole} == {"t1", "t2"}


@pytest.mark.parametrize("report", ["balances", "trial", "win", "shifts", "meters", "luck", "pace"])
def test_csv_has_the_cells_of_json(journal: str, report: str) -> None:
    done = punto("ledger", journal, report, "--csv")
    header, *rows = csv.reader(rows_of(done.out))
    told = document(journal, report)["rows"]
    assert [column.replace(" ", "_") for column in header] == list(told[0])
    assert rows == [["" if cell is None else str(cell) for cell in row.values()] for row in told]


def rows_of(out: str) -> list[str]:
    """The lines of a CSV below its heading."""
    return [line for line in out.splitlines() if not line.startswith("# ")]


@pytest.mark.parametrize(
    "report",
    [
        ("balances",),
        ("trial",),
        ("win",),
        ("shifts",),
        ("meters",),
        ("statement", "--account=cage"),
        ("luck",),
        ("luck", "--by=dealer"),
        ("pace",),
        ("pace", "--by=dealer"),
    ],
)
def test_csv_says_version_period_time_zone_and_when_it_was_made(
    journal: str, report: tuple[str, ...]
) -> None:
    periods: list[tuple[str, ...]] = [()]
    if report[0] not in AS_THEY_STAND:
        periods.append(("--since", "2026-11-15", "--until", "2100-01-01"))
    for times in periods:
        before = print_time(time_ns() // 1_000_000)
        out = punto("ledger", journal, *report, *times, "--csv").out.splitlines()
        heading = [line for line in out if line.startswith("# ")]
        assert out[: len(heading)] == heading, "all of it is above the rows"
        told = dict(line.removeprefix("# ").split(": ", 1) for line in heading)
        made = told.pop("made")
        assert before <= made <= print_time(time_ns() // 1_000_000)
        shaped = document(journal, *report, *times)
        assert told == {
            "report": shaped["title"],
            "version": f"Punto {__version__}",
            "since": shaped["heading"]["since"] or "the first entry",
            "until": shaped["heading"]["until"] or "when it was made",
            "time zone": "UTC",
        }


def test_the_pages_put_the_same_version_above_their_exports() -> None:
    pages = Path(__file__).parents[2] / "terminals" / "package.json"
    assert json.loads(pages.read_text())["version"] == __version__


@pytest.mark.parametrize("report", ["balances", "trial", "win", "shifts", "meters", "luck", "pace"])
def test_people_get_every_figure(journal: str, report: str) -> None:
    told = punto("ledger", journal, report).out
    for row in document(journal, report)["rows"]:
        for cell in row.values():
            assert cell is None or str(cell) in told


@pytest.mark.parametrize(
    "by", ["table", "day", "month", "year", "shift", "shoe", "wager", "patron", "dealer"]
)
def test_luck_has_a_row_for_each_of_what_is_asked(journal: str, by: str) -> None:
    """Every grouping comes to the same handle and win, and names what it groups by."""
    found = document(journal, "luck", "--by", by)
    meters = document(journal, "meters")["rows"]
    whole = sum(Decimal(row["handle"]) for row in meters)
    win = sum(Decimal(row["win"]) for row in meters)
    assert whole == Decimal(found["total"]["handle"]) > 0
    assert win == Decimal(found["total"]["win"])
    rows = found["rows"]
    assert sum(Decimal(row["handle"]) for row in rows) == whole
    assert sum(Decimal(row["win"]) for row in rows) == win
    day = document(journal, "win")["rows"][-1]["day"]
    names = {
        "table": {"t1", "t2"},
        "day": {day},
        "month": {day[:7]},
        "year": {day[:4]},
        "shift": {"t1/1", "t2/1"},
        "shoe": {"t1/t1-shoe", "t2/t2-shoe", "t2/second"},
        "wager": {"player", "banker", "tiger", "tie"},
        "patron": {"seat1", "seat2", "anna"},
        "dealer": {"dealer"},
    }
    assert {row[by] for row in rows} == names[by]
    for row in rows:
        mix, luck = Decimal(row["mix"]), Decimal(row["luck"])
        assert abs(Decimal(row["theoretical"]) + luck - Decimal(row["win"])) <= Decimal("0.01")
        assert row["how"] in ("normal", "exact", "largest-exact")
        assert mix.is_finite()


def test_luck_of_one_person_and_of_one_month(journal: str) -> None:
    everybody = {row["patron"]: row for row in document(journal, "luck", "--by", "patron")["rows"]}
    (anna,) = document(journal, "luck", "--by", "patron", "--name", "anna")["rows"]
    assert anna["handle"] == everybody["anna"]["handle"]
    assert document(journal, "luck", "--by", "dealer", "--name", "nobody")["rows"] == []
    (month,) = document(journal, "luck", "--by", "month")["rows"]
    since = document(journal, "luck", "--since", f"{month['month']}-01")["total"]
    assert since["win"] == month["win"], "the last month is the month to date"


def test_pace_by_dealer_is_the_tables_pace(journal: str) -> None:
    tables = document(journal, "pace")["rows"]
    dealers = document(journal, "pace", "--by", "dealer")["rows"]
    assert {row["dealer"] for row in dealers} == {"dealer"}
    for row in dealers:
        row.pop("dealer")
    assert dealers == tables
    assert {row["target"] for row in tables} == {60}
    (one, *_) = document(journal, "pace", "--target", "70")["rows"]
    assert one["target"] == 70


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("pace", "--by", "shoe"), "A report on pace is by table or by dealer"),
        (("statement",), "A statement is one account's"),
        (("win", "--account", "cage"), "A statement is one account's"),
        (("statement", "--account", "pocket:x"), "An account is named as"),
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
    with store.begin_write([]) as transaction:
        transaction.connection.execute(
            sa.update(accounts).where(accounts.c.name == "bank:t2").values(cents=1)
        )
    store.close()
    done = outside("ledger", str(copy))
    assert done.code == 1
    assert "not to zero" in done.err


def test_there_must_be_a_journal() -> None:
    done = outside("ledger", "nowhere.journal")
    assert (done.code, "There is no journal" in done.err) == (2, True)


@pytest.mark.parametrize(
    "report", ["balances", "trial", "statement", "win", "shifts", "meters", "luck", "pace"]
)
def test_every_report_says_what_made_it_when_and_of_what_time(journal: str, report: str) -> None:
    asked = ["--account", "cage"] if report == "statement" else []
    before_ms = time_ns() // 1_000_000
    head = document(journal, report, *asked)["heading"]
    assert print_time(before_ms) <= head["made"] <= print_time(time_ns() // 1_000_000)
    assert (head["version"], head["time_zone"]) == (__version__, "UTC")
    assert (head["since"], head["until"]) == (None, None)
    asked += ["--since", "2026-01-02", "--until", "2026-01-03T06:00"]
    if report in AS_THEY_STAND:
        done = punto("ledger", journal, report, *asked)
        assert (done.code, done.out) == (2, "")
        assert "has no period" in done.err, "it says how things stand now"
        return
    head = document(journal, report, *asked)["heading"]
    assert head["since"] == "2026-01-02T00:00:00.000Z"
    assert head["until"] == "2026-01-03T06:00:00.000Z"
    told = punto("ledger", journal, report, *asked).out
    assert "From 2026-01-02T00:00:00.000Z to 2026-01-03T06:00:00.000Z, times in UTC." in told
    assert f"by Punto {__version__}." in told
