"""The package: one version, a changelog that has it, completion, and what its classifiers claim."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

import punto
from tests.cli.run import punto as run
from tests.cli.run import refused

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_version_is_said_in_one_place_and_everything_follows() -> None:
    assert "version" not in PROJECT
    assert PROJECT["dynamic"] == ["version"]
    assert run("--version").out.strip() == punto.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (\d+\.\d+\.\d+)", changelog, re.MULTILINE)
    assert versions[0] == punto.__version__
    assert len(versions) == len(set(versions))


def test_release_notes_are_the_changelogs_section() -> None:
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("notes:")[2]
    code = re.search(r'-c "(.*)"', recipe)
    assert code is not None
    found = re.search(r"rf'(.*?)'", code[1])
    assert found is not None
    pattern = found[1].replace("{re.escape(punto.__version__)}", re.escape(punto.__version__))
    section = re.search(pattern, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert section is not None
    assert section[0].startswith(f"## {punto.__version__}")


def test_the_pythons_that_are_named_are_those_that_were_tested() -> None:
    named = {
        each.rpartition(" ")[2]
        for each in PROJECT["classifiers"]
        if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", each)
    }
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    tested = re.search(r"Tested with Python ([\d., and]+)[.:;(]", page)
    assert tested is not None
    assert named == set(re.findall(r"3\.\d+", tested[1]))
    lowest = min(named, key=lambda each: int(each.partition(".")[2]))
    assert PROJECT["requires-python"] == f">={lowest}"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_every_command(shell: str) -> None:
    script = run("completion", shell).out
    assert "settle" in script
    assert "--second-factor-from" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


def test_another_shell_is_refused() -> None:
    assert "zsh" in refused(run("completion", "tcsh"))
