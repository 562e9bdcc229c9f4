"""The README's commands are run and must print what it says they print."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.run import punto

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def commands() -> list[tuple[str, str]]:
    """Each `$ punto …` line of the README with the output printed under it."""
    found = []
    for block in BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        for part in block.split("$ ")[1:]:
            command, _, printed = part.partition("\n")
            if command.startswith("punto "):
                found.append((command, printed))
    return found


def test_there_are_commands_to_try() -> None:
    assert len(commands()) >= 4


@pytest.mark.parametrize(("command", "printed"), commands(), ids=lambda text: text[:40])
def test_a_command_prints_what_the_readme_says(command: str, printed: str) -> None:
    said = punto(*shlex.split(command)[1:], COLUMNS="100")
    shown = [line.rstrip() for line in printed.strip("\n").split("\n")]
    got = [line.rstrip() for line in (said.out + said.err).strip("\n").split("\n")]
    if shown and shown[-1] == "…":  # the README shows how it begins
        got, shown = got[: len(shown) - 1], shown[:-1]
    assert got == shown
