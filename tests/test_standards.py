"""docs/standards.md matches the tests: 27 promises, each with existing tests and broken builds."""

import re

import pytest

from tests.standards import ROOT, Promise, promises

ROWS = promises()
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
ON_BROKEN_BUILDS = {1, 12, 13, 14, 20, 21, 23}  # must fail there


def test_every_promise_has_a_row() -> None:
    assert [row.number for row in ROWS] == list(range(1, 28))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row.number))
def test_what_a_row_names_is_there(row: Promise) -> None:
    assert row.promise
    for name in row.files:
        assert "\ndef test_" in (ROOT / name).read_text() or "@rule" in (ROOT / name).read_text()
    for target in row.targets:
        assert target in TARGETS
    assert row.state == "shown" or row.state.startswith("partly: ")
    assert row.files or row.state != "shown"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row.number))
def test_the_broken_builds_that_a_row_names_are_there(row: Promise) -> None:
    assert row.broken_builds or row.number not in ON_BROKEN_BUILDS
    for name, test in row.broken_builds:
        assert f"\ndef {test}(" in (ROOT / name).read_text()
