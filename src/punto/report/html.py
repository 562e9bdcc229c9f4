"""HTML: a manuscript as one self-contained page, for a screen or A4."""

import re
from importlib.resources import files

from punto.report.blocks import Manuscript
from punto.report.document import Document, manuscript_document
from punto.report.extras import require


def set_html(manuscript: Manuscript) -> bytes:
    """Typeset a manuscript as HTML; the same manuscript gives the same bytes."""
    jinja = require("jinja2", "A sheet in HTML")
    environment = jinja.Environment(
        loader=jinja.PackageLoader("punto.report"),
        autoescape=True,
        undefined=jinja.StrictUndefined,
        keep_trailing_newline=True,
    )
    style = files("punto.report").joinpath("templates/sheet.css").read_text(encoding="utf-8")
    document = _separate_ids(manuscript_document(manuscript))
    page: str = environment.get_template("sheet.html").render(manuscript=document, style=style)
    return page.encode()


def _separate_ids(document: Document) -> Document:
    """Make the ids of each picture unique, so that one page can hold several."""
    plots = [
        block
        for section in document["sections"]
        for block in section["blocks"]
        if block["type"] == "Plot"
    ]
    for number, plot in enumerate(plots, 1):
        plot["svg"] = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>plot{number}-", plot["svg"])
    return document
