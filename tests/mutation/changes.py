"""The lines that have changed since a revision, so that only their mutants are tried."""

import re
import subprocess
from pathlib import Path

HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")


def lines_since(revision: str, folder: Path) -> set[tuple[Path, int]]:
    """Every line of the folder's files that the revision did not have, renamed files included."""
    command = ["git", "diff", "-U0", "-M", "--no-prefix", revision, "--", str(folder)]
    answer = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    top = subprocess.run(
        ["git", "rev-parse", "--show-toplevel"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    changed: set[tuple[Path, int]] = set()
    path = Path(top)
    for line in answer.split("\n"):
        if line.startswith("+++ "):
            path = Path(top) / line[4:]
        elif found := HUNK.match(line):
            first, count = int(found[1]), int(found[2] or 1)
            changed |= {(path, number) for number in range(first, first + count)}
    return changed
