"""Runs thousands of sequences and prints coverage figures: `make machine`."""

# ruff: noqa: T201  (it is there to print)

import sys
from argparse import ArgumentParser
from collections import Counter
from time import perf_counter

from tests.table.hidden_card_pairs import compare
from tests.table.machine import Table
from tests.table.sequences import attack, opened
from tests.table.shrink import goes_wrong_as, shortest


def main() -> int:
    """Play, print the figures as they stand in docs/table-machine.md; 1 when anything failed."""
    parser = ArgumentParser(prog="python -m tests.table.long_run", description=main.__doc__)
    parser.add_argument("--sequences", type=int, default=10_000)
    parser.add_argument("--twins", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    started = perf_counter()
    accepted: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    failed = 0
    for seed in range(options.first, options.first + options.sequences):
        table, chance = opened(seed)
        try:
            attack(table, chance)
        except Exception as wrong:
            failed += 1
            _tell(seed, table, wrong)
        accepted += table.accepted
        refused += table.refused
        reasons += table.reasons
        steps += table.steps
    played = perf_counter() - started
    compared = sum(compare(seed) for seed in range(options.first, options.first + options.twins))
    given = accepted.total() + refused.total()
    print(
        f"{options.sequences:,} sequences, {given:,} commands in {played:,.0f} s: {failed} failed."
    )
    print(f"{options.twins:,} pairs of tables, compared {compared:,} times with cards face down.\n")
    _table("command", ("accepted", accepted), ("refused", refused))
    _table("next step reached", ("times", steps))
    _table("reason of refusal", ("times", reasons))
    return int(failed > 0)


def _table(what: str, *columns: tuple[str, Counter[str]]) -> None:
    print(f"| {what} | {' | '.join(name for name, _ in columns)} |")
    print(f"|---|{'--:|' * len(columns)}")
    for name in sorted({name for _, counts in columns for name in counts}):
        print(f"| {name} | {' | '.join(f'{counts[name]:,}' for _, counts in columns)} |")
    print()


def _tell(seed: int, table: Table, wrong: Exception) -> None:
    print(f"seed {seed}: {type(wrong).__name__}: {wrong}", flush=True)
    fails = goes_wrong_as(wrong)
    for command in shortest(table.commands, fails) if fails(table.commands) else table.commands:
        print(f"  {command}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
