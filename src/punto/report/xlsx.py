"""Spreadsheet: a manuscript as .xlsx, a worksheet a section, numbers as numbers.

Fractions and hashes stay text, since no cell holds them exactly. Plots are left to the other forms.
"""

import re
from datetime import datetime
from io import BytesIO
from textwrap import shorten
from typing import Any

from punto.report.blocks import Blanks, Entry, Facts, Kind, Manuscript, Paragraph, Section, Table
from punto.report.extras import require

_NUMBER = re.compile(r"[−+]?\d[\d,]*(\.\d+)?%?")
_NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\']")
NAME_MAX = 31  # letters of a worksheet's name
WIDTH_TEXT, WIDTH_NUMBER = 34, 16
EPOCH = datetime(1980, 1, 1)  # noqa: DTZ001  (the library takes no other; without a time to say)


def set_xlsx(manuscript: Manuscript, made: datetime | None = None) -> bytes:
    """Set a manuscript as a spreadsheet; the same manuscript and time give the same bytes."""
    library = require("xlsxwriter", "A spreadsheet")
    out = BytesIO()
    book = library.Workbook(out, {"in_memory": True, "strings_to_formulas": False})
    created = EPOCH if made is None else made.replace(tzinfo=None, microsecond=0)
    book.set_properties(
        {"title": f"{manuscript.kind}: {manuscript.title}", "author": "Punto", "created": created}
    )
    writer = _Writer(book)
    first = Section(manuscript.kind, (Paragraph(manuscript.subtitle), manuscript.facts))
    for number, section in enumerate((first, *manuscript.sections)):
        name = section.title if number == 0 else f"{number} {section.title}"
        writer.write(name, manuscript.title if number == 0 else section.title, section)
    book.close()
    return out.getvalue()


def number(text: str) -> tuple[float, int, bool] | None:
    """A printed number: its value, its decimals, and whether it is a percentage.

    >>> number("−1,234.50"), number("12.5%"), number("1/3")
    ((-1234.5, 2, False), (0.125, 1, True), None)
    """
    if _NUMBER.fullmatch(text) is None:
        return None
    plain = text.replace("−", "-").replace(",", "").removesuffix("%")
    decimals = len(plain.partition(".")[2])
    is_percent = text.endswith("%")
    return float(plain) / (100 if is_percent else 1), decimals, is_percent


def sheet_name(title: str) -> str:
    """A worksheet's name: as many whole words of a title as fit.

    >>> sheet_name("3 Pay table and exact probabilities"), sheet_name("16 Signatures")
    ('3 Pay table and exact', '16 Signatures')
    """
    name = _NOT_IN_A_NAME.sub(" ", title)
    return shorten(name, NAME_MAX, placeholder="") or name[:NAME_MAX]


class _Writer:
    """Worksheets of a book, filled from the top."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self._formats: dict[tuple[tuple[str, object], ...], Any] = {}
        self._row = 0

    def write(self, name: str, title: str, section: Section) -> None:
        sheet = self.book.add_worksheet(sheet_name(name))
        sheet.set_column(0, 0, WIDTH_TEXT)
        sheet.set_column(1, 40, WIDTH_NUMBER)
        self._row = 0
        self._line(sheet, [title], self._format(bold=True, font_size=14))
        for block in section.blocks:
            match block:
                case Table():
                    self._table(sheet, block)
                case Paragraph(text=text):
                    self._line(sheet, [text])
                case Facts(rows=rows):
                    for row in rows:
                        self._line(sheet, row)
                case Entry():
                    self._line(sheet, [block.name, block.clauses], self._format(bold=True))
                    for text in (block.question, block.answer, block.why):
                        self._line(sheet, [text])
                case Blanks():
                    self._line(sheet, block.columns, self._format(bold=True))
                    for label in block.rows:
                        self._line(sheet, [label])
                case _:
                    continue  # a plot
            self._row += 1

    def _table(self, sheet: Any, table: Table) -> None:
        if table.caption:
            self._line(sheet, [table.caption], self._format(italic=True))
        self._line(sheet, [each.heading for each in table.columns], self._format(bold=True))
        for group in table.groups:
            if group.name:
                self._line(sheet, [group.name, group.note], self._format(bold=True))
            for row in group.rows:
                for place, (column, cell) in enumerate(zip(table.columns, row.cells, strict=True)):
                    text = f"{cell.text} ({cell.note})" if cell.note else cell.text
                    found = number(text) if column.kind is Kind.NUMBER else None
                    if found is None:
                        sheet.write_string(self._row, place, text)
                    else:
                        value, decimals, is_percent = found
                        shown = "0" + ("." + "0" * decimals if decimals else "")
                        style = self._format(num_format=shown + ("%" if is_percent else ""))
                        sheet.write_number(self._row, place, value, style)
                self._row += 1

    def _line(self, sheet: Any, texts: Any, style: Any = None) -> None:
        for place, text in enumerate(texts):
            sheet.write_string(self._row, place, text, style)
        self._row += 1

    def _format(self, **wanted: object) -> Any:
        key = tuple(sorted(wanted.items()))
        if key not in self._formats:
            self._formats[key] = self.book.add_format(wanted)
        return self._formats[key]
