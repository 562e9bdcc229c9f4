"""Rates per second: the best of several runs, since noise only slows them down."""

import shutil
from collections.abc import Callable, Sequence
from time import perf_counter

Row = tuple[str, str, str, str]  # what, ours, baseline, ratio


def rates(*works: Callable[[], int], repeats: int = 5) -> list[float]:
    """Return the best rate of each workload; they alternate, so that a slow spell affects all.

    A workload runs its operation many times and returns how many.
    """
    best = [0.0] * len(works)
    for _ in range(repeats):
        for place, work in enumerate(works):
            start = perf_counter()
            done = work()
            best[place] = max(best[place], done / (perf_counter() - start))
    return best


def row(what: str, ours: float, baseline: float, unit: str, than: str) -> Row:
    """Return a row of the table, with readable rates."""
    return what, f"{ours:,.0f} {unit}", f"{baseline:,.0f} {unit} ({than})", f"{ours / baseline:.2f}"


def percentile(values: Sequence[float], percent: int) -> float:
    """Return a percentile of the values."""
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def compiler() -> str | None:
    """Return the path of a C compiler, None if there is none."""
    return next(filter(None, map(shutil.which, ("gcc", "cc", "clang"))), None)
