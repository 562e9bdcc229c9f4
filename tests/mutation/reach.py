"""What each test reaches: the functions it calls and the lines it executes, and how long it takes.

The tests of one file are recorded in one fork, and what they reached is kept in `build/mutation`
until that file, the code or what tests share has changed. Where code remembers what it has worked
out, `isolated` gives each test a fork of its own.
"""

import os
import pickle
import signal
import sys
import time
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryFile
from types import CodeType, FrameType
from typing import IO, Any, NamedTuple, NoReturn

import pytest

from tests.mutation.mutants import Function
from tests.mutation.trial import ROOT

Line = tuple[str, int]  # a file and a line of it
Say = Callable[[str], None]
SECONDS_TRACED = 1.5  # of processor time; a longer test is taken to execute every line
RECORDS = ROOT / "build/mutation"


class Calls:
    """The functions of a folder that have been called, and the lines that were executed."""

    def __init__(self, folder: Path) -> None:
        self._folder = f"{folder}{os.sep}"
        self._left: dict[int, tuple[CodeType, set[int]]] = {}  # lines not executed yet
        self.seen: set[Function] = set()
        self.lines: set[Line] = set()

    def begin(self) -> None:
        """Forget everything, and trace from here on."""
        self._left.clear()
        self.seen.clear()
        self.lines.clear()
        sys.settrace(self._note)

    def _note(self, frame: FrameType, event: str, _: object) -> Any:
        """Note a call, and have the function traced until all its lines have been executed."""
        code = frame.f_code
        if id(code) not in self._left:
            mine = code.co_filename.startswith(self._folder)
            if mine:
                self.seen.add((code.co_filename, code.co_firstlineno))
            lines = {line for *_, line in code.co_lines() if line} if mine else set()
            self._left[id(code)] = code, lines - {code.co_firstlineno}
        return self._note_line if self._left[id(code)][1] else None

    def _note_line(self, frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            self.lines.add((frame.f_code.co_filename, frame.f_lineno))
            self._left[id(frame.f_code)][1].discard(frame.f_lineno)
        return self._note_line


class Reached(NamedTuple):
    """What a test takes and reaches; a test that takes long may reach anything."""

    seconds: float
    is_long: bool
    functions: frozenset[Function]
    lines: frozenset[Line]


def record_reach(
    items: list[pytest.Item], calls: Calls, jobs: int, isolated: bool, say: Say
) -> list[Reached] | None:
    """What every test reaches, or None when one fails; nothing of it happens in this process."""
    reached: dict[str, Reached] = {}
    running: dict[int, tuple[list[pytest.Item], Path, IO[bytes]]] = {}

    def wait() -> bool:
        pid, status = os.wait()
        group, record, file = running.pop(pid)
        with file:
            if status:
                say(f"does not hold as it is: {group[0].nodeid}, or one after it in the file")
                return False
            file.seek(0)
            found: list[Reached] = pickle.load(file)
            if not isolated:
                RECORDS.mkdir(parents=True, exist_ok=True)
                record.write_bytes(pickle.dumps(found))
            reached.update(zip((each.nodeid for each in group), found, strict=True))
        return True

    for _, grouped in groupby(items, key=lambda each: each.nodeid if isolated else each.path):
        group = list(grouped)
        record = _record_of(group)
        if not isolated and record.exists():
            found: list[Reached] = pickle.loads(record.read_bytes())
            reached.update(zip((each.nodeid for each in group), found, strict=True))
            continue
        if len(running) == jobs and not wait():
            return None
        say(f"recorded {len(reached)} of {len(items)} tests")
        file = TemporaryFile()  # noqa: SIM115  (closed by wait)
        if (pid := os.fork()) == 0:
            _record(group, calls, file.fileno())
        running[pid] = group, record, file
    while running:
        if not wait():
            return None
    return [reached[item.nodeid] for item in items]


def passes(item: pytest.Item) -> bool:
    """Whether a test passes; nothing is reported, since a report takes longer than most tests."""
    try:
        item._initrequest()  # type: ignore[attr-defined]
        item.ihook.pytest_runtest_setup(item=item)
        item.ihook.pytest_runtest_call(item=item)
        item.ihook.pytest_runtest_teardown(item=item, nextitem=None)
    except BaseException:  # a mutant may raise anything
        return False
    return True


def _record(group: list[pytest.Item], calls: Calls, out: int) -> NoReturn:
    """In the fork: run the tests one after another, and write down what each has reached."""
    failed = 1
    try:
        signal.signal(signal.SIGPROF, lambda *_: sys.settrace(None))
        found: list[Reached] = []
        for item in group:
            signal.setitimer(signal.ITIMER_PROF, SECONDS_TRACED)
            begun = time.process_time()
            calls.begin()
            held = passes(item)
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_PROF, 0)
            seconds = time.process_time() - begun
            if not held:
                break
            lines = frozenset(calls.lines)
            found.append(Reached(seconds, seconds > SECONDS_TRACED, frozenset(calls.seen), lines))
        with os.fdopen(out, "wb", closefd=False) as written:
            pickle.dump(found, written)
        failed = int(len(found) < len(group))
    finally:
        os._exit(failed)


def _record_of(group: list[pytest.Item]) -> Path:
    """Where the record of a test file lies, for the code and the shared files as they are."""
    text = group[0].path.read_bytes() + "".join(each.nodeid for each in group).encode()
    return RECORDS / sha256(_digest_of_shared() + text).hexdigest()[:20]


@cache
def _digest_of_shared() -> bytes:
    rooms = [
        ROOT / "src/punto",
        *(each for each in ROOT.glob("tests/*") if each.name != "mutation"),
    ]
    paths = [
        path
        for room in rooms
        for path in (*room.rglob("*.py"), *room.rglob("*.round"))
        if not path.name.startswith("test_")
    ]
    digest = sha256()
    for path in sorted(paths):
        digest.update(f"{path}\0".encode() + path.read_bytes())
    return digest.digest()
