"""Rounds dealt per second, with outcomes counted, against a plain loop in C."""

import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench.clock import Row, compiler, rates, row
from punto.sim.deal_rules import Dealing
from punto.sim.run import Request, simulate
from punto.sim.workers import cores

DEALING = Dealing()
OURS, PLAIN = 100_000_000, 30_000_000  # rounds per thread and run: about two thirds of a second
SOURCE = Path(__file__).with_name("baseline.c")


def rows() -> list[Row]:
    """Measure one thread against one, then all cores against as many."""
    found = compiler()
    if found is None:
        return [("rounds simulated", "not measured", "no C compiler on this machine", "")]
    threads = sorted({1, cores()})
    with tempfile.TemporaryDirectory() as directory:
        program = Path(directory) / "baseline"
        subprocess.run(
            [found, "-O3", "-march=native", "-pthread", str(SOURCE), "-o", str(program)],
            check=True,
        )
        simulate(Request(DEALING, 1000, seed=0))  # compiles the kernels if they are not cached
        return [_row(number, program, Path(found).name) for number in threads]


def _row(threads: int, program: Path, compiler: str) -> Row:
    ours, plain = rates(_ours(threads), _plain(threads, program))
    what = f"rounds simulated, {threads} thread{'s' if threads > 1 else ''}"
    return row(what, ours, plain, "rounds/s", f"plain C, {compiler} -O3 -march=native")


def _ours(threads: int) -> Callable[[], int]:
    request = Request(DEALING, OURS * threads, seed=1)

    def work() -> int:
        return simulate(request, threads=threads).tally.rounds

    return work


def _plain(threads: int, program: Path) -> Callable[[], int]:
    command = [str(program), str(threads), str(PLAIN), str(DEALING.decks), str(DEALING.cut), "1"]

    def work() -> int:
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        rounds = sum(map(int, done.stdout.split()[1:]))
        assert rounds == PLAIN * threads
        return rounds

    return work
