"""Trials: each mutant in its own process, with the law's tests run on it.

The process is forked from one that has loaded pytest but no Punto module; it imports the changed
code in place of the file's, so no source file is modified.
"""

import gc
import os
import resource
import signal
import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.mutation.mutants import Mutant

ROOT = Path(__file__).parent.parent.parent

Suite = tuple[str, ...]  # what pytest is asked to run
EXHAUSTIVE = "tests/rules/test_exhaustive.py"
SUITES: tuple[Suite, ...] = (
    *(
        (str(path),)
        for room in ("clauses", "rules")
        for path in sorted((ROOT / "tests" / room).glob("test_*.py"))
        if path.stem != "test_exhaustive"
    ),
    (EXHAUSTIVE, "-k", "not every_sequence and not every_wager"),
    ("--doctest-modules", "src/punto/rules", "src/punto/money.py"),
)
QUICK: Suite = tuple(  # all of these at once, but for the two exhaustive tests
    word for suite in SUITES for word in suite
)
SLOW: Suite = (EXHAUSTIVE, "-k", "every_sequence or every_wager")
NO_LAW: Suite = ("tests/test_tidy.py",)  # imports nothing of Punto, so it may warm the parent
SECONDS, SECONDS_SLOW = 20, 300  # of processor time, so that a busy machine kills nothing
MEMORY_BYTES = 4 << 30

# As the tests are always run, less what only serves to show a failure in detail and the journals of
# the conftest, which would load the law before a mutant is in its place.
UNUSED = ("xdist", "cacheprovider", "unraisableexception", "threadexception")
PYTEST = ["-qx", "-oaddopts=", "--noconftest", "--import-mode=importlib", "--assert=plain"]
PYTEST += [f"-pno:{plugin}" for plugin in UNUSED]
PYTEST += ["-Wignore::pytest.PytestAssertRewriteWarning"]
PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"


def warm(slow: bool) -> bool:
    """Load what every fork needs, and see that the tests pass on the law as it is."""
    pytest.main([*PYTEST, *NO_LAW])
    assert not any(name.startswith("punto") for name in sys.modules)
    gc.collect()
    gc.freeze()
    if (pid := os.fork()) == 0:
        _run(None, (*SUITES, SLOW) if slow else SUITES)
    return os.waitpid(pid, 0)[1] == 0


def load_profile() -> None:
    """Have Hypothesis draw the same few examples for every mutant, and not simplify failures."""
    settings.register_profile(
        "mutation",
        derandomize=True,
        max_examples=30,
        database=None,
        deadline=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutation")


def try_mutants(mutants: Iterable[Mutant], jobs: int, slow: bool) -> Iterator[tuple[Mutant, Fate]]:
    """Try each mutant, so many at a time; the suite that killed last in a file goes first in it."""
    order: dict[Path, list[Suite]] = {}
    running: dict[int, tuple[Mutant, list[Suite]]] = {}

    def wait() -> tuple[Mutant, Fate]:
        pid, status = os.wait()
        mutant, suites = running.pop(pid)
        if os.WIFSIGNALED(status):
            return mutant, Fate.TIMED_OUT
        if not status:
            return mutant, Fate.SURVIVED
        killer = suites[os.WEXITSTATUS(status) - 1]
        if killer is not SLOW:
            order[mutant.path].remove(killer)
            order[mutant.path].insert(0, killer)
        return mutant, Fate.KILLED

    for mutant in mutants:
        if len(running) == jobs:
            yield wait()
        suites = [*order.setdefault(mutant.path, list(SUITES)), *([SLOW] if slow else [])]
        pid = os.fork()
        if pid == 0:
            _run(mutant, suites)
        running[pid] = mutant, suites
    while running:
        yield wait()


def _run(mutant: Mutant | None, suites: Iterable[Suite]) -> NoReturn:
    """In the fork: run the suites on the mutant; the exit code is the number of the one failing."""
    failing = 255
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        if mutant is not None:
            _serve(mutant)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
        for failing, suite in enumerate(suites, 1):  # noqa: B007
            signal.setitimer(signal.ITIMER_PROF, SECONDS_SLOW if suite is SLOW else SECONDS)
            if pytest.main([*PYTEST, *suite]) not in PASSED:
                break
        else:
            failing = 0
    finally:
        os._exit(failing)  # whatever happens, a fork never returns into the loop that made it


def _serve(mutant: Mutant) -> None:
    """Whoever imports the file from now on gets the mutant."""
    original = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if Path(self.path).resolve() == mutant.path:
            return mutant.code
        return original(self, fullname)

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010  (typed as a SourceLoader's)
