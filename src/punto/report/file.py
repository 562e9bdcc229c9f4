"""File: a sheet as the bytes of a file, in the form that its ending names and in a language."""

from datetime import datetime

from punto.refusals import Reason, Refused
from punto.report.chinese import translate
from punto.report.html import set_html
from punto.report.manuscript import write_manuscript
from punto.report.pdf import set_pdf
from punto.report.sheet import Sheet
from punto.report.xlsx import set_xlsx

LANGUAGES = ("en", "zh")
ENDINGS = (".html", ".pdf", ".xlsx")


def set_file(
    sheet: Sheet, ending: str, made: datetime | None = None, language: str = "en"
) -> bytes:
    """Set a sheet; the same sheet, time and language give the same bytes."""
    manuscript = write_manuscript(sheet, made)
    if language == "zh":
        manuscript = translate(manuscript)
    match ending:
        case ".html":
            return set_html(manuscript)
        case ".pdf":
            return set_pdf(manuscript)
        case ".xlsx":
            return set_xlsx(manuscript, made)
    raise Refused(Reason.UNWRITABLE_FILE, "A sheet's file ends in {endings}.", endings=ENDINGS)
