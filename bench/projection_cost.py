"""A commit with projections against one without, in turns in the same run."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from unittest.mock import patch

from bench.books import postgresql
from bench.clock import Row
from bench.journals import TOGETHER, Asked, floor
from bench.reports import database
from punto.floor.host import Host
from punto.journal.projections.commit import TotalsOfBatch
from punto.journal.schema import transfers
from punto.journal.store import Store
from tests.submission import submit

TABLES = 6
COMMANDS = 4_000  # played before one measurement, and in each part of it
REPEATS = 6


def rows() -> list[Row]:
    """Measure the cost of a command, its part of a commit included, on both databases."""
    with TemporaryDirectory(dir=Path.cwd()) as folder, postgresql(folder) as address:
        found = [_measure("SQLite", *(str(Path(folder) / f"{n}.journal") for n in (1, 2)))]
        if address:
            found.append(_measure("PostgreSQL", *(database(address, f"cost{n}") for n in (1, 2))))
        return found


class _Place:
    """A host with a journal of its own, with projections and indexes for reports or without."""

    def __init__(self, journal: str, *, is_projected: bool) -> None:
        self.is_projected = is_projected
        self.took_s = self.worked_s = 0.0
        self.store = Store(journal)
        self.store.create()
        if not is_projected:
            with self.store.engine.begin() as connection:
                for index in transfers.indexes:
                    index.drop(connection)
        self.host, self.given, self.numbers = Host(self.store), floor(TABLES), count(1)
        self.play()
        self.took_s = self.worked_s = 0.0

    def play(self) -> None:
        with _projections(is_projected=self.is_projected):
            start, worked_s = perf_counter(), process_time()
            _play(self.host, self.given, self.numbers)
            self.took_s += perf_counter() - start
            self.worked_s += process_time() - worked_s

    def close(self) -> None:
        self.host.stop()
        self.store.close()

    def described(self) -> str:
        each = COMMANDS * REPEATS / 1e6
        return f"{self.took_s / each:.0f} µs ({self.worked_s / each:.0f} µs of processor)"


def _measure(name: str, one: str, other: str) -> Row:
    ours, plain = _Place(one, is_projected=True), _Place(other, is_projected=False)
    for _ in range(REPEATS):  # in turns, so that a slow spell of the machine affects both
        ours.play()
        plain.play()
    ours.close()
    plain.close()
    return (
        f"a command with its part of the commit, {name}",
        ours.described(),
        f"{plain.described()} (no projections, no index for statements)",
        f"{ours.took_s / plain.took_s:.2f}",
    )


def _play(host: Host, given: Iterator[Asked], numbers: Iterator[int]) -> None:
    for _ in range(COMMANDS // TOGETHER):
        waiting = [
            submit(host, stream, f"c{next(numbers)}", each)
            for stream, each in islice(given, TOGETHER)
        ]
        for future in waiting:
            future.result()


@contextmanager
def _projections(*, is_projected: bool) -> Iterator[None]:
    """Write totals and tags, or leave them out."""
    with ExitStack() as stack:
        for method in () if is_projected else ("write", "add"):
            stack.enter_context(patch.object(TotalsOfBatch, method, lambda *_: None))
        yield


if __name__ == "__main__":
    for line in rows():
        print(" | ".join(line))
