"""A machine as docs/operations.md sets it up, in a folder: nodes, PostgreSQL, nginx, a shell."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL, SIGTERM
from threading import Thread
from time import monotonic, sleep
from typing import Any

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.floor.test_backup import TOOLS
from tests.web.test_serve import free_port

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/operations.md"
PATIENCE_S = 90.0
KEY = "a key for the metrics"
Line = dict[str, Any]


def blocks() -> list[tuple[str, str]]:
    """The shell blocks of the page in order, each with the comment before it."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"(?:^<!-- ([^>]*) -->\n)?^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [(comment, commands) for comment, commands in found]


def unit(name: str) -> str:
    """What a unit starts."""
    text = (ROOT / "deploy/systemd" / name).read_text(encoding="utf-8")
    line = re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)
    assert line is not None
    return line[1]


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    deadline = monotonic() + PATIENCE_S
    while not is_so():
        assert monotonic() < deadline, what
        sleep(0.05)


class Node:
    """A node as its unit starts it, with its log as a collector reads it."""

    def __init__(
        self, started: str, folder: Path, environment: dict[str, str], port: int = 0
    ) -> None:
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.lines: list[Line] = []
        command = started.replace("%i", str(self.port)).replace(
            "--port 8000", f"--port {self.port}"
        )
        command = command.replace("/var/lib/punto", str(folder))
        command = command.replace("/opt/punto/bin/punto", f"{sys.executable} -m punto")
        key = folder / "metrics.key"
        key.write_text(KEY, encoding="utf-8")
        settings = {"PUNTO_LOG_FORMAT": "json", "PUNTO_METRICS_KEY_FILE": str(key)}
        self.process = subprocess.Popen(
            shlex.split(command),
            env={**os.environ, **settings, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        wait_until(lambda: self.status("/ready") == 200, "it did not start")

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.lines += (json.loads(line) for line in self.process.stderr if line.startswith("{"))

    def status(self, path: str) -> int:
        try:
            return httpx.get(self.address + path, timeout=30).status_code
        except httpx.TransportError:
            return 0

    def metrics(self) -> dict[str, float]:
        """Metrics without labels, and counts over all labels."""
        headers = {"Authorization": f"Bearer {KEY}"}
        answer = httpx.get(f"{self.address}/metrics", headers=headers, timeout=30)
        assert answer.status_code == 200
        found: dict[str, float] = {}
        for family in text_string_to_metric_families(answer.text):
            for sample in family.samples:
                found[sample.name] = found.get(sample.name, 0.0) + sample.value
        return found

    def has_logged(self, event: str) -> bool:
        return any(line["event"] == event for line in self.lines)

    def stop(self) -> int:
        self.process.send_signal(SIGTERM)
        code = self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code

    def kill(self) -> None:
        self.process.send_signal(SIGKILL)
        self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        assert self.process.stderr is not None
        self.process.stderr.close()


@contextmanager
def stopped_after(*nodes: Node) -> Iterator[list[Node]]:
    """Nodes that are stopped in the end; more may be put in the list."""
    running = list(nodes)
    try:
        yield running
    finally:
        for node in running:
            if node.process.poll() is None:
                node.kill()


class Shell:
    """Runs the page's commands, with the page's places moved into a folder."""

    def __init__(self, folder: Path, places: dict[str, str]) -> None:
        self.environment: dict[str, str] = {}
        self._places = places
        programs = folder / "bin"
        programs.mkdir()
        punto = programs / "punto"
        punto.write_text(f'#!/bin/sh\nexec {sys.executable} -m punto "$@"\n', encoding="utf-8")
        punto.chmod(0o755)
        home = folder / "home"
        (home / ".local/share/bash-completion/completions").mkdir(parents=True)
        self._usual = {
            "PATH": f"{programs}:{TOOLS}:{os.environ['PATH']}",
            "HOME": str(home),
            "COLUMNS": "200",
        }

    def run(self, commands: str) -> str:
        """Run a block; a command that fails fails the test. Returns what it printed."""
        for place, moved in self._places.items():
            commands = commands.replace(place, moved)
        done = subprocess.run(
            ["sh", "-euc", commands],
            env={**os.environ, **self._usual, **self.environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
        assert done.returncode == 0, (commands, done.stdout, done.stderr)
        return done.stdout


def copy_settings(folder: Path) -> Path:
    """`/etc/punto` with the example of all settings."""
    target = folder / "etc"
    target.mkdir()
    shutil.copy(ROOT / "deploy/punto.toml", target / "punto.toml")
    return target
