"""Grid: figures in rows with a title and notes, as plain text, rich text or HTML."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True, slots=True)
class Grid:
    """What an answer shows: text in the first column, figures in the others."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def as_text(self) -> str:
        """Columns side by side, figures to the right.

        >>> print(Grid("T", ("wager", "edge"), (("tie", "14.4%"), ("player", "1.2%"))).as_text())
        T
        wager    edge
        tie     14.4%
        player   1.2%
        """
        lines = (self.header, *self.rows)
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        shown = [
            "  ".join(
                cell.rjust(width) if place else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        ]
        return "\n".join((self.title, *shown, *self.notes))

    def as_html(self) -> str:
        """A table for a notebook, everything escaped."""
        head = "".join(f"<th>{escape(cell)}</th>" for cell in self.header)
        body = "".join(
            "<tr>"
            + "".join(
                f'<td style="text-align:{"right" if place else "left"}">{escape(cell)}</td>'
                for place, cell in enumerate(row)
            )
            + "</tr>"
            for row in self.rows
        )
        notes = "".join(f"<p><small>{escape(note)}</small></p>" for note in self.notes)
        return (
            f"<table><caption>{escape(self.title)}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>{notes}"
        )

    def as_rich(self) -> "Table":
        """A table for a terminal."""
        from rich.markup import escape as plain  # late: few programs print in colour
        from rich.table import Table

        caption = "\n".join(self.notes) or None
        table = Table(title=plain(self.title), caption=caption and plain(caption), box=None)
        for place, name in enumerate(self.header):
            table.add_column(plain(name), justify="right" if place else "left")
        for row in self.rows:
            table.add_row(*map(plain, row))
        return table


class Shown(ABC):
    """An answer that shows itself: in a notebook as HTML, to rich as a table, else as text."""

    @abstractmethod
    def grid(self) -> Grid:
        """What to show."""

    def __str__(self) -> str:
        return self.grid().as_text()

    __repr__ = __str__

    def __rich__(self) -> "Table":
        return self.grid().as_rich()

    def _repr_html_(self) -> str:
        return self.grid().as_html()
