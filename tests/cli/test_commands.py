"""Every command: help with an example, plain in a pipe, quick to start."""

import subprocess
import sys

import pytest

from punto.cli import COMMANDS
from tests.cli.run import punto, refused


def test_help_lists_every_command_with_its_purpose() -> None:
    said = punto("--help")
    assert said.code == 0
    assert "Example:" in said.out
    for name, (purpose, _) in COMMANDS.items():
        assert name in said.out
        assert purpose.split(",")[0][:40] in " ".join(said.out.replace("│", " ").split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    said = punto(name, "--help")
    assert said.code == 0
    assert f"Example: punto {name}" in said.out


@pytest.mark.parametrize(
    "arguments",
    [(), ("--help",), ("--version",), ("games",), ("settle", "--help")],
)
def test_asking_is_never_an_error(arguments: tuple[str, ...]) -> None:
    assert punto(*arguments).code == 0


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("nonsense",), "nonsense"),
        (("settle", "tiger", "--nonsense"), "--nonsense"),
        (("settle", "tiger", "--decks", "many"), "decks"),
        (("rules",), "GAME"),
        (("deal", "tiger", "--rounds", "1.5"), "rounds"),
    ],
)
def test_a_misused_command_is_told_in_one_sentence(arguments: tuple[str, ...], word: str) -> None:
    assert word in refused(punto(*arguments))


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    """Counts what is loaded, since a clock on a busy machine would lie."""
    script = (
        "import sys; from punto.cli import main; main(['games', '--json']);"
        "heavy = {'numpy', 'numba', 'matplotlib', 'dask', 'sqlalchemy', 'litestar', 'asyncio'};"
        "sys.exit(sorted(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_output_in_a_pipe_is_plain() -> None:
    for arguments in (("games",), ("rules", "tiger"), ("deal", "tiger", "--seed", "1")):
        said = punto(*arguments)
        assert said.code == 0
        assert "\x1b" not in said.out


def test_a_reader_that_leaves_is_no_error_of_ours() -> None:
    done = subprocess.run(
        f"{sys.executable} -m punto rules tiger | head -1",
        shell=True,
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr
