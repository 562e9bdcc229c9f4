"""How often something can be done in a second: the best of several runs, since noise only slows."""

import shutil
from collections.abc import Callable, Sequence
from time import perf_counter

Row = tuple[str, str, str, str]  # what, ours, baseline, ratio


def rates(*works: Callable[[], int], repeats: int = 5) -> list[float]:
    """The best rate of each work; they take turns, so that a slow spell of the machine hits all.

    A work does its thing many times and says how many.
    """
    best = [0.0] * len(works)
    for _ in range(repeats):
        for place, work in enumerate(works):
            start = perf_counter()
            done = work()
            best[place] = max(best[place], done / (perf_counter() - start))
    return best


def row(what: str, ours: float, baseline: float, unit: str, than: str) -> Row:
    """A line of the table, rates in readable numbers."""
    return what, f"{ours:,.0f} {unit}", f"{baseline:,.0f} {unit} ({than})", f"{ours / baseline:.2f}"


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that so many in a hundred are not above."""
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def compiler() -> str | None:
    """A C compiler, where this machine has one."""
    return next(filter(None, map(shutil.which, ("gcc", "cc", "clang"))), None)
