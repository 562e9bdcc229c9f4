"""Prints every benchmark: subject, our rate, baseline, ratio."""

from rich.console import Console
from rich.table import Table

from bench import batches, books, memory, odds, proofs, settlement, simulation, terminals
from bench import table as tables

SUBJECTS = (settlement, odds, batches, simulation, tables, books, proofs, memory, terminals)


def main() -> None:
    """Measure each subject and print the table."""
    table = Table("what", "ours", "baseline", "ratio", box=None)
    for subject in SUBJECTS:
        for line in subject.rows():
            table.add_row(*line)
    Console(width=140).print(table)  # whole lines, even if the terminal is narrower


if __name__ == "__main__":
    main()
