"""The record of killed mutants: one that was killed is tried again only when its code has changed.

A mutant is known by its digest, so the record outlives changes elsewhere in the file, and runs that
were stopped add up.
"""

from collections.abc import Iterable
from pathlib import Path

from tests.mutation.mutants import Mutant

RECORD = Path(__file__).parent / "killed.txt"


class Killed:
    """The digests of mutants that some run has killed, in a file to which each run adds."""

    def __init__(self, path: Path = RECORD) -> None:
        self._path = path
        text = path.read_text(encoding="ascii") if path.exists() else ""
        self._digests = set(text.split())

    def __contains__(self, mutant: Mutant) -> bool:
        return mutant.digest in self._digests

    def add(self, mutant: Mutant) -> None:
        """Write a mutant down at once, so that a run may be stopped at any time."""
        self._digests.add(mutant.digest)
        with self._path.open("a", encoding="ascii") as record:
            record.write(f"{mutant.digest}\n")


def tidy(mutants: Iterable[Mutant], path: Path = RECORD) -> None:
    """Sort the record, without what the code no longer has."""
    kept = {mutant.digest for mutant in mutants} & set(path.read_text(encoding="ascii").split())
    path.write_text("".join(f"{digest}\n" for digest in sorted(kept)), encoding="ascii")


if __name__ == "__main__":
    from tests.mutation.__main__ import LAW
    from tests.mutation.mutants import make_mutants, read_enums
    from tests.mutation.table import SOURCE, table_files

    enums = read_enums(SOURCE.rglob("*.py"))
    tidy(mutant for path in (*LAW, *table_files()) for mutant in make_mutants(path, enums))
