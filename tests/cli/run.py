"""Runs the real command in a process of its own and captures its output."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tests.cli.forks import Forked, Forks

_forks = Forks()
_forks_without_punto = Forks("libraries")


@dataclass(frozen=True, slots=True)
class Said:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def punto(*arguments: str, stdin: str = "", **environment: str) -> Said:
    """A command in a process that is forked: what it does, and none of the time to load it."""
    whole = os.environ | {"COLUMNS": "100"} | environment
    if any(name.startswith("PYTHON") for name in environment):
        return fresh(*arguments, stdin=stdin, **environment)  # an interpreter reads these once
    code, out, err = _forks.run(arguments, stdin.encode(), whole)
    return Said(code, out.decode(), err.decode())


def started(
    module: str, *arguments: str, out: IO[bytes] | None = None, err: IO[bytes] | None = None
) -> Forked:
    """A module as a program that goes on, in a process that is forked, as in `punto`."""
    with Path(os.devnull).open("r+b") as nothing:
        files = [nothing.fileno(), (out or nothing).fileno(), err.fileno() if err else 2]
        return _forks.start(module, arguments, dict(os.environ), files)


def imported_anew(*arguments: str) -> Said:
    """A command in a process that has no module of Punto yet, and imports those it names."""
    code, out, err = _forks_without_punto.run(arguments, b"", os.environ | {"COLUMNS": "100"})
    return Said(code, out.decode(), err.decode())


def fresh(*arguments: str, stdin: str = "", **environment: str) -> Said:
    """A command in an interpreter of its own, as users start it: with its imports and hash seed."""
    done = subprocess.run(
        [sys.executable, "-m", "punto", *arguments],
        input=stdin.encode(),
        capture_output=True,
        timeout=300,
        check=False,
        env=os.environ | {"COLUMNS": "100"} | environment,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(said: Said) -> str:
    """The one sentence of a refusal: exit code 2, nothing on standard output, no traceback."""
    assert said.code == 2, said
    assert said.out == ""
    assert said.err.startswith("punto: ")
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    return said.err.removeprefix("punto: ").rstrip("\n")
