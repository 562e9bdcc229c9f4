"""Roads for people: the five grids, coloured where the terminal has colour."""

from typing import TYPE_CHECKING

from punto.roads import (
    Bead,
    BigCell,
    Colour,
    Derived,
    DerivedCell,
    Roads,
    Winner,
    glyph,
    grid,
    tally,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.text import Text

STYLES = {
    Winner.BANKER: "bold bright_red",
    Winner.PLAYER: "bold bright_blue",
    Winner.TIE: "bold green",
    Colour.RED: "red",
    Colour.BLUE: "blue",
}
TITLES = {
    Derived.BIG_EYE_BOY: "Big eye boy",
    Derived.SMALL_ROAD: "Small road",
    Derived.COCKROACH_PIG: "Cockroach pig",
}


def print_roads(out: "Console", roads: Roads) -> None:
    """The five roads side by side as wide as the terminal allows, what would come next, counts."""
    from rich.table import Table

    width = max(out.width, 60)
    if roads.leading_ties:
        out.print(f"Leading ties: {roads.leading_ties}\n")
    upper, lower = Table.grid(padding=(0, 4, 0, 0)), Table.grid(padding=(0, 4, 0, 0))
    beads, big = roads.bead_plate, roads.big_road
    upper.add_row(_block("Bead plate", beads, width // 8), _block("Big road", big, width // 5))
    lower.add_row(*(_block(TITLES[road], roads.derived(road), width // 8) for road in Derived))
    for row in (upper, lower):
        out.print(row)
        out.print()
    _print_next(out, roads)
    _print_counts(out, roads)


def _block(title: str, cells: "Sequence[Bead | BigCell | DerivedCell]", columns: int) -> "Text":
    """A road under its name, the last columns of it where it is too wide."""
    from rich.text import Text

    drawn = max((cell.column for cell in cells), default=0) + 1
    width = max((len(glyph(cell)) for cell in cells), default=1)
    rows = grid(cells, min(columns, drawn))
    lines = [Text(" ").join(_painted(cell, width) for cell in row) for row in rows]
    return Text("\n").join([Text(title, "bold"), *lines])


def _painted(cell: Bead | BigCell | DerivedCell | None, width: int) -> "Text":
    from rich.text import Text

    if cell is None:
        return Text("·".ljust(width), "dim")
    match cell:
        case Bead(mark=mark):
            ink: Winner | Colour = mark.winner
        case BigCell(side=side):
            ink = side
        case DerivedCell(colour=colour):
            ink = colour
    return Text(glyph(cell).ljust(width), STYLES[ink])


def _print_next(out: "Console", roads: Roads) -> None:
    for winner in (Winner.BANKER, Winner.PLAYER):
        foretold = roads.foretell(winner)
        if foretold:
            made = ", ".join(
                f"{TITLES[road].lower()} {cell.colour.value}" for road, cell in foretold.items()
            )
            out.print(f"Next {winner.name.capitalize()} would make: {made}")


def _print_counts(out: "Console", roads: Roads) -> None:
    counts = tally(roads.marks)
    out.print(
        f"{counts.rounds} rounds:"
        f" Banker {counts.banker}, Player {counts.player}, Tie {counts.ties};"
        f" pairs: Banker {counts.banker_pairs}, Player {counts.player_pairs};"
        f" longest streaks: Banker {counts.longest_banker}, Player {counts.longest_player}"
    )
