"""Runs every fairness test on a million shuffles: `make shuffles`."""

# ruff: noqa: T201  (it is there to print)

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

import numpy as np

from punto.floor.devices.shuffle import shuffle
from tests.floor import biased_shuffles, dieharder
from tests.floor.fairness import CONFIDENCE, Rows, gather

BATCH = 2000
CARDS = 8 * 52


def batches(make: Callable[[int], list[int]], shuffles: int, cards: int = CARDS) -> Iterator[Rows]:
    """So many shuffles, some thousands at a time."""
    for begun in range(0, shuffles, BATCH):
        count = min(BATCH, shuffles - begun)
        yield np.array([make(cards) for _ in range(count)], np.uint16)


def fair(cards: int) -> list[int]:
    """The shuffle under test, as the shuffled shoe uses it."""
    return shuffle(range(cards))


PLANTED: dict[str, biased_shuffles.Shuffle] = {
    "remainder of 10 bits": biased_shuffles.by_remainder_of(10),
    "remainder of 12 bits": biased_shuffles.by_remainder_of(12),
    "swapped with any": biased_shuffles.swapping_with_any(Random(1)),
    "never staying": biased_shuffles.never_staying(Random(2)),
    "seeded by the time": biased_shuffles.seeded_by_the_time(),
    "seven riffles": biased_shuffles.cut_and_riffled(Random(3)),
}


def main() -> int:
    """Test the shuffle and the planted bad ones; 1 when the shuffle fails or a bad one passes."""
    parser = ArgumentParser(prog="python -m tests.floor.shuffles", description=main.__doc__)
    parser.add_argument("--shuffles", type=int, default=1_000_000)
    parser.add_argument("--planted", type=int, default=50_000, help="shuffles of each bad one")
    parser.add_argument("--dieharder", action="store_true", help="only dieharder's tests")
    options = parser.parse_args()
    if options.dieharder:
        return int(not ask_dieharder())
    started = perf_counter()
    evidence = gather(CARDS, batches(fair, options.shuffles))
    print(f"{evidence.shuffles:,} shuffles of {CARDS} cards in {perf_counter() - started:,.0f} s\n")
    print("| test | chance of a fair shuffle looking as odd |\n|---|--:|")
    for name, chance in evidence.chances().items():
        print(f"| {name} | {chance:.4f} |")
    failed = evidence.faults()
    print(f"\nAt {CONFIDENCE:.0%} confidence: {', '.join(failed) or 'nothing'} found wrong.\n")
    print(f"| planted, {options.planted:,} shuffles each | found by |\n|---|---|")
    passed = 0
    for name, make in PLANTED.items():
        found = gather(CARDS, batches(make, options.planted)).faults()
        passed += not found
        print(f"| {name} | {', '.join(found) or 'nothing'} |", flush=True)
    return int(bool(failed) or passed > 0 or not ask_dieharder())


def ask_dieharder() -> bool:
    """Whether dieharder lets the shuffle pass and fails one that takes remainders."""
    if not dieharder.installed():
        print("\nDieharder is not installed, so it was not run.")
        return True
    print("\n| dieharder | statistics | weak | failed | lowest chance | of remainders, failed |")
    print("|---|--:|--:|--:|--:|--:|")
    good, caught = True, 0
    for name, options in dieharder.TESTS.items():
        found = dieharder.ask(dieharder.drawn_bytes(fair, CARDS), options)
        words = [each.word for each in found]
        weak, failed, lowest = words.count("WEAK"), words.count("FAILED"), _lowest(found)
        bad = dieharder.ask(
            dieharder.drawn_bytes(biased_shuffles.by_remainder_of(12), CARDS), options
        )
        caught = [each.word for each in bad].count("FAILED")
        print(
            f"| {name} | {len(found)} | {weak} | {failed} | {lowest:.4f} | {caught} |", flush=True
        )
        good = good and bool(found) and not failed
    return good


def _lowest(found: list[dieharder.Verdict]) -> float:
    return min((each.chance for each in found), default=0.0)


if __name__ == "__main__":
    sys.exit(main())
