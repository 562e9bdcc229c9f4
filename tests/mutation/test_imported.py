"""Mutants tried by importing them: which tests go first, and what becomes of each mutant."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.imported import SECONDS, Trial, nearest_first
from tests.mutation.trial import ROOT

SOURCE = """PRICES = {"tea": 3, "milk": 2}
SPARE = 7
"""
TESTS = """from shop import PRICES

def test_price():
    assert PRICES["tea"] == 3
"""
TRY = """
import sys
from pathlib import Path
from tests.mutation import imported
from tests.mutation.mutants import make_mutants

imported.ROOT = folder = Path(sys.argv[1])
sys.path.insert(0, str(folder / "src"))
mutants = list(make_mutants(folder / "src" / "shop.py", {}))
trials = [imported.pytest_trial(str(folder / name)) for name in sys.argv[2:]]
for mutant, fate in imported.try_imported(mutants, trials, 2, 20):
    print(mutant.line, mutant.change, fate, sep=" | ")
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "shop.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "test_shop.py").write_text(TESTS, encoding="utf-8")
    return tmp_path


def tried(folder: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", TRY, str(folder), *tests]
    plain = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # each fork would load them
    return subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)


def test_a_fork_that_imports_the_mutant_fails_the_test_that_reads_it(shop: Path) -> None:
    rows = [line.split(" | ") for line in tried(shop, "test_shop.py").stdout.splitlines()]
    fates = {(int(line), change): fate for line, change, fate in rows}
    assert fates[1, "`3` → `4`"] == "killed"
    assert fates[1, "without `'tea'`"] == "killed"
    assert fates[1, "`'tea'` → `'te'`"] == "killed"
    assert fates[1, "`2` → `3`"] == "survived"
    assert fates[1, "without `'milk'`"] == "survived"
    assert fates[2, "`7` → `8`"] == "survived"
    assert (shop / "src" / "shop.py").read_text(encoding="utf-8") == SOURCE


def test_a_test_that_fails_on_the_code_as_it_is_kills_nothing(shop: Path) -> None:
    (shop / "test_shop.py").write_text(TESTS.replace("== 3", "== 5"), encoding="utf-8")
    answer = tried(shop, "test_shop.py")
    assert answer.returncode
    assert "It must hold for the code as it is" in answer.stderr
    assert "killed" not in answer.stdout


def test_named_tests_go_first_then_those_that_import_then_scripts_then_others() -> None:
    named, importing, other = (
        str(ROOT / "tests/table" / f"test_{name}.py")
        for name in ("state", "prompt_forms", "stakes")
    )
    trials = [Trial(named, lambda: True, SECONDS + 1)]
    trials += [Trial(each, lambda: True) for each in (other, "sequences", importing, named)]
    assert nearest_first(ROOT / "src/punto/table/state.py", trials) == [4, 3, 2, 1, 0]
