"""Which mutants are tried again: those whose own function has changed."""

from pathlib import Path

from tests.mutation.killed import Killed, tidy
from tests.mutation.mutants import Mutant, make_mutants

SOURCE = """from dataclasses import dataclass

LIMIT = 3


@dataclass(frozen=True)
class Shop:
    size: int = 4


def twice(number: int) -> int:
    return number + number + 1 + 1


def is_large(number: int) -> bool:
    return number > LIMIT
"""


def mutants_of(path: Path, source: str) -> list[Mutant]:
    path.write_text(source, encoding="utf-8")
    return list(make_mutants(path, {}))


def test_every_mutant_has_a_digest_of_its_own(tmp_path: Path) -> None:
    mutants = mutants_of(tmp_path / "shop.py", SOURCE)
    assert len({mutant.digest for mutant in mutants}) == len(mutants)


def test_a_change_elsewhere_leaves_the_digests_alone(tmp_path: Path) -> None:
    moved = SOURCE.replace("LIMIT = 3", '"""Limits."""\n\nLIMIT = 4').replace("+ 1 + 1", "+ 2")

    def digests(source: str, function: str) -> list[str]:
        lines = source.split("\n")
        first = next(n for n, line in enumerate(lines, 1) if line.startswith(f"def {function}"))
        found = mutants_of(tmp_path / "shop.py", source)
        return [each.digest for each in found if first <= each.line <= first + 1]

    assert digests(SOURCE, "is_large") == digests(moved, "is_large") != []
    assert not set(digests(SOURCE, "twice")) & set(digests(moved, "twice"))


def test_a_record_is_kept_as_it_grows_and_tidied(tmp_path: Path) -> None:
    record = tmp_path / "killed.txt"
    mutants = mutants_of(tmp_path / "shop.py", SOURCE)
    killed = Killed(record)
    for mutant in mutants[:3]:
        assert mutant not in killed
        killed.add(mutant)
    assert [mutant in Killed(record) for mutant in mutants[:4]] == [True, True, True, False]
    tidy(mutants[1:], record)
    kept = record.read_text(encoding="ascii").split()
    assert kept == sorted(mutant.digest for mutant in mutants[1:3])
