"""Prints every speed there is: what, ours, baseline, ratio."""

from rich.console import Console
from rich.table import Table

from bench import books, memory, odds, proofs, settlement, simulation, terminals
from bench import table as tables

SUBJECTS = (settlement, odds, simulation, tables, books, proofs, memory, terminals)


def main() -> None:
    """Measure each subject and print the table."""
    table = Table("what", "ours", "baseline", "ratio", box=None)
    for subject in SUBJECTS:
        for line in subject.rows():
            table.add_row(*line)
    Console(width=140).print(table)  # lines are meant to be kept, not to fit


if __name__ == "__main__":
    main()
