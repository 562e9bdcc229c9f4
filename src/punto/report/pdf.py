"""PDF: a manuscript set by typst, with the fonts the compiler brings."""

import json
from importlib.resources import files

from punto.report.blocks import Manuscript
from punto.report.document import manuscript_document
from punto.report.extras import require


def set_pdf(manuscript: Manuscript) -> bytes:
    """Set a manuscript as PDF; the same manuscript gives the same bytes."""
    typst = require("typst", "A sheet in PDF")
    template = files("punto.report").joinpath("templates/sheet.typ").read_bytes()
    text = json.dumps(manuscript_document(manuscript), ensure_ascii=False)
    data: bytes = typst.compile(
        template,
        format="pdf",
        ignore_system_fonts=is_covered(text),
        sys_inputs={"manuscript": text},
        pdf_standards="ua-1",
    )
    return data


def is_covered(text: str) -> bool:
    """Whether the compiler's own fonts have every letter; only others need the machine's fonts.

    >>> is_covered("Tiger, 1–8 · −0.5 é"), is_covered("龙虎")
    (True, False)
    """
    return all(letter < "ɐ" or letter in "–—‘’“”…·±−−" for letter in text)
