"""PDF: a manuscript typeset by typst, with the compiler's built-in fonts."""

import json
import re
from importlib.resources import files

from punto.refusals import Reason, Refused
from punto.report.blocks import Manuscript
from punto.report.document import manuscript_document
from punto.report.extras import require

_NO_GLYPH = re.compile(r"the text `(.+?)` could not be displayed")
_PAGE_TREE = re.compile(rb"/Type\s*/Pages\s*/Count\s+(\d+)")


def set_pdf(manuscript: Manuscript) -> bytes:
    """Typeset a manuscript as PDF; the same manuscript gives the same bytes."""
    typst = require("typst", "A sheet in PDF")
    template = files("punto.report").joinpath("templates/sheet.typ").read_bytes()
    text = json.dumps(manuscript_document(manuscript), ensure_ascii=False)
    try:
        data: bytes = typst.compile(
            template,
            format="pdf",
            ignore_system_fonts=is_covered(text),
            sys_inputs={"manuscript": text},
            pdf_standards="ua-1",
        )
    except typst.TypstError as error:
        missing = _NO_GLYPH.search(str(error))
        if missing is None:
            raise
        raise Refused(
            Reason.UNWRITABLE_FILE,
            "No font here can set {missing} in a PDF; install one that can, or write .html.",
            missing=missing[1],
        ) from None
    return data


def count_pages(data: bytes) -> int:
    """Count the pages of a PDF from `set_pdf`, whose page tree is never compressed."""
    found = _PAGE_TREE.search(data)
    assert found is not None
    return int(found[1])


def is_covered(text: str) -> bool:
    """Whether the built-in fonts have every letter; other text needs the system fonts.

    >>> is_covered("Tiger, 1–8 · −0.5 é"), is_covered("龙虎")
    (True, False)
    """
    return all(letter < "ɐ" or letter in "–—‘’“”…·±−−" for letter in text)
