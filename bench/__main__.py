"""Prints every speed there is: what, ours, baseline, ratio."""

from rich.console import Console
from rich.table import Table

from bench import books, odds, settlement, simulation

SUBJECTS = (settlement, odds, simulation, books)


def main() -> None:
    """Measure each subject and print the table."""
    table = Table("what", "ours", "baseline", "ratio", box=None)
    for subject in SUBJECTS:
        for line in subject.rows():
            table.add_row(*line)
    Console().print(table)


if __name__ == "__main__":
    main()
