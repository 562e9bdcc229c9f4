"""What is left to CI is there: a test that was renamed would run in `make test` unnoticed."""

import ast
from pathlib import Path

import pytest

from tests.left_to_ci import LEFT_TO_CI

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("file", LEFT_TO_CI)
def test_every_test_named_is_there(file: str) -> None:
    found = {
        each.name
        for each in ast.parse((ROOT / file).read_text()).body
        if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")
    }
    assert set(LEFT_TO_CI[file]) <= found
