"""What operators count: latencies, commits and refusals of one process, as plain numbers.

A number is changed by one thread only, so that measuring a stake takes no lock; readers may see
a measurement half counted, which the next look mends.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from time import monotonic

from punto.floor.command_queue import Pending
from punto.floor.submission import Answer, Receipt
from punto.journal.codec import kind_of_command

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)


class Series:
    """Values counted by the first bound that is not below them, and their sum."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)  # the last are above every bound
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count a value.

        >>> series = Series((1, 10))
        >>> series.add(10), series.add(11)
        (None, None)
        >>> series.counts, series.total
        ([0, 1, 1], 21.0)
        """
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class Histogram:
    """A series for each set of labels."""

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        self.series: dict[tuple[str, ...], Series] = {}
        self._bounds = bounds

    def add(self, value: float, *labels: str) -> None:
        """Count a value under its labels."""
        found = self.series.get(labels)
        if found is None:
            found = self.series[labels] = Series(self._bounds)
        found.add(value)


class Measurements:
    """The measurements of a host; only its writer thread changes them."""

    def __init__(self) -> None:
        self.commands = Histogram()  # from the queue to the answer, by the command's kind
        self.commit_seconds = Histogram()
        self.commit_sizes = Histogram(SIZES)
        self.refusals: Counter[str] = Counter()  # by reason
        self.failures: Counter[str] = Counter()  # commands that were not decided, by exception
        self._kinds: dict[type, Series] = {}

    def committed(self, began_s: float, size: int) -> None:
        """Count a commit of this many commands."""
        self.commit_seconds.add(monotonic() - began_s)
        self.commit_sizes.add(size)

    def answered(self, group: Sequence[Pending], answers: Sequence[Answer]) -> None:
        """Count the answers of one commit."""
        now_s, kinds = monotonic(), self._kinds
        for pending, answer in zip(group, answers, strict=True):
            kind = type(pending.submission.command)
            series = kinds.get(kind)
            if series is None:
                name = kind_of_command(pending.submission.command)
                series = kinds[kind] = self.commands.series[name,] = Series(SECONDS)
            series.add(now_s - pending.at_s)
            if not isinstance(answer, Receipt):
                self.failures[type(answer).__name__] += 1
            elif answer.refused is not None:
                self.refusals[answer.refused.reason.value] += 1

    def failed(self, group: Sequence[Pending], failure: Exception) -> None:
        """Count commands that were answered with a failure."""
        self.failures[type(failure).__name__] += len(group)
