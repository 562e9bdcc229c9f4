"""The style that a machine can hold: module docstrings, sizes, names, no floats."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
NAMELESS = ("utils", "util", "helpers", "helper", "common", "misc", "manager", "service", "base")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_a_module_says_in_a_sentence_what_belongs_in_it(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstring = ast.get_docstring(tree)
    assert docstring
    assert docstring.split("\n\n")[0].rstrip().endswith((".", ":"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_a_module_is_small_and_has_a_name(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") <= 400
    assert path.stem not in NAMELESS


def test_law_and_money_never_touch_a_float() -> None:
    law = [
        path
        for path in SOURCES
        if path.relative_to(ROOT / "src/punto").parts[0] in ("money.py", "rules")
    ]
    assert len(law) > 15
    for path in law:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
            assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), path
            assert not (isinstance(node, ast.Name) and node.id in ("float", "round")), path
