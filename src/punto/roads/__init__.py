"""The roads a baccarat table shows: bead plate, big road, big eye boy, small road, cockroach pig.

Pure: marks in, cells out. The rules and the conformance vectors are in `docs/roads/`.
"""

from punto.roads.bead_plate import Bead
from punto.roads.big_road import BigCell
from punto.roads.board import Added, Roads, Standing
from punto.roads.derived import Colour, Derived, DerivedCell
from punto.roads.document import RoadsDocument, as_json
from punto.roads.grid import Grid, glyph, grid, lines
from punto.roads.marks import LETTERS, BadNotation, Mark, Side, mark_of, parse, spell
from punto.roads.placement import ROWS
from punto.roads.tally import Tally, tally
from punto.rules.outcome import Winner

__all__ = [
    "LETTERS",
    "ROWS",
    "Added",
    "BadNotation",
    "Bead",
    "BigCell",
    "Colour",
    "Derived",
    "DerivedCell",
    "Grid",
    "Mark",
    "Roads",
    "RoadsDocument",
    "Side",
    "Standing",
    "Tally",
    "Winner",
    "as_json",
    "glyph",
    "grid",
    "lines",
    "mark_of",
    "parse",
    "spell",
    "tally",
]
