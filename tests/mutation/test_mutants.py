"""The mutant generator: every change made to a small file."""

import subprocess
import sys
from pathlib import Path

from tests.mutation.mutants import make_mutants, read_enums
from tests.mutation.trial import ROOT

SOURCE = '''"""A docstring."""
from enum import Enum

class Side(Enum):
    """Two sides."""
    LEFT = 1
    RIGHT = 2

PAYS = ("8 to 1", "4.1")

def side(number: int = 0) -> Side | None:
    if number > 5:
        return Side.LEFT
    return max(1, number) and None

Seats = Mapping[int, str]
Check = Callable[[int], str]
Ranks: TypeAlias = tuple[Side, ...]
'''

CHANGES = """
6 `1` → `2`
6 `1` → `0`
7 `2` → `3`
7 `2` → `1`
9 without `'8 to 1'`
9 without `'4.1'`
9 `'8 to 1'` → `'9 to 1'`
9 `'8 to 1'` → `'7 to 1'`
9 `'8 to 1'` → `'8 to 2'`
9 `'8 to 1'` → `'8 to 0'`
9 `'8 to 1'` → `' to 1'`
9 `'8 to 1'` → `'8 to '`
9 `'4.1'` → `'5.1'`
9 `'4.1'` → `'3.1'`
9 `'4.1'` → `'4.2'`
9 `'4.1'` → `'4.0'`
9 `'4.1'` → `'4'`
11 `0` → `1`
11 `0` → `-1`
12 `number > 5` taken for True
12 `number > 5` taken for False
12 `number > 5` → `number >= 5`
12 `number > 5` → `number <= 5`
12 `5` → `6`
12 `5` → `4`
13 without `return Side.LEFT`
13 `Side.LEFT` → `Side.RIGHT`
14 without `return max(1, number) and None`
14 `max(1, number) and None` → `max(1, number) or None`
14 `max(1, number) and None` → `None`
14 `max(1, number) and None` → `max(1, number)`
14 `max(1, number)` → `min(1, number)`
14 `1` → `2`
14 `1` → `0`
14 `None` → `...`
"""


def test_every_change_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "source.py"
    path.write_text(SOURCE, encoding="utf-8")
    mutants = list(make_mutants(path, read_enums([path])))
    assert [f"{each.line} {each.change}" for each in mutants] == CHANGES.strip().split("\n")
    unchanged = compile(SOURCE, str(path), "exec")
    assert unchanged not in [each.code for each in mutants]
    assert len({each.code for each in mutants}) == len(mutants)


def test_a_loop_without_end_is_not_changed_to_itself(tmp_path: Path) -> None:
    path = tmp_path / "source.py"
    path.write_text("while True:\n    print()\n", encoding="utf-8")
    changes = [each.change for each in make_mutants(path, {})]
    assert changes == ["`True` taken for False", "`True` → `False`", "without `print()`"]


def test_the_parent_of_all_mutants_knows_nothing_of_the_law() -> None:
    lines = (
        "import sys, pytest",
        "from tests.mutation.trial import NO_LAW, PYTEST",
        "pytest.main([*PYTEST, '--collect-only', *NO_LAW])",
        "sys.exit(any(name.startswith('punto') for name in sys.modules))",
    )
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=ROOT, check=False)
    assert done.returncode == 0
