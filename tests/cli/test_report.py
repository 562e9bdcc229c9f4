"""`punto report`: what it writes, what it prints, and what it refuses in one sentence."""

import hashlib
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from pypdf import PdfReader

from punto.cli.output_files import write_whole
from punto.odds.question import ask
from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from tests.cli.run import fresh, punto, refused
from tests.report.page import Page
from tests.report.sheets import LUCKY

FEW = ("--rounds", "20000", "--seed", "3", "--shoes", "0", "--at", "2026-11-16T08:30")


@pytest.mark.sweep
def test_html_is_written_and_told(tmp_path: Path) -> None:
    out = tmp_path / "sheet.html"
    said = punto("report", "tiger", "--decks", "6", "--out", str(out), *FEW, "--json")
    assert said.code == 0, said.err
    data = out.read_bytes()
    told = said.json
    assert told["game"] == "tiger"
    assert (told["decks"], told["rounds"], told["seed"]) == (6, 20000, 3)
    assert (told["out"], told["format"], told["pages"]) == (str(out), "html", None)
    assert told["bytes"] == len(data)
    assert told["sha256"] == hashlib.sha256(data).hexdigest()
    assert told["agrees"] is True
    found = Page(data).text
    assert all(each in found for each in told["fingerprints"].values())
    assert [each.name for each in tmp_path.iterdir()] == ["sheet.html"]


def test_pdf_is_the_same_twice_and_its_ending_may_be_capital(tmp_path: Path) -> None:
    first, second = tmp_path / "a.pdf", tmp_path / "b.PDF"
    for out, run in ((first, punto), (second, fresh)):
        said = run("report", "no-commission", "--out", str(out), *FEW)
        assert said.code == 0, said.err
        assert f"Wrote {out}:" in said.out
        assert "simulated rounds agree with the exact values." in said.out
        assert said.err == ""
    assert first.read_bytes() == second.read_bytes()
    pages = len(PdfReader(BytesIO(first.read_bytes())).pages)
    assert f"{pages} pages" in said.out


def test_a_designer_s_wager_has_a_sheet_of_its_own(tmp_path: Path) -> None:
    wager, out = tmp_path / "lucky.toml", tmp_path / "sheet.html"
    wager.write_text(LUCKY, encoding="utf-8")
    said = punto("report", "--wager", str(wager), "--out", str(out), *FEW, "--json")
    assert said.json["game"] is None
    assert "wager:lucky-nine" in said.json["fingerprints"]
    assert "Lucky Nine" in Page(out.read_bytes()).text
    assert "2026-11-16 08:30 UTC, by Punto" in Page(out.read_bytes()).text


def test_a_spreadsheet_has_numbers_as_numbers(tmp_path: Path) -> None:
    first, second = tmp_path / "a.xlsx", tmp_path / "b.xlsx"
    for out, run in ((first, punto), (second, fresh)):
        assert run("report", "no-commission", "--out", str(out), *FEW).code == 0
    assert first.read_bytes() == second.read_bytes()
    book = openpyxl.load_workbook(first)
    assert book.properties.title == "PAR sheet: No Commission Baccarat"
    rows = {row[0].value: row for row in book["1 Results"].iter_rows() if row[0].value}
    exact = ask(find_game("no-commission"), decks=8).price("tie").house_edge
    assert rows["Tie"][1].value == pytest.approx(float(exact), abs=5e-7)
    assert rows["Tie"][1].number_format == "0.0000%"
    lines = [cell.value for row in book["3 Pay table and exact"].iter_rows() for cell in row]
    ties = ask(find_game("no-commission"), decks=8).price("tie").lines[0].probability
    assert f"{ties.numerator}/{ties.denominator}" in lines


def test_the_plot_alone(tmp_path: Path) -> None:
    out = tmp_path / "edges.svg"
    said = punto("report", "tiger", "--out", str(out), "--json")
    assert said.json["format"] == "svg"
    assert out.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tiger", "--out", "sheet.txt"), "'sheet.txt' must end in .html, .pdf, .svg or .xlsx."),
        (("tiger", "--out", ".pdf"), "'.pdf' must end in"),
        (("tiger", "--out", "nowhere/sheet.pdf"), "There is no directory 'nowhere'"),
        (("tiger",), "--out"),
        (("--out", "sheet.pdf"), "Name a game, or a wager's file with --wager."),
        (("nonsense", "--out", "sheet.pdf"), "There is no game 'nonsense'"),
        (("tiger", "--decks", "3", "--out", "sheet.pdf"), "4 to 10 decks, not 3. (tiger 2.1)"),
        (("tiger", "--decks", "many", "--out", "sheet.pdf"), "--decks must be a whole number"),
        (("tiger", "--wager", "none.toml", "--out", "sheet.pdf"), "'none.toml' cannot be read"),
        (("tiger", "--rounds", "0", "--out", "sheet.pdf"), "Simulate from 1 to"),
        (("tiger", "--at", "today", "--out", "sheet.pdf"), "'today' is no time"),
        (("tiger", "--at", "2026-06-31T08:30", "--out", "sheet.pdf"), "is no time"),
        (("tiger", "--seed", "-1", "--out", "sheet.pdf"), "A seed is a whole number from 0"),
    ],
)
def test_bad_input_is_told_in_one_sentence(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in refused(punto("report", *arguments))
    assert list(tmp_path.iterdir()) == []


def test_a_bad_wager_file_is_told(tmp_path: Path) -> None:
    wager = tmp_path / "bad.toml"
    wager.write_text(LUCKY.replace("player_total = 9, player_cards = 3", "player_total = 99"))
    out = tmp_path / "sheet.pdf"
    for decks in ("4", "11"):
        said = punto("report", "--wager", str(wager), "--decks", decks, "--out", str(out))
        assert "player_total can be 0, 1" in refused(said)
    wager.write_text(LUCKY)
    said = punto("report", "--wager", str(wager), "--decks", "11", "--out", str(out))
    assert "4 to 10 decks, not 11" in refused(said)
    assert not out.exists()


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "sheet.pdf").mkdir()
    said = punto("report", "tiger", "--out", str(tmp_path / "sheet.pdf"))
    assert "is a directory, not a file." in refused(said)


@pytest.mark.parametrize(
    ("library", "ending"),
    [("typst", ".pdf"), ("jinja2", ".html"), ("matplotlib", ".svg"), ("xlsxwriter", ".xlsx")],
)
def test_a_missing_library_is_told_with_its_remedy(
    library: str, ending: str, tmp_path: Path
) -> None:
    script = (
        f"import sys; sys.modules[{library!r}] = None;"
        f"from punto.cli import main; sys.exit(main(['report', 'tiger', '--out', 's{ending}']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 2, done.stderr
    assert f"needs {library}; install it with pip install 'punto[report]'." in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "sheet.pdf"
    out.write_bytes(b"before")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Refused, match="cannot be written: No space left on device") as refusal:
        write_whole(out, b"after")
    assert refusal.value.reason is Reason.UNWRITABLE_FILE
    assert out.read_bytes() == b"before"
    assert [each.name for each in tmp_path.iterdir()] == ["sheet.pdf"]


def test_what_was_there_is_replaced_through_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.pdf", tmp_path / "link.pdf"
    real.write_bytes(b"before")
    link.symlink_to(real)
    write_whole(link, b"after")
    assert link.is_symlink()
    assert real.read_bytes() == b"after"


def test_heavy_libraries_wait_until_a_sheet_is_set() -> None:
    script = (
        "import sys; import punto.cli.report;"
        "sys.exit(sorted({'matplotlib', 'jinja2', 'typst', 'xlsxwriter'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
