"""Parses a sheet's HTML: table texts, ids, external resources."""

from dataclasses import dataclass, field
from fractions import Fraction
from html.parser import HTMLParser

LOADS = {"src", "href", "xlink:href", "data", "action", "poster", "srcset"}
VOID = {"meta", "link", "img", "br", "hr", "input"}


@dataclass
class Read:
    """A table: its caption, column headings, and rows as (group, cells)."""

    caption: str = ""
    columns: list[str] = field(default_factory=list)
    rows: list[tuple[str, list[str]]] = field(default_factory=list)

    def column(self, name: str) -> dict[tuple[str, str], str]:
        """One column by group and first cell."""
        place = self.columns.index(name)
        return {(group, cells[0]): cells[place] for group, cells in self.rows}


class Page(HTMLParser):
    """Everything the tests ask of a page."""

    def __init__(self, data: bytes) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[Read] = []
        self.ids: list[str] = []
        self.loads: list[str] = []
        self.tags: list[str] = []
        self.titles: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self._cell: str | None = None
        self._note = False
        self._group = ""
        self._cells: list[str] = []
        self._caption = ""
        self.feed(data.decode())
        self.close()

    def table(self, *columns: str) -> Read:
        """The table with these columns among its own."""
        (found,) = (each for each in self.tables if set(columns) <= set(each.columns))
        return found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        if given.get("id"):
            self.ids.append(given["id"] or "")
        self.loads += [value or "" for name, value in attrs if name in LOADS]
        if tag not in VOID:
            self._open.append(tag)
        if tag == "table":
            self.tables.append(Read(self._caption))
            self._group = ""
        elif tag in ("td", "th", "figcaption", "h2"):
            self._cell = ""
        elif tag == "span" and given.get("class") in ("note", "count"):
            self._note = True
        elif tag == "tr":
            self._cells = []

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass
        text = (self._cell or "").strip()
        match tag:
            case "span":
                self._note = False
            case "h2":
                self.titles.append(text)
            case "figcaption":
                self._caption = text
            case "td":
                self._cells.append(text)
            case "th" if "thead" in self._open:
                self.tables[-1].columns.append(text)
            case "th":
                self._group = text
            case "tr" if self._cells:
                self.tables[-1].rows.append((self._group, self._cells))

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in ("style",):
            self.text += data
        if self._cell is not None and not self._note:
            self._cell += data


def value(text: str) -> Fraction:
    """A printed number, whatever it is printed as."""
    plain = text.replace("−", "-").replace(",", "").replace("+", "")
    return Fraction(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)


def places(text: str) -> Fraction:
    """Half of the last decimal that is printed: how far rounding may go."""
    decimals = len(text.removesuffix("%").partition(".")[2])
    return Fraction(1, 2 * 10**decimals) / (100 if text.endswith("%") else 1)


def shows(text: str, exact: Fraction | float) -> bool:
    """Whether a printed number is the exact value, rounded."""
    return abs(value(text) - Fraction(exact)) <= places(text)
