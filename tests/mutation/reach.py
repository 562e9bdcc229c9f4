"""Which trials reach which functions, so that a mutant is tried only by those that call it.

Every trial is run once on the code as it is, in a process of its own, and the functions it calls
are noted. A function that is called while modules are imported is reached by every trial.
"""

import ast
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from types import FrameType

from tests.mutation.mutants import Mutant

Function = tuple[str, int]  # the file and its first line, decorators included


class Reach:
    """The functions that each trial calls."""

    def __init__(self, folder: Path, load: Callable[[], None]) -> None:
        self._folder, self._load = f"{folder}{os.sep}", load
        self._imported: set[Function] = set()
        self._called: dict[int, set[Function]] = {}

    def record(self, trials: Sequence[Callable[[], bool]]) -> bool:
        """Run every trial once; whether all of them hold on the code as it is."""
        with TemporaryFile() as file:
            if (pid := os.fork()) == 0:
                self._run(trials, file.fileno())
            if os.waitpid(pid, 0)[1]:
                return False
            file.seek(0)
            self._imported, self._called = pickle.load(file)
        return True

    def trials_of(self, mutant: Mutant, places: Iterable[int]) -> list[int]:
        """The trials that can tell a mutant from the code as it is, in the order given."""
        function = _function_at(mutant)
        if function is None or function in self._imported:
            return list(places)
        return [place for place in places if function in self._called[place]]

    def _run(self, trials: Sequence[Callable[[], bool]], out: int) -> None:
        """In the fork: load the code, then try each in a fork of this one."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        failed = 1
        try:
            os.dup2(nowhere, 1)
            imported = self._calls_of(self._load)
            called = {}
            for place, holds in enumerate(trials):
                with TemporaryFile() as file:
                    if (pid := os.fork()) == 0:
                        self._try(holds, file.fileno())
                    if os.waitpid(pid, 0)[1]:
                        sys.stderr.write(f"does not hold as it is: {holds}\n")
                        break
                    file.seek(0)
                    called[place] = pickle.load(file)
            else:
                with os.fdopen(out, "wb", closefd=False) as written:
                    pickle.dump((imported, called), written)
                failed = 0
        finally:
            os._exit(failed)  # whatever happens, a fork never returns into what made it

    def _try(self, holds: Callable[[], bool], out: int) -> None:
        failed = 1
        try:
            held: list[bool] = []
            called = self._calls_of(lambda: held.append(holds()))
            with os.fdopen(out, "wb", closefd=False) as written:
                pickle.dump(called, written)
            failed = int(held != [True])
        finally:
            os._exit(failed)

    def _calls_of(self, work: Callable[[], None]) -> set[Function]:
        seen: set[Function] = set()
        folder = self._folder

        def note(frame: FrameType, event: str, _: object) -> None:
            if event == "call" and frame.f_code.co_filename.startswith(folder):
                seen.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

        sys.setprofile(note)
        try:
            work()
        finally:
            sys.setprofile(None)
        return seen


def _function_at(mutant: Mutant) -> Function | None:
    """The outermost function around a mutant; None where it is a module's or a class's own code.

    What runs when the function is defined, its decorators and defaults, is the module's own.
    """
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):  # the outermost come first
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[0].lineno
            if body <= mutant.line <= (node.end_lineno or node.lineno):
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                return str(mutant.path), first
    return None
