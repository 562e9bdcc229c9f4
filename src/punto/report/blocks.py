"""Blocks: the text, tables and plots that make up a sheet, for any typesetter."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

ROWS_TOGETHER_MAX = 14


class Kind(StrEnum):
    """How a column is typeset."""

    TEXT = "text"  # to the left, may wrap
    LABEL = "label"  # to the left, never wraps
    NUMBER = "number"  # to the right, figures of one width
    MARK = "mark"  # centred
    EXACT = "exact"  # a fraction or a hash: to the left, breaks anywhere if it must


@dataclass(frozen=True, slots=True)
class Column:
    """A column's heading and kind."""

    heading: str
    kind: Kind = Kind.NUMBER


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's text, and under it a smaller note."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells; a total has a rule above it."""

    cells: tuple[Cell, ...]
    sums: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together, under an optional name."""

    rows: tuple[Row, ...]
    name: str = ""
    note: str = ""

    @property
    def short(self) -> bool:
        """Whether it should stay on one page."""
        return len(self.rows) <= ROWS_TOGETHER_MAX


@dataclass(frozen=True, slots=True)
class Table:
    """Groups of rows under columns, with a caption."""

    caption: str
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values, one line each; `exact` values are hashes."""

    rows: tuple[tuple[str, str], ...]
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """An SVG picture with a caption and alternative text."""

    caption: str
    svg: str
    described: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A question, its answer and the reason."""

    name: str
    question: str
    answer: str
    why: str
    clauses: str


@dataclass(frozen=True, slots=True)
class Blanks:
    """Lines to fill in by hand."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]


Block = Table | Paragraph | Facts | Plot | Entry | Blanks


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its blocks."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A whole document, ready to be typeset."""

    kind: str
    title: str
    subtitle: str
    facts: Facts
    sections: tuple[Section, ...]
    running: str  # at the head of every page
    imprint: str  # at its foot
    language: str = "en"


def row(*cells: str | Cell, sums: bool = False) -> Row:
    """Return a row of plain cells."""
    made = tuple(cell if isinstance(cell, Cell) else Cell(cell) for cell in cells)
    return Row(made, sums)


def table(caption: str, columns: Iterable[Column], rows: Iterable[Row]) -> Table:
    """Return a table with one group."""
    return Table(caption, tuple(columns), (Group(tuple(rows)),))
