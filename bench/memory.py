"""Memory of a host while it plays round after round with subscribers: it must not grow.

`python -m bench.memory --rounds 1000000` is the full run; the default is a few thousand rounds.
"""

import resource
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.clock import Row
from bench.journals import floor
from punto.floor.host import Host
from punto.journal.store import Store
from tests.submission import submit

ROUNDS = 2000
SAMPLES = 20
TABLES, SEATS, STAKES = 4, 1, 1
TOGETHER = 400

Sample = tuple[int, float]  # rounds played, megabytes in memory


def rows() -> list[Row]:
    """Measure a short run; the first quarter fills the bounded caches."""
    samples = list(play(ROUNDS))
    (early, before), (late, after) = samples[len(samples) // 4], samples[-1]
    return [
        (
            f"memory after {late:,} rounds",
            f"{after:.1f} MB",
            f"{before:.1f} MB (after {early:,})",
            f"{after / before:.2f}",
        )
    ]


def play(rounds: int) -> Iterator[Sample]:
    """Play rounds over all tables, and yield samples of the process's memory."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        store = Store(str(Path(folder) / "memory.journal"))
        store.create()
        host = Host(store)
        feeds = [host.follow(f"t{n}") for n in range(TABLES)]
        given, numbers = floor(TABLES, seats=SEATS, stakes=STAKES), count(1)
        every, due = max(1, rounds // SAMPLES), 0
        played = 0
        while played < rounds:
            some = islice(given, TOGETHER)
            waiting = [submit(host, stream, f"c{next(numbers)}", each) for stream, each in some]
            assert all(future.result() for future in waiting)
            for feed in feeds:
                feed.take()
            played = sum(host.state(f"t{n}").rounds for n in range(TABLES))
            if played >= due:
                due += every
                yield played, _megabytes()
        yield played, _megabytes()
        host.stop()
        store.close()


def _megabytes() -> float:
    """Return the resident memory now, or its peak where that is not available."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> None:
    """Print every sample as it is taken."""
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=ROUNDS)
    for played, megabytes in play(asked.parse_args().rounds):
        print(f"{played:>9,} rounds  {megabytes:8.1f} MB", flush=True)


if __name__ == "__main__":
    main()
