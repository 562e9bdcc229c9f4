"""Mutants tried by giving their function other code: killed, surviving, or left to other trials."""

import subprocess
import sys
from pathlib import Path

from tests.mutation.changes import lines_since
from tests.mutation.trial import ROOT

SOURCE = """LIMIT = 5


def is_large(number: int) -> bool:
    return number > LIMIT


def double(number: int) -> int:
    return number * 2


def once() -> int:
    return 1


ONE = once()
"""
TESTS = """from shop import double, is_large, once

def test_large():
    assert is_large(9) and not is_large(1)

def test_double():
    assert double(4) == 8

def test_once():
    assert once()
"""
TRY = """
import sys
from pathlib import Path
from tests.mutation.loaded import try_loaded
from tests.mutation.mutants import make_mutants

folder = Path(sys.argv[1])
sys.path.insert(0, str(folder))
mutants = list(make_mutants(folder / "shop.py", {}))
fates = dict(try_loaded(mutants, [str(folder / "test_shop.py")], folder, 2))
for place, mutant in enumerate(mutants):
    print(mutant.line, mutant.change, fates.get(place, "left"), sep=" | ")
"""


def test_a_fork_kills_what_a_test_of_the_function_notices(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "test_shop.py").write_text(TESTS, encoding="utf-8")
    tried = subprocess.run(
        [sys.executable, "-c", TRY, str(tmp_path)], cwd=ROOT, capture_output=True, text=True
    )
    rows = [line.split(" | ") for line in tried.stdout.splitlines() if " | " in line]
    fates = {(int(line), change): fate for line, change, fate in rows}
    assert fates[5, "`number > LIMIT` → `number <= LIMIT`"] == "killed"
    assert fates[5, "`number > LIMIT` → `number >= LIMIT`"] == "survived"
    assert fates[9, "`2` → `3`"] == "killed"
    assert fates[1, "`5` → `6`"] == "left", "code of a module is not a function's"
    assert fates[13, "`1` → `0`"] == "killed"
    assert fates[13, "`1` → `2`"] == "left", "called by the import: it may live on in ONE"


def test_only_lines_that_a_revision_did_not_have_are_chosen(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        author = ("-c", "user.name=Punto", "-c", "user.email=punto@example.org")
        subprocess.run(["git", *author, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    path = tmp_path / "shop.py"
    path.write_text(SOURCE, encoding="utf-8")
    git("add", "-A")
    git("commit", "-m", "Open the shop")
    path.write_text(SOURCE.replace("* 2", "* 3"), encoding="utf-8")
    (tmp_path / "till.py").write_text("OPEN = True\n", encoding="utf-8")
    git("add", "-A")
    assert lines_since("HEAD", tmp_path) == {(path, 9), (tmp_path / "till.py", 1)}
