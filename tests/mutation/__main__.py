"""Mutates the law one small change at a time and runs its tests on each: `make mutate`."""

import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutation.changes import lines_since
from tests.mutation.imported import pytest_trial, try_imported
from tests.mutation.killed import Killed
from tests.mutation.loaded import SECONDS_IN_ALL, try_loaded
from tests.mutation.mutants import Mutant, function_of, make_mutants, read_enums
from tests.mutation.trial import (
    QUICK,
    ROOT,
    SECONDS_SLOW,
    SLOW,
    SUITES,
    Fate,
    load_profile,
    warm,
)

SOURCE = ROOT / "src/punto"
LAW: tuple[Path, ...] = (*sorted((SOURCE / "rules").rglob("*.py")), SOURCE / "money.py")
RECORD = ROOT / "docs/mutation.md"


def main() -> int:
    """Try all mutants, print the survivors and a count a file; fail on one not in the record."""
    parser = ArgumentParser(prog="python -m tests.mutation", description=main.__doc__)
    parser.add_argument("only", nargs="*", help="files, or files and lines: money.py:44")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="leave out the exhaustive tests")
    parser.add_argument("--tests", nargs="+", help="only these")
    parser.add_argument("--all", action="store_true", help="those too that a run has killed")
    parser.add_argument("--since", help="only lines that this revision did not have")
    parser.add_argument("--imported", action="store_true", help="only code that importing runs")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS_IN_ALL, help="of processor time a mutant is tried"
    )
    options = parser.parse_args()
    os.chdir(ROOT)
    load_profile()
    warm()
    assert not any(name.startswith("punto") for name in sys.modules)
    enums = read_enums(SOURCE.rglob("*.py"))
    chosen = [
        mutant
        for path in LAW
        for mutant in make_mutants(path, enums)
        if not options.only or any(f"{each}:" in f"{_where(mutant)}:" for each in options.only)
    ]
    if options.since:
        new = lines_since(options.since, SOURCE)
        chosen = [mutant for mutant in chosen if (mutant.path, mutant.line) in new]
    if options.imported:
        chosen = [mutant for mutant in chosen if function_of(mutant) is None]
    killed = Killed()
    if not options.all:
        chosen = [mutant for mutant in chosen if mutant not in killed]
    record = RECORD.read_text(encoding="utf-8").split("\n")
    fates: Counter[tuple[str, Fate]] = Counter()
    unexplained = 0
    tried = _fates(chosen, options.tests, options.jobs, not options.quick, killed, options.seconds)
    for done, (mutant, fate) in enumerate(tried, 1):
        for name in ("all", _where(mutant).split(":")[0]):
            fates[name, fate] += 1
        if fate is not Fate.KILLED:
            unknown = fate is Fate.SURVIVED and not _is_explained(mutant, record)
            unexplained += unknown
            words = f"{fate}{', unexplained' if unknown else ''}: {_where(mutant)}: {mutant.change}"
            print(f"{done}/{len(chosen)} {words}", flush=True)
    print(f"| file | mutants | {' | '.join(Fate)} |\n|---|--:|--:|--:|--:|")
    for name in sorted({name for name, _ in fates}, key=lambda name: (name == "all", name)):
        counts = [fates[name, fate] for fate in Fate]
        print(f"| {name} | {sum(counts)} | {' | '.join(map(str, counts))} |")
    return int(unexplained > 0)


def _fates(
    mutants: list[Mutant],
    tests: list[str] | None,
    jobs: int,
    slow: bool,
    killed: Killed,
    seconds: float,
) -> Iterator[tuple[Mutant, Fate]]:
    """Try mutants inside functions with everything loaded, the rest by importing them."""

    def note(place: int, _: Fate) -> None:
        killed.add(mutants[place])

    tried: dict[int, Fate] = {}
    if any(map(function_of, mutants)):
        tried = dict(try_loaded(mutants, tests or QUICK, SOURCE, jobs, note, seconds))
    suites = ((each,) for each in tests) if tests else SUITES
    trials = [pytest_trial(*suite) for suite in suites]
    if slow and not tests:  # what the quick tests pass is put to the exhaustive ones
        tried = {place: fate for place, fate in tried.items() if fate is not Fate.SURVIVED}
        trials.append(pytest_trial(*SLOW, seconds=SECONDS_SLOW))
        seconds = float("inf")
    yield from ((mutants[place], fate) for place, fate in tried.items())
    rest = [mutant for place, mutant in enumerate(mutants) if place not in tried]
    for mutant, fate in try_imported(rest, trials, jobs, seconds):
        if fate is not Fate.SURVIVED:
            killed.add(mutant)
        yield mutant, fate


def _is_explained(mutant: Mutant, record: list[str]) -> bool:
    """Whether a line of the record names the file and the change; line numbers may have moved."""
    return any(_where(mutant).split(":")[0] in line and mutant.change in line for line in record)


def _where(mutant: Mutant) -> str:
    return f"{mutant.path.relative_to(SOURCE)}:{mutant.line}"


if __name__ == "__main__":
    with TemporaryDirectory() as sys.pycache_prefix:  # what is not changed is compiled once
        sys.dont_write_bytecode = False
        sys.exit(main())
