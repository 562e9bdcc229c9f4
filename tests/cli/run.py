"""Runs the real command in a process of its own and keeps what it said."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any


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
    done = subprocess.run(
        [sys.executable, "-m", "punto", *arguments],
        input=stdin.encode(),
        capture_output=True,
        timeout=120,
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
