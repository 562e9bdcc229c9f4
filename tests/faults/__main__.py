"""The long run of docs/crash.md: `make crash`, or `python -m tests.faults --quick`.

Prints a table of results; exits with 1 if anything was lost or a broken build was not detected.
"""

import gc
import sys
import warnings
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from punto.floor.host import Host
from tests.faults.judgement import Judge
from tests.faults.outages import busy
from tests.faults.servers import Server, own_server
from tests.faults.test_postgresql import survive
from tests.faults.workload import record
from tests.floor.busy_process import HastyHost
from tests.floor.test_crash import kill_again_and_again

SHARE = 20  # with --quick, this part of everything


def cut(turns: int, *, kind: type[Host] = Host, pragma: str = "") -> tuple[str, bool]:
    """Cut the power before every write of a run; what came of it, and whether faults were found."""
    with TemporaryDirectory(prefix="punto-crash-") as folder:
        run = Path(folder) / "run"
        run.mkdir()
        recording = record(run, turns, kind=kind, pragma=pragma)
        verdict = Judge(recording, Path(folder) / "image").judge()
    return f"{len(recording.entries):,} entries, {verdict}", bool(verdict.faults)


def kill_floor(journal: str, kills: int) -> tuple[str, bool]:
    """Kill the serving process, again and again; an assertion fails where anything is lost."""
    with TemporaryDirectory(prefix="punto-crash-") as folder:
        acknowledged = kill_again_and_again(journal or f"{folder}/journal", Path(folder), kills)
    return f"{kills:,} kills, {len(acknowledged):,} commands acknowledged, none lost", False


def kill_server(server: Server, kills: int) -> tuple[str, bool]:
    """Kill the database server under busy tables, again and again."""
    with busy(server.journal()) as floor:
        survive(server, floor, kills, Random(1))
    asked_again = f"{floor.asked_again:,} after asking again"
    return f"{kills:,} kills, {floor.answered:,} commands answered, {asked_again}, none lost", False


def main() -> int:
    """Do everything, and print how it went."""
    warnings.simplefilter("ignore", ResourceWarning)  # of cursors whose server was killed
    parser = ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a twentieth of it")
    share = SHARE if parser.parse_args().quick else 1
    with own_server() as server:
        journal = server.journal()
        runs: list[tuple[str, bool, Callable[[], tuple[str, bool]]]] = [
            ("power cut", False, lambda: cut(120 // share)),
            ("power cut, synchronous=NORMAL", True, lambda: cut(20, pragma="synchronous=NORMAL")),
            ("power cut, synchronous=OFF", True, lambda: cut(20, pragma="synchronous=OFF")),
            ("power cut, answers before it commits", True, lambda: cut(20, kind=HastyHost)),
            ("process killed, SQLite", False, lambda: kill_floor("", 200 // share)),
            (
                "process killed, PostgreSQL",
                False,
                lambda: kill_floor(journal, 100 // share),
            ),
            ("PostgreSQL killed", False, lambda: kill_server(server, 60 // share)),
        ]
        well = True
        for name, is_broken, run in runs:
            began = monotonic()
            said, found = run()
            well &= found is is_broken
            word = "as it should" if found is is_broken else "NOT AS IT SHOULD"
            sys.stdout.write(f"{name}: {said} ({monotonic() - began:.0f} s), {word}\n")
            sys.stdout.flush()
        gc.collect()
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
