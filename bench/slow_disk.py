"""The same measurement with syncs as slow as on most disks.

A machine may have a disk, or a RAM disk, whose sync takes a quarter of a millisecond. The benefit
of group commits shows only where a sync takes longer.
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
    """Run a module's measurement in a process whose every sync is delayed by `ms`."""
    found = compiler()
    if found is None:
        return [(f"{module} with syncs of {ms} ms", "not measured", "no C compiler here", "")]
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the server runs as another user if we are root
        library = Path(folder) / "slow_disk.so"
        subprocess.run(
            [found, "-O2", "-shared", "-fPIC", str(SOURCE), "-o", str(library), "-ldl"], check=True
        )
        ran = subprocess.run(
            [sys.executable, "-m", module, "--json"],
            env={**os.environ, "LD_PRELOAD": str(library), "BENCH_SYNC_US": str(ms * 1000)},
            stdout=subprocess.PIPE,
            check=True,
        )
    rows = msgspec.json.decode(ran.stdout, type=list[Row])
    return [(f"{what}, syncs {ms} ms later", *rest) for what, *rest in rows]  # type: ignore[misc]
