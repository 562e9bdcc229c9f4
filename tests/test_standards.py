"""docs/standards.md matches the tests: 27 promises, each with existing test files."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "standards.md").read_text().splitlines()
    if re.match(r"\| \d+ \|", line)
]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_every_promise_has_a_row() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(1, 28))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_what_a_row_names_is_there(row: list[str]) -> None:
    _, promise, tests, runs, state = row
    assert promise
    files = re.findall(r"`(tests/[^`]+\.py)`", tests)
    for name in files:
        assert "\ndef test_" in (ROOT / name).read_text() or "@rule" in (ROOT / name).read_text()
    for target in re.findall(r"`make ([a-z-]+)`", runs):
        assert target in TARGETS
    assert state == "shown" or state.startswith("partly: ")
    assert files or state != "shown"
