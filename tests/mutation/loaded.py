"""Trials of mutants inside functions, in forks of a process that has loaded code and tests.

Nothing is imported or collected a second time: a fork gives the function the mutant's code and runs
those tests that execute the mutant's line: what killed last in its file first, then the tests named
after the module, then the quickest, for so many seconds. What this cannot judge is left
to trials that import the mutant: code of modules and classes, and survivors in functions that are
called while modules are imported or tests collected.
"""

import gc
import os
import pickle
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from mmap import mmap
from pathlib import Path
from tempfile import TemporaryFile
from types import CodeType, FrameType, FunctionType
from typing import IO, Any, NamedTuple, NoReturn

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutants import Function, Mutant, function_of
from tests.mutation.trial import MEMORY_BYTES, PYTEST, Fate

Line = tuple[str, int]  # a file and a line of it
Note = Callable[[int, Fate], None]
Result = tuple[int, Fate]  # the mutant's place, and what became of it
SECONDS_LEAST = 5  # of processor time that a test is always given
SECONDS_IN_ALL = 20  # of processor time; a mutant that lives so long survives


def try_loaded(
    mutants: Sequence[Mutant],
    tests: Iterable[str],
    folder: Path,
    jobs: int,
    note: Note = lambda place, fate: None,
) -> Iterator[Result]:
    """Try what can be tried without importing it again; places left out are for other trials.

    Each result is noted in the fork that tries them as soon as it is known, then yielded.
    """
    with TemporaryFile() as results:
        if (pid := os.fork()) == 0:
            _serve(mutants, tests, folder, jobs, results.fileno(), note)
        if os.waitpid(pid, 0)[1]:
            raise SystemExit("The tests must pass on the code as it is.")
        results.seek(0)
        yield from pickle.load(results)


def _serve(
    mutants: Sequence[Mutant],
    tests: Iterable[str],
    folder: Path,
    jobs: int,
    out: int,
    note: Note,
) -> NoReturn:
    """In the fork: collect the tests, try the mutants, write down the results."""
    failed = 1
    try:
        calls = _Calls(folder)
        sys.settrace(calls.note)  # while modules are imported and tests are collected
        loop = _Loop(mutants, calls, jobs, os.dup(1), note)
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1)
        pytest.main([*PYTEST, "-pno:capture", *tests], plugins=[loop])
        with os.fdopen(out, "wb", closefd=False) as written:
            pickle.dump(loop.results, written)
        failed = int(not loop.done)
    finally:
        os._exit(failed)


class _Calls:
    """The functions of a folder that have been called, and the lines of it that were executed."""

    def __init__(self, folder: Path) -> None:
        self._folder = f"{folder}{os.sep}"
        self.seen: set[Function] = set()
        self.lines: set[Line] = set()

    def note(self, frame: FrameType, event: str, _: object) -> Any:
        """Note a call, and have the lines of the function traced."""
        code = frame.f_code
        if not code.co_filename.startswith(self._folder):
            return None
        self.seen.add((code.co_filename, code.co_firstlineno))
        return self._note_line

    def _note_line(self, frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._note_line


class _Reached(NamedTuple):
    """What a test takes and reaches."""

    seconds: float
    functions: frozenset[Function]
    lines: frozenset[Line]


class _Loop:
    """A pytest plugin that tries mutants with the collected tests instead of running them once."""

    def __init__(
        self, mutants: Sequence[Mutant], calls: _Calls, jobs: int, screen: int, note: Note
    ) -> None:
        self._mutants, self._calls, self._jobs, self._screen = mutants, calls, jobs, screen
        self._note = note
        self.results: list[Result] = []
        self.done = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.settrace(None)
        imported = frozenset(self._calls.seen)
        if session.testsfailed:
            self._say("a test could not be collected")
            return True
        functions = _functions()
        gc.collect()
        gc.freeze()
        reached = self._reach(session.items)
        if reached is None:
            return True
        trials: list[tuple[int, Function, list[FunctionType], CodeType]] = []
        for place, mutant in enumerate(self._mutants):
            function = function_of(mutant)
            code = function and _code_in(mutant.code, function)
            found = functions.get(function) if function else None
            if not (function and code and found):
                continue
            if all(each.__code__.co_freevars == code.co_freevars for each in found):
                trials.append((place, function, found, code))
        fates = self._try(session.items, reached, trials)
        self.results = [
            (place, fate)
            for place, fate in fates.items()
            if fate is not Fate.SURVIVED or function_of(self._mutants[place]) not in imported
        ]
        self.done = True
        return True

    def _say(self, words: str) -> None:
        os.write(self._screen, f"{words}\n".encode())

    def _reach(self, items: list[pytest.Item]) -> list[_Reached] | None:
        """How long every test takes and what it reaches, each in a fork of its own."""
        reached: dict[int, _Reached] = {}
        running: dict[int, tuple[int, IO[bytes]]] = {}

        def wait() -> bool:
            pid, status = os.wait()
            place, file = running.pop(pid)
            with file:
                if status:
                    self._say(f"does not hold as it is: {items[place].nodeid}")
                    return False
                file.seek(0)
                reached[place] = pickle.load(file)
            return True

        for place, item in enumerate(items):
            if len(running) == self._jobs and not wait():
                return None
            if place % 500 == 0:
                self._say(f"{place}/{len(items)} tests recorded")
            file = TemporaryFile()  # noqa: SIM115  (closed by wait)
            if (pid := os.fork()) == 0:
                self._record(item, file.fileno())
            running[pid] = place, file
        while running:
            if not wait():
                return None
        return [reached[place] for place in range(len(items))]

    def _record(self, item: pytest.Item, out: int) -> NoReturn:
        failed = 1
        try:
            self._calls.seen.clear()
            self._calls.lines.clear()
            begun = time.process_time()
            sys.settrace(self._calls.note)
            failed = int(not _passes(item))
            sys.settrace(None)
            with os.fdopen(out, "wb", closefd=False) as written:
                seconds = time.process_time() - begun
                seen, lines = frozenset(self._calls.seen), frozenset(self._calls.lines)
                pickle.dump(_Reached(seconds, seen, lines), written)
        finally:
            os._exit(failed)

    def _try(
        self,
        items: list[pytest.Item],
        reached: list[_Reached],
        trials: Sequence[tuple[int, Function, list[FunctionType], CodeType]],
    ) -> dict[int, Fate]:
        fates: dict[int, Fate] = {}
        order: dict[str, list[int]] = {}
        running: dict[int, tuple[int, int, str]] = {}
        free = list(range(self._jobs))
        killers = mmap(-1, self._jobs * 4)

        def wait() -> None:
            pid, status = os.wait()
            place, slot, path = running.pop(pid)
            free.append(slot)
            if not status:
                fates[place] = Fate.SURVIVED
                mutant = self._mutants[place]
                self._say(f"passes: {mutant.path.name}:{mutant.line}: {mutant.change}")
                return
            killer = int.from_bytes(killers[slot * 4 : slot * 4 + 4], "little")
            order[path].remove(killer)
            order[path].insert(0, killer)
            fates[place] = Fate.TIMED_OUT if os.WIFSIGNALED(status) else Fate.KILLED
            self._note(place, fates[place])

        for number, (place, function, objects, code) in enumerate(trials, 1):
            if not free:
                wait()
            slot = free.pop()
            if function[0] not in order:
                about = f"test_{Path(function[0]).stem}"
                order[function[0]] = sorted(
                    range(len(items)),
                    key=lambda each: (
                        not items[each].path.stem.startswith(about),
                        reached[each].seconds,
                    ),
                )
            mine = order[function[0]]
            line = str(self._mutants[place].path), self._mutants[place].line
            chosen = [each for each in mine if line in reached[each].lines]
            if not chosen:  # a line without code of its own, as inside a long expression
                chosen = [each for each in mine if function in reached[each].functions]
            if (pid := os.fork()) == 0:

                def note(each: int, slot: int = slot) -> None:
                    killers[slot * 4 : slot * 4 + 4] = each.to_bytes(4, "little")

                tests = [(each, items[each], reached[each].seconds) for each in chosen]
                _run(objects, code, tests, note)
            running[pid] = place, slot, function[0]
            if number % 100 == 0:
                self._say(f"{number}/{len(trials)} in functions")
        while running:
            wait()
        return fates


def _run(
    functions: list[FunctionType],
    code: CodeType,
    tests: list[tuple[int, pytest.Item, float]],
    note: Callable[[int], None],
) -> NoReturn:
    """In the fork: 0 when every test passes on the mutant."""
    killed = 1
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 2)
        for function in functions:
            function.__code__ = code
        for place, test, seconds in tests:
            if time.process_time() > SECONDS_IN_ALL:
                killed = 0
                break
            note(place)
            signal.setitimer(signal.ITIMER_PROF, max(SECONDS_LEAST, 4 * seconds))
            if not _passes(test):
                break
        else:
            killed = 0
    finally:
        os._exit(killed)


def _passes(item: pytest.Item) -> bool:
    return all(each.passed for each in runtestprotocol(item, log=False, nextitem=None))


def _functions() -> dict[Function, list[FunctionType]]:
    found: dict[Function, list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            place = each.__code__.co_filename, each.__code__.co_firstlineno
            found.setdefault(place, []).append(each)
    return found


def _code_in(module: CodeType, function: Function) -> CodeType | None:
    """The code of a function, or of a class's method, in the code of its module."""
    for each in module.co_consts:
        if isinstance(each, CodeType):
            if each.co_firstlineno == function[1] and not _is_class(each):
                return each
            if _is_class(each) and (found := _code_in(each, function)):
                return found
    return None


def _is_class(code: CodeType) -> bool:
    return "__module__" in code.co_names and "__qualname__" in code.co_names
