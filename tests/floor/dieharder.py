"""The shuffle tested with dieharder, an independent test suite, if it is installed.

Dieharder reads bits, so the places that a shuffle drew are recovered from the resulting order: of
those drawn from 256 cards or more, each below 256 is a byte, and all bytes must be equally likely.
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import numba as nb
import numpy as np
from numpy.typing import NDArray

PROGRAM = "dieharder"
STDIN_RAW = "200"  # dieharder's number for a stream of raw bytes
# Without these it times the source first, which takes more bytes than the tests do.
COLUMNS = ("test_name", "ntuple", "tsamples", "psamples", "pvalues", "assessment")
BYTE = 256
AT_ONCE = 500  # shuffles

# Name, number, and what keeps each to some ten megabytes of shuffles.
TESTS: dict[str, tuple[str, ...]] = {
    "diehard_birthdays": ("-d", "0", "-p", "50"),
    "sts_serial": ("-d", "102", "-p", "25"),
    "rgb_bitdist": ("-d", "200", "-n", "4", "-p", "20", "-t", "25000"),
}


@dataclass(frozen=True)
class Verdict:
    """What dieharder said about one statistic."""

    test: str
    bits: str  # how many bits at a time, 0 where that has no meaning
    chance: float  # that a fair source looks as odd
    word: str  # PASSED, WEAK or FAILED


def installed() -> bool:
    """Whether dieharder is installed."""
    return shutil.which(PROGRAM) is not None


def ask(stream: Iterator[bytes], options: tuple[str, ...]) -> list[Verdict]:
    """Feed a stream to one test until it has read enough."""
    command = [PROGRAM, "-g", STDIN_RAW, *options]
    command += [part for column in COLUMNS for part in ("-D", column)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):  # it has read enough
            while process.poll() is None:
                process.stdin.write(next(stream))
        with suppress(BrokenPipeError):
            process.stdin.close()
        said = process.stdout.read().decode()
    return [_verdict(line) for line in said.splitlines() if line.count("|") == 5 and "." in line]


def drawn_bytes(make: Callable[[int], list[int]], cards: int) -> Iterator[bytes]:
    """The places that shuffles drew, as far as they are bytes."""
    while True:
        orders = np.array([make(cards) for _ in range(AT_ONCE)], np.uint16)
        places = places_drawn(orders)[:, BYTE - 1 :]
        yield places[places < BYTE].astype(np.uint8).tobytes()


@nb.njit(cache=True)
def places_drawn(orders: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """For each order, the place that Fisher–Yates drew for its last card, the one before, …"""
    shuffles, cards = orders.shape
    drawn = np.zeros_like(orders)
    pack = np.empty(cards, np.uint16)
    where = np.empty(cards, np.uint16)
    for row in range(shuffles):
        for card in range(cards):
            pack[card] = where[card] = card
        for last in range(cards - 1, -1, -1):
            place = where[orders[row, last]]
            drawn[row, last] = place
            moved = pack[last]
            pack[place] = moved
            where[moved] = place
    return drawn


def _verdict(line: str) -> Verdict:
    test, bits, _, _, chance, word = (part.strip() for part in line.split("|"))
    return Verdict(test, bits, float(chance), word)
