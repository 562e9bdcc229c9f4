"""Every round script agrees with the table, and every clause of sections 3, 5 and 6 has one."""

import json
from pathlib import Path

import pytest

from punto.ledger.script_purses import ScriptPurses
from punto.table.scripts import play_script
from punto.table.scripts.lines import read_lines
from tests.clauses.register import cited

HERE = Path(__file__).parent
SCRIPTS = sorted(HERE.rglob("*.round"))
NUMBERS: dict[str, list[str]] = json.loads(
    (HERE.parent / "clauses/numbers.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_table_agrees_with_the_script(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    first = read_lines(script)[0]
    assert first.words[0] == path.parent.name, "a script lies in the folder of its game"
    assert play_script(script, ScriptPurses()).events


@pytest.mark.parametrize("game", NUMBERS)
def test_every_clause_of_play_irregularities_and_provisions_has_a_script(game: str) -> None:
    shown = {clause for path in (HERE / game).glob("*.round") for clause in cited(path)}
    asked = {number for number in NUMBERS[game] if number.split(".")[0] in ("3", "5", "6")}
    assert asked - shown == set()
    assert shown <= set(NUMBERS[game])
