"""Mutates the table's code one small change at a time: `python -m tests.mutation.table`.

A mutant inside a function is tried by those round scripts, random sequences and quick tests of the
table that call the function (`loaded.py`). What runs when modules are imported is tried by all of
them, in a process forked from one that has loaded the law but not the table. Messages, record
declarations and assertions, which only inform the type checker, are not mutated.
"""

import ast
import os
import re
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from punto.rules.games import GAMES
from tests.mutation.changes import lines_since
from tests.mutation.imported import Trial, pytest_trial, try_imported
from tests.mutation.killed import Killed
from tests.mutation.loaded import SECONDS_IN_ALL, try_loaded
from tests.mutation.mutants import Mutant, function_of, make_mutants, read_enums
from tests.mutation.trial import ROOT, Fate, load_profile, warm

SOURCE = ROOT / "src/punto"
RECORD = ROOT / "docs/table-machine.md"
SLOW = ("test_machine", "test_precedence")
QUICK = [
    str(path) for path in sorted((ROOT / "tests/table").glob("test_*.py")) if path.stem not in SLOW
]
DECLARATIONS = ("commands.py", "events.py", "people.py")
SEQUENCES = 30
LEFT_ALONE = re.compile(r"class |[A-Z]\w+ = (tuple|Callable)\[|\s*assert( |_never\()")
TESTS = ["tests/rounds/test_scripts.py", "tests/table/test_machine.py::test_sequences", *QUICK]
PROSE = re.compile(r"`['\"](?!reading).* .*['\"]` → `")


def main() -> int:
    """Try the mutants, print the survivors and a count a file; 1 when one is not in the record."""
    parser = ArgumentParser(prog="python -m tests.mutation.table", description=main.__doc__)
    parser.add_argument("only", nargs="*", help="files, or files and lines: betting.py:97")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--since", help="what this revision did not have and no record explains")
    parser.add_argument("--all", action="store_true", help="those too that a run has killed")
    parser.add_argument("--imported", action="store_true", help="only code that importing runs")
    parser.add_argument("--tests", nargs="+", help="only these")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS_IN_ALL, help="of processor time a mutant is tried"
    )
    parser.add_argument("--sample", type=int, help="so many of them, by lot, always the same")
    options = parser.parse_args()
    os.chdir(ROOT)
    load_profile()
    scripts = {
        str(path): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "tests/rounds").rglob("*.round"))
    }
    for game in GAMES:
        for wager in game.wagers:
            game.verdicts(wager.id)  # worked out once, for all forks
    assert not any(name.startswith("punto.table") for name in sys.modules)
    warm()
    only = set(options.only)
    chosen = [
        mutant
        for mutant in _mutants({each.partition(":")[0] for each in only})
        if not only or {mutant.path.name, f"{mutant.path.name}:{mutant.line}"} & only
    ]
    files = [each.partition(":")[0] for each in options.only]
    chosen.sort(key=lambda mutant: files.index(mutant.path.name) if files else 0)
    record = RECORD.read_text(encoding="utf-8").split("\n")
    if options.since:
        new = lines_since(options.since, SOURCE)
        chosen = [
            mutant
            for mutant in chosen
            if (mutant.path, mutant.line) in new and not _is_explained(mutant, record)
        ]
    if options.imported:
        chosen = [mutant for mutant in chosen if function_of(mutant) is None]
    killed = Killed()
    if not options.all:
        chosen = [mutant for mutant in chosen if mutant not in killed]
    if options.sample:
        chosen = Random(1).sample(chosen, options.sample)
    fates: Counter[tuple[str, Fate]] = Counter()
    unexplained = 0
    trials = [*map(pytest_trial, options.tests)] if options.tests else _trials(scripts)
    tests = options.tests or TESTS
    tried = _fates(chosen, tests, trials, options.jobs, killed, options.seconds)
    for done, (mutant, fate) in enumerate(tried, 1):
        for name in ("all", mutant.path.name):
            fates[name, fate] += 1
        if fate is Fate.SURVIVED:
            known = _is_explained(mutant, record)
            unexplained += not known
            words = "explained" if known else "survived"
            where = f"{mutant.path.name}:{mutant.line}"
            print(f"{done}/{len(chosen)} {words}: {where}: {mutant.change}", flush=True)
    print(f"| file | mutants | {' | '.join(Fate)} |\n|---|--:|--:|--:|--:|")
    for name in sorted({name for name, _ in fates}, key=lambda name: (name == "all", name)):
        counts = [fates[name, fate] for fate in Fate]
        print(f"| {name} | {sum(counts)} | {' | '.join(map(str, counts))} |")
    return int(unexplained > 0)


def _is_explained(mutant: Mutant, record: list[str]) -> bool:
    row = f"| {mutant.path.name} | {function_at(mutant)} | {mutant.change} |"
    return any(line.startswith(row) for line in record)


def function_at(mutant: Mutant) -> str:
    """The function a mutant changes; a line number would not outlive the next change."""
    found = [
        (node.lineno, node.name)
        for node in _functions(mutant.path)
        if node.lineno <= mutant.line <= (node.end_lineno or node.lineno)
    ]
    return max(found)[1] if found else ""


@lru_cache
def _functions(path: Path) -> list[ast.FunctionDef]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [node for node in nodes if isinstance(node, ast.FunctionDef)]


def table_files() -> list[Path]:
    """The files of the table, and of what may be done at it."""
    table = SOURCE / "table"
    return [*sorted(table.glob("*.py")), *sorted((table / "legal").glob("*.py"))]


def _mutants(files: set[str]) -> Iterator[Mutant]:
    """The mutants of the table's files, or of those with these names."""
    enums = read_enums(SOURCE.rglob("*.py"))
    for path in table_files():
        if files and path.name not in files:
            continue
        lines = path.read_text(encoding="utf-8").split("\n")
        for mutant in make_mutants(path, enums) if path.name not in DECLARATIONS else ():
            if not PROSE.match(mutant.change) and not LEFT_ALONE.match(lines[mutant.line - 1]):
                yield mutant


def _fates(
    mutants: list[Mutant],
    tests: list[str],
    trials: list[Trial],
    jobs: int,
    killed: Killed,
    seconds: float,
) -> Iterator[tuple[Mutant, Fate]]:
    def note(place: int, _: Fate) -> None:
        killed.add(mutants[place])

    tried: dict[int, Fate] = {}
    if any(map(function_of, mutants)):
        folder = SOURCE / "table"
        tried = dict(try_loaded(mutants, tests, folder, jobs, note, seconds, isolated=False))
    yield from ((mutants[place], fate) for place, fate in tried.items())
    rest = [mutant for place, mutant in enumerate(mutants) if place not in tried]
    for mutant, fate in try_imported(rest, trials, jobs, seconds):
        if fate is not Fate.SURVIVED:
            killed.add(mutant)
        yield mutant, fate


def _trials(scripts: dict[str, str]) -> list[Trial]:
    return [
        *(Trial(name, partial(_script_holds, text)) for name, text in scripts.items()),
        *(
            Trial(f"sequences from {first}", partial(_sequences_hold, first))
            for first in range(0, SEQUENCES, 10)
        ),
        *map(pytest_trial, QUICK),
    ]


def _script_holds(script: str) -> bool:
    purses = import_module("punto.ledger.script_purses").ScriptPurses()
    play_script = import_module("punto.table.scripts.play").play_script
    play_script(script, purses)  # raises where they disagree
    return True


def _sequences_hold(first: int) -> bool:
    play = import_module("tests.table.sequences").play  # raises where something does not hold
    for seed in range(first, first + 10):
        play(seed)
    return True


if __name__ == "__main__":
    with TemporaryDirectory() as sys.pycache_prefix:  # what is not changed is compiled once
        sys.dont_write_bytecode = False
        sys.exit(main())
