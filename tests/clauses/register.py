"""Writes, from the tests themselves, which tests show which clause: run by `make register`."""

import json
from importlib import import_module
from pathlib import Path

from tests.clauses.shows import ALL, SHOWN

HERE = Path(__file__).parent
WRITTEN = HERE.parent.parent / "src/punto/rules/register/tests.json"


def shown() -> dict[str, dict[str, list[str]]]:
    """What the tests say they show, sorted so that the file does not depend on import order."""
    for file in sorted(HERE.glob("test_*.py")):
        import_module(f"tests.clauses.{file.stem}")
    return {
        game: {
            number: sorted(set(SHOWN[game][number]))
            for number in sorted(SHOWN[game], key=lambda n: [int(part) for part in n.split(".")])
        }
        for game in ALL
    }


def text() -> str:
    """The file as it should stand."""
    return json.dumps(shown(), indent=1) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(text(), encoding="utf-8")
