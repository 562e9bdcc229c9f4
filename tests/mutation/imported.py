"""Trials of code that runs when modules are imported: tables, defaults, enumerations, decorators.

Each mutant is imported by a fork of its own, of a process that has loaded nothing that may import
the file; it gets the changed code in place of the file's, so no source file is modified. What
killed last in the file goes first, then tests named after the module, then tests that import it or
share a word with its name or folder, then scripts and sequences, then the rest, and last what takes
long.
"""

import os
import re
import resource
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.machinery import SourceFileLoader
from mmap import mmap
from pathlib import Path
from types import CodeType
from typing import NamedTuple, NoReturn

import pytest

from tests.mutation.mutants import Mutant
from tests.mutation.trial import MEMORY_BYTES, PASSED, PYTEST, ROOT, Fate

SECONDS = 20  # of processor time that one trial may take, so that a busy machine kills nothing
PLACE_BYTES = 4


class Trial(NamedTuple):
    """Something that must hold, and that a mutant may fail."""

    name: str  # the path of a test file; anything else for a script or a sequence
    holds: Callable[[], bool]
    seconds: float = SECONDS  # of processor time; a mutant that takes longer has timed out


def pytest_trial(*words: str, seconds: float = SECONDS) -> Trial:
    """Run what pytest is asked for."""
    return Trial(
        words[0].partition("::")[0], lambda: pytest.main([*PYTEST, *words]) in PASSED, seconds
    )


def try_imported(
    mutants: Iterable[Mutant], trials: Sequence[Trial], jobs: int, seconds: float
) -> Iterator[tuple[Mutant, Fate]]:
    """Try each, so many at a time, until a trial fails or the processor time is over.

    A trial that kills for the first time is held to pass on the code as it is.
    """
    orders: dict[Path, list[int]] = {}
    running: dict[int, tuple[Mutant, int]] = {}
    free = list(range(jobs))
    killers = mmap(-1, jobs * PLACE_BYTES)  # shared with the forks: the place of the trial at work
    held: set[int] = set()

    def wait() -> tuple[Mutant, Fate]:
        pid, status = os.wait()
        mutant, slot = running.pop(pid)
        free.append(slot)
        if not status:
            return mutant, Fate.SURVIVED
        killer = _read(killers, slot)
        if killer not in held and not _holds(trials[killer]):
            raise SystemExit(f"It must hold for the code as it is: {trials[killer].name}")
        held.add(killer)
        mine = orders[mutant.path]
        mine.remove(killer)
        mine.insert(0, killer)
        return mutant, Fate.TIMED_OUT if os.WIFSIGNALED(status) else Fate.KILLED

    for mutant in mutants:
        if not free:
            yield wait()
        slot = free.pop()
        order = orders.setdefault(mutant.path, nearest_first(mutant.path, trials))
        if (pid := os.fork()) == 0:
            chosen = [(place, trials[place]) for place in order]
            _run(mutant, chosen, seconds, partial(_write, killers, slot))
        running[pid] = mutant, slot
    while running:
        yield wait()


def nearest_first(path: Path, trials: Sequence[Trial]) -> list[int]:
    """The trials' places, those nearest to a file first; of two as near the shorter file."""
    package = ".".join(path.relative_to(ROOT / "src").parent.parts)
    known_as = re.compile(
        rf"{re.escape(package)}\.{path.stem}\b|from {re.escape(package)} import .*\b{path.stem}\b"
    )

    words = {path.parent.name, *path.stem.split("_")}

    def distance(place: int) -> tuple[int, int]:
        test = Path(trials[place].name)
        if trials[place].seconds > SECONDS:
            return 4, 0
        if not test.stem.startswith("test_"):
            return 2, 0
        text = test.read_text(encoding="utf-8")
        if test.stem.startswith(f"test_{path.stem}"):
            return 0, len(text)
        is_near = known_as.search(text) or words & {*test.stem.split("_")}
        return (1 if is_near else 3), len(text)

    return sorted(range(len(trials)), key=distance)


def _holds(trial: Trial) -> bool:
    """Whether it holds for the code as it is."""
    if (pid := os.fork()) == 0:
        _run(None, [(0, trial)], trial.seconds, lambda place: None)
    return os.waitpid(pid, 0)[1] == 0


def _run(
    mutant: Mutant | None,
    trials: list[tuple[int, Trial]],
    seconds: float,
    note: Callable[[int], None],
) -> NoReturn:
    """In the fork: 0 when everything holds that there is time for."""
    killed = 1
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        if mutant is not None:
            _serve(mutant)
        for place, trial in trials:
            if time.process_time() > seconds:
                killed = 0
                break
            note(place)
            signal.setitimer(signal.ITIMER_PROF, trial.seconds)
            if not trial.holds():
                break
        else:
            killed = 0
    finally:
        os._exit(killed)  # whatever happens, a fork never returns into the loop that made it


def _serve(mutant: Mutant) -> None:
    """Serve the mutant to every later import of the file."""
    original = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if Path(self.path).resolve() == mutant.path:
            return mutant.code
        return original(self, fullname)

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010  (typed as a SourceLoader's)


def _read(places: mmap, slot: int) -> int:
    return int.from_bytes(places[slot * PLACE_BYTES : (slot + 1) * PLACE_BYTES], "little")


def _write(places: mmap, slot: int, place: int) -> None:
    places[slot * PLACE_BYTES : (slot + 1) * PLACE_BYTES] = place.to_bytes(PLACE_BYTES, "little")
