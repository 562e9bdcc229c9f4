"""Writes which tests show which clause, collected from the tests: run by `make register`."""

import json
from importlib import import_module
from pathlib import Path

from punto.table.scripts.lines import read_lines
from tests.clauses.shows import ALL, SHOWN

HERE = Path(__file__).parent
ROUNDS = HERE.parent / "rounds"
WRITTEN = HERE.parent.parent / "src/punto/rules/register/tests.json"


def shown() -> dict[str, dict[str, list[str]]]:
    """What the tests say they show, sorted so that the file does not depend on import order."""
    for file in sorted(HERE.glob("test_*.py")):
        import_module(f"tests.clauses.{file.stem}")
    found = {game: {number: set(tests) for number, tests in SHOWN[game].items()} for game in ALL}
    for game in ALL:
        for script in sorted((ROUNDS / game).glob("*.round")):
            for number in cited(script):
                found[game].setdefault(number, set()).add(f"tests/rounds/{game}/{script.name}")
    return {
        game: {
            number: sorted(found[game][number])
            for number in sorted(found[game], key=lambda n: [int(part) for part in n.split(".")])
        }
        for game in ALL
    }


def cited(script: Path) -> set[str]:
    """The clauses that a script's lines say they show."""
    lines = read_lines(script.read_text(encoding="utf-8"))
    return {number for line in lines for number in line.numbers}


def text() -> str:
    """The file as it should stand."""
    return json.dumps(shown(), indent=1) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(text(), encoding="utf-8")
