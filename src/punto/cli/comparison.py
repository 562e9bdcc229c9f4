"""`punto rules --compare`: differences of two editions and their effect on the exact edge."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from punto.cli.output import console, print_json, print_table
from punto.odds.comparison import EdgeChange, edge_changes
from punto.rules.comparison import Difference, differences
from punto.rules.game import Game


def compare(one: Game, other: Game, decks: int, *, json: bool) -> None:
    """Print the differences."""
    found, edges = differences(one, other), edge_changes(one, other, decks)
    if json:
        print_json(comparison_document(one, other, decks, found, edges))
        return
    from rich.table import Table
    from rich.text import Text

    out = console()
    out.print(f"[bold]{one.ref} and {other.ref}[/]\n")
    for each in found:
        out.print(Text(f"{each.part} {each.name}", "cyan"))
        out.print(Text(f"  {one.ref}: {each.before or '-'}"))
        out.print(Text(f"  {other.ref}: {each.after or '-'}"))
    if not found:
        out.print("They say the same.")
    moved = [each for each in edges if each.change != 0]
    out.print(f"\n[bold]House edge, {decks} decks[/]\n")
    if not moved:
        out.print("No wager's edge changes.")
        return
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("wager", one.ref, other.ref, "change"):
        grid.add_column(heading)
    for edge in moved:
        grid.add_row(edge.wager, *map(_percent, (edge.before, edge.after, edge.change)))
    print_table(out, grid)


def comparison_document(
    one: Game,
    other: Game,
    decks: int,
    found: Sequence[Difference],
    edges: Sequence[EdgeChange],
) -> dict[str, Any]:
    """Return a comparison as plain JSON values; edges are exact fractions."""
    return {
        "from": one.ref,
        "to": other.ref,
        "differences": [
            {
                "part": each.part,
                "name": each.name,
                "from": each.before or None,
                "to": each.after or None,
            }
            for each in found
        ],
        "decks": decks,
        "edges": {
            each.wager: {
                "from": _fraction(each.before),
                "to": _fraction(each.after),
                "change": _fraction(each.change),
            }
            for each in edges
        },
    }


def _fraction(value: Fraction | None) -> str | None:
    return None if value is None else f"{value.numerator}/{value.denominator}"


def _percent(value: Fraction | None) -> str:
    return "-" if value is None else f"{float(value):.6%}"
