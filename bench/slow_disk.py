"""The same measurement on a disk whose syncs take as long as most disks' do.

A machine may have a disk, or a memory that calls itself one, whose sync takes a quarter of a
millisecond. What sharing commits is worth shows where a sync takes its time.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from bench.clock import Row, compiler

SOURCE = Path(__file__).with_suffix(".c")


def rows_with_late_syncs(module: str, ms: int) -> list[Row]:
    """What a module measures in a process whose every sync comes so much later."""
    found = compiler()
    if found is None:
        return [(f"{module} with syncs of {ms} ms", "not measured", "no C compiler here", "")]
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the server runs as somebody else where we are root
        library = Path(folder) / "slow_disk.so"
        subprocess.run(
            [found, "-O2", "-shared", "-fPIC", str(SOURCE), "-o", str(library), "-ldl"], check=True
        )
        told = subprocess.run(
            [sys.executable, "-m", module, "--json"],
            env={**os.environ, "LD_PRELOAD": str(library), "BENCH_SYNC_US": str(ms * 1000)},
            stdout=subprocess.PIPE,
            check=True,
        )
    rows = msgspec.json.decode(told.stdout, type=list[Row])
    return [(f"{what}, syncs {ms} ms later", *rest) for what, *rest in rows]  # type: ignore[misc]
