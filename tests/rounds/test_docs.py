"""The document on round scripts lists exactly the existing words, and its examples run."""

import re
from pathlib import Path
from typing import get_args

import pytest

from punto.ledger.script_purses import ScriptPurses
from punto.refusals import Reason
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import events as e
from punto.table.prompt import Step
from punto.table.scripts import play_script
from punto.table.scripts.checks import CHECKS
from punto.table.scripts.lines import read_lines
from punto.table.scripts.scenes import SCENES
from punto.table.scripts.settings import AMOUNTS, SETTINGS
from punto.table.scripts.verbs import VERBS

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs/rounds.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```round\n(.*?)```", DOCUMENT, re.DOTALL)
SCRIPTS = sorted((ROOT / "tests/rounds").rglob("*.round"))
ROW = re.compile(r"^\| `([a-z-]+)[^`]*` \| .+ \| `([^`]+)` \|$", re.MULTILINE)


def section(title: str) -> str:
    """What stands under a heading, up to the next of its rank."""
    _, found, after = DOCUMENT.partition(f"\n## {title}\n")
    assert found, title
    return after.partition("\n## ")[0]


def rows(title: str) -> list[tuple[str, str]]:
    """The first word and the example of every row in a section's tables."""
    text = section(title)
    found = ROW.findall(text)
    heads = len(re.findall(r"^\|---", text, re.MULTILINE))
    assert len(found) == len(re.findall(r"^\|", text, re.MULTILINE)) - 2 * heads, "a row is awry"
    return [(word, example) for word, example in found]


def test_every_verb_is_documented_and_no_other() -> None:
    words = [word for word, _ in rows("Doing")]
    assert sorted(words) == sorted([*VERBS, *SCENES])


def test_every_check_is_documented_and_no_other() -> None:
    words = [word for word, _ in rows("Expecting")]
    assert sorted(words) == sorted(CHECKS)
    assert [word for word, _ in rows("Refusals")] == ["refuse"]


def test_every_setting_is_documented_and_no_other() -> None:
    words = [word for word, _ in rows("Settings")]
    assert sorted(words) == sorted([*SETTINGS, *AMOUNTS, "currency", "limits"])
    for word, example in rows("Settings"):
        assert example.startswith(f"{word}=")
        assert play_script(f"game tiger {example}")


@pytest.mark.parametrize("title", ["Doing", "Expecting", "Refusals"])
def test_a_row_shows_a_line_that_begins_with_its_word(title: str) -> None:
    for word, example in rows(title):
        assert example.split()[0] == word


def test_irregularities_steps_people_and_reasons_are_all_named() -> None:
    named = set(re.findall(r"`([a-z-]+)`", DOCUMENT))
    assert {kind.value for kind in Irregularity} <= named
    assert {step.value for step in Step} <= named
    assert {position.name.lower().replace("_", "-") for position in Position} <= named
    listed = re.findall(r"`([a-z-]+)`", section("Refusals").partition("first in this order")[2])
    assert listed == [reason.value for reason in Reason], "every reason, in its order"


def test_every_event_is_named_and_no_other() -> None:
    told = section("Expecting").partition("The events that `records` knows:")[2]
    tags = [str(event.__struct_config__.tag) for event in get_args(e.Event)]
    assert re.findall(r"`([a-z-]+)`", told) == sorted(tags)


def test_every_reason_that_a_script_expects_is_explained() -> None:
    refused = {
        line.words[-1]
        for path in SCRIPTS
        for line in read_lines(path.read_text(encoding="utf-8"))
        if line.verb == "refuse"
    }
    told = set(re.findall(r"`([a-z-]+)`", section("Refusals")))
    assert refused - {Reason.UNREADABLE_REQUEST.value} <= told


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda text: text.split("\n")[0])
def test_the_examples_agree_with_the_table(script: str) -> None:
    assert play_script(script, ScriptPurses()).events


def test_there_are_examples_of_both_kinds() -> None:
    assert len(EXAMPLES) >= 4
    assert any("method=A" in script for script in EXAMPLES)
    assert any("\noffer " in script and "\nanswer " in script for script in EXAMPLES)


def test_every_verb_and_check_is_used_by_some_script() -> None:
    written = [path.read_text(encoding="utf-8") for path in SCRIPTS] + EXAMPLES
    lines = [line for script in written for line in read_lines(script)]
    used = {line.verb for line in lines} | {
        line.words[0] for line in lines if line.verb == "refuse"
    }
    assert {*VERBS, *SCENES, *CHECKS} <= used
