"""What trials of mutants have in common: the tests of the law, how pytest runs them, and fates."""

import gc
import os
from enum import StrEnum
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

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
NO_LAW: Suite = ("tests/mutation/test_killed.py",)  # imports nothing of Punto
SECONDS_SLOW = 300  # of processor time, for the exhaustive tests
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


def warm() -> None:
    """Load what every fork needs of pytest, and none of the plugins installed beside it."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take longer to load than most tests
    pytest.main([*PYTEST, *NO_LAW])
    gc.collect()
    gc.freeze()


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
