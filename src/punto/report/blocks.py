"""Blocks: what a sheet's pages are made of, in words and figures, for any typesetter to set."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

ROWS_TOGETHER_MAX = 14


class Kind(StrEnum):
    """How a column is set."""

    TEXT = "text"  # to the left, may wrap
    LABEL = "label"  # to the left, never wraps
    NUMBER = "number"  # to the right, figures of one width
    MARK = "mark"  # centred
    EXACT = "exact"  # a fraction or a hash: to the left, breaks anywhere if it must


@dataclass(frozen=True, slots=True)
class Column:
    """A column's heading and how it is set."""

    heading: str
    kind: Kind = Kind.NUMBER


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's text, and under it a smaller note."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Cells under the columns; a row that sums up has a rule above it."""

    cells: tuple[Cell, ...]
    sums: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together, under a name of their own if they have one."""

    rows: tuple[Row, ...]
    name: str = ""
    note: str = ""

    @property
    def short(self) -> bool:
        """Whether it should stay on one page."""
        return len(self.rows) <= ROWS_TOGETHER_MAX


@dataclass(frozen=True, slots=True)
class Table:
    """Groups of rows under columns, with a caption that says what they are."""

    caption: str
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and what they stand for, a line each; `exact` ones are hashes."""

    rows: tuple[tuple[str, str], ...]
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture as SVG, what it shows, and the same for whoever cannot see it."""

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
    """A heading and what stands under it."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A whole document, ready to be set."""

    kind: str
    title: str
    subtitle: str
    facts: Facts
    sections: tuple[Section, ...]
    running: str  # at the head of every page
    imprint: str  # at its foot


def row(*cells: str | Cell, sums: bool = False) -> Row:
    """A row of plain cells."""
    made = tuple(cell if isinstance(cell, Cell) else Cell(cell) for cell in cells)
    return Row(made, sums)


def table(caption: str, columns: Iterable[Column], rows: Iterable[Row]) -> Table:
    """A table of one group."""
    return Table(caption, tuple(columns), (Group(tuple(rows)),))
