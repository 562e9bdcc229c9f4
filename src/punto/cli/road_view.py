"""Roads printed for people: the five grids, in colour if the terminal has it."""

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
NARROW, GAP = 60, 4


def print_roads(out: "Console", roads: Roads) -> None:
    """Print the roads as wide as the terminal allows, the next cells, and the counts.

    Side by side where there is room, one below the other on a narrow terminal.
    """
    from rich.table import Table

    if roads.leading_ties:
        out.print(f"Leading ties: {roads.leading_ties}\n")
    drawn: list[tuple[str, Sequence[Bead | BigCell | DerivedCell]]] = [
        ("Bead plate", roads.bead_plate),
        ("Big road", roads.big_road),
        *((TITLES[road], roads.derived(road)) for road in Derived),
    ]
    rows = [drawn[:2], drawn[2:]] if out.width >= NARROW else [[each] for each in drawn]
    for row in rows:
        room = (out.width - GAP * (len(row) - 1)) // len(row)
        table = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
        table.add_row(*(_block(title, cells, room) for title, cells in row))
        out.print(table)
        out.print()
    _print_next(out, roads)
    _print_counts(out, roads)


def _block(title: str, cells: "Sequence[Bead | BigCell | DerivedCell]", room: int) -> "Text":
    """Return a road under its name; only its last columns if it is wider than the room."""
    from rich.text import Text

    drawn = max((cell.column for cell in cells), default=0) + 1
    width = max((len(glyph(cell)) for cell in cells), default=1)
    rows = grid(cells, min(max((room + 1) // (width + 1), 1), drawn))
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
