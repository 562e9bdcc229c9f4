"""Trials of mutants inside functions, in forks of a process that has loaded code and tests.

Nothing is imported or collected a second time: a fork gives the function the mutant's code and runs
those tests that execute the mutant's line: what killed last in its function first, then in its
file, then the tests named after the module, then the quickest, for so many seconds. What this
cannot judge is left to trials that import the mutant: code of modules and classes, and survivors in
functions that are called while modules are imported or tests collected.
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
from types import CodeType, FunctionType
from typing import NoReturn

import pytest

from tests.mutation.mutants import Function, Mutant, function_of
from tests.mutation.reach import Calls, Reached, passes, record_reach
from tests.mutation.trial import MEMORY_BYTES, PYTEST, Fate

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
    seconds: float = SECONDS_IN_ALL,
    isolated: bool = True,
) -> Iterator[Result]:
    """Try what can be tried without importing it again; places left out are for other trials.

    Each result is noted in the fork that tries them as soon as it is known, then yielded.
    """
    with TemporaryFile() as results:
        if (pid := os.fork()) == 0:
            _serve(mutants, tests, folder, jobs, results.fileno(), note, seconds, isolated)
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
    seconds: float,
    isolated: bool,
) -> NoReturn:
    """In the fork: collect the tests, try the mutants, write down the results."""
    failed = 1
    try:
        calls = Calls(folder)
        calls.begin()  # while modules are imported and tests are collected
        loop = _Loop(mutants, calls, jobs, os.dup(1), note, seconds, isolated)
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1)
        pytest.main([*PYTEST, "-pno:capture", *tests], plugins=[loop])
        with os.fdopen(out, "wb", closefd=False) as written:
            pickle.dump(loop.results, written)
        failed = int(not loop.done)
    finally:
        os._exit(failed)


class _Loop:
    """A pytest plugin that tries mutants with the collected tests instead of running them once."""

    def __init__(
        self,
        mutants: Sequence[Mutant],
        calls: Calls,
        jobs: int,
        screen: int,
        note: Note,
        seconds: float,
        isolated: bool,
    ) -> None:
        self._mutants, self._calls, self._jobs, self._screen = mutants, calls, jobs, screen
        self._note, self._seconds, self._isolated = note, seconds, isolated
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
        reached = record_reach(session.items, self._calls, self._jobs, self._isolated, self._say)
        if reached is None:
            return True
        trials: list[tuple[int, Function, list[FunctionType], CodeType]] = []
        for place, mutant in enumerate(self._mutants):
            function = function_of(mutant)
            code = function and _code_in(mutant.statement_code, function)
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

    def _try(
        self,
        items: list[pytest.Item],
        reached: list[Reached],
        trials: Sequence[tuple[int, Function, list[FunctionType], CodeType]],
    ) -> dict[int, Fate]:
        fates: dict[int, Fate] = {}
        order = _Order(items, reached)
        running: dict[int, tuple[int, int, Function]] = {}
        free = list(range(self._jobs))
        killers = mmap(-1, self._jobs * 4)

        def wait() -> None:
            pid, status = os.wait()
            place, slot, function = running.pop(pid)
            free.append(slot)
            if not status:
                fates[place] = Fate.SURVIVED
                mutant = self._mutants[place]
                self._say(f"passes: {mutant.path.name}:{mutant.line}: {mutant.change}")
                return
            order.move_first(function, int.from_bytes(killers[slot * 4 : slot * 4 + 4], "little"))
            fates[place] = Fate.TIMED_OUT if os.WIFSIGNALED(status) else Fate.KILLED
            self._note(place, fates[place])

        for number, (place, function, objects, code) in enumerate(trials, 1):
            if not free:
                wait()
            slot = free.pop()
            chosen = order.for_line(function, self._mutants[place].line)
            if (pid := os.fork()) == 0:

                def note(each: int, slot: int = slot) -> None:
                    killers[slot * 4 : slot * 4 + 4] = each.to_bytes(4, "little")

                tests = [(each, items[each], reached[each].seconds) for each in chosen]
                _run(objects, code, tests, note, self._seconds)
            running[pid] = place, slot, function
            if number % 100 == 0:
                self._say(f"{number}/{len(trials)} in functions")
        while running:
            wait()
        return fates


class _Order:
    """The order in which tests are tried on the mutants of a function."""

    def __init__(self, items: list[pytest.Item], reached: list[Reached]) -> None:
        self._items, self._reached = items, reached
        self._orders: dict[Function | str, list[int]] = {}  # of a file; of a function: its killers

    def for_line(self, function: Function, line: int) -> list[int]:
        """The tests that execute a line, the likeliest to fail first."""
        path = function[0]
        if path not in self._orders:
            self._orders[path] = self._before_any_killed(path)
        mine = dict.fromkeys([*self._orders.get(function, ()), *self._orders[path]])
        chosen = {each for each in mine if (path, line) in self._reached[each].lines}
        if not chosen:  # a line without code of its own, as inside a long expression
            chosen = {each for each in mine if function in self._reached[each].functions}
        return [each for each in mine if each in chosen or self._reached[each].is_long]

    def move_first(self, function: Function, killer: int) -> None:
        """The next mutant of the function, or else of the file, meets this test first."""
        for key in (function, function[0]):
            order = self._orders.setdefault(key, [])
            if killer in order:
                order.remove(killer)
            order.insert(0, killer)

    def _before_any_killed(self, path: str) -> list[int]:
        """Those named after the module, then the quickest."""
        about = f"test_{Path(path).stem}"
        return sorted(
            range(len(self._items)),
            key=lambda each: (
                not self._items[each].path.stem.startswith(about),
                self._reached[each].seconds,
            ),
        )


def _run(
    functions: list[FunctionType],
    code: CodeType,
    tests: list[tuple[int, pytest.Item, float]],
    note: Callable[[int], None],
    in_all: float,
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
            if time.process_time() > in_all:
                killed = 0
                break
            note(place)
            signal.setitimer(signal.ITIMER_PROF, max(SECONDS_LEAST, 4 * seconds))
            if not passes(test):
                break
        else:
            killed = 0
    finally:
        os._exit(killed)


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
