"""Runs the tests that show a promise of docs/standards.md: `python -m tests.standards 23`."""

import re
import subprocess
import sys
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "standards.md"


class Promise(Struct, frozen=True):
    """A row of the page: the promise, the tests that show it, and those of broken builds."""

    number: int
    promise: str
    shown_by: str
    broken: str
    longer: str
    state: str

    @property
    def files(self) -> list[str]:
        """The test files named, each once."""
        named = re.findall(r"`(tests/[^`:]+\.py)", self.shown_by + self.broken)
        return list(dict.fromkeys(named))

    @property
    def broken_builds(self) -> list[tuple[str, str]]:
        """File and name of each test that runs against a build broken on purpose."""
        return re.findall(r"`(tests/[^`]+\.py)::(\w+)`", self.broken)

    @property
    def targets(self) -> list[str]:
        """The make targets of longer runs."""
        return re.findall(r"`make ([a-z-]+)`", self.longer)


def promises() -> list[Promise]:
    """Every row of the page."""
    found = []
    for line in PAGE.read_text().splitlines():
        if re.match(r"\| \d+ \|", line):
            number, *cells = (cell.strip() for cell in line.strip("|").split("|"))
            found.append(Promise(int(number), *cells))
    return found


def main() -> int:
    """Run the tests of the promises named by their numbers; without any, of all of them."""
    wanted = set(map(int, sys.argv[1:]))
    chosen = [each for each in promises() if not wanted or each.number in wanted]
    for each in chosen:
        sys.stdout.write(f"{each.number}  {each.promise}\n")
    sys.stdout.flush()
    files = dict.fromkeys(name for each in chosen for name in each.files)
    return subprocess.call([sys.executable, "-m", "pytest", "-q", *files], cwd=ROOT)


if __name__ == "__main__":
    raise SystemExit(main())
