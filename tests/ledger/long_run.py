"""Runs a million commands on the books and prints coverage figures: `make books`."""

# ruff: noqa: T201  (it is there to print)

import sys
from argparse import ArgumentParser
from collections import Counter
from multiprocessing import Pool
from time import perf_counter
from typing import NamedTuple

from punto.ledger.stakes import stakes_of
from tests.ledger.sequences import STEPS, play


class Played(NamedTuple):
    """What one sequence came to."""

    accepted: int
    refused: int
    moved_cents: int
    purposes: Counter[str]
    lives: Counter[str]


def run(seed: int) -> Played:
    """One sequence; whatever does not hold raises."""
    books = play(seed)
    return Played(
        books.accepted,
        STEPS + 1 - books.accepted,
        sum(transfer.cents for transfer in books.moved),
        Counter(transfer.purpose.value for transfer in books.moved),
        Counter(stake.life.value for stake in stakes_of(books.moved).values()),
    )


def main() -> int:
    """Play sequences of commands, every accepted one checked; the figures of docs/books.md."""
    parser = ArgumentParser(prog="python -m tests.ledger.long_run", description=main.__doc__)
    parser.add_argument("--sequences", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--workers", type=int, default=None)
    options = parser.parse_args()
    started = perf_counter()
    accepted = refused = moved_cents = 0
    purposes: Counter[str] = Counter()
    lives: Counter[str] = Counter()
    seeds = range(options.first, options.first + options.sequences)
    with Pool(options.workers) as pool:
        for played in pool.imap_unordered(run, seeds, chunksize=20):
            accepted += played.accepted
            refused += played.refused
            moved_cents += played.moved_cents
            purposes += played.purposes
            lives += played.lives
    took = perf_counter() - started
    print(f"{options.sequences:,} sequences in {took:,.0f} s: {accepted + refused:,} commands,")
    print(f"{accepted:,} accepted and posted, {refused:,} refused.")
    print(f"{purposes.total():,} transfers of {moved_cents:,} cents: the books held after each.\n")
    for name, counts in (("purpose", purposes), ("a stake's end", lives)):
        print(f"| {name} | times |\n|---|--:|")
        for what, times in sorted(counts.items()):
            print(f"| {what} | {times:,} |")
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
