"""Draws a voucher's ticket: an SVG for receipt printers with 80 mm paper.

It uses only shapes and text with plain attributes, which no content security policy blocks.
"""

from collections.abc import Iterable
from datetime import datetime
from xml.sax.saxutils import escape
from zoneinfo import ZoneInfo

import segno
from msgspec import Struct

from punto.money import print_amount

WIDTH_MM = 72  # the printable width of 80 mm paper
HEIGHT_MM = 116
QR_MM = 46
PLAY_CREDITS = "play credits"
NO_MONEY = "For play at this house: not money, and never paid in cash."
QUIET = 4  # modules of white around a QR code, as its standard requires
SANS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
MONO = "Courier, 'DejaVu Sans Mono', monospace"


class Ticket(Struct, frozen=True):
    """What is printed on a ticket; anyone who has the code can spend it."""

    casino: str
    currency: str
    cents: int
    number: int  # of the cage's event that issued it
    at_ms: int
    code: str
    is_play: bool = False  # of a guest: play credits, which are no money
    time_zone: str = "UTC"


def draw_ticket(ticket: Ticket) -> str:
    """The ticket as SVG."""
    middle = WIDTH_MM / 2
    casino, amount = ticket.casino[:40], _amount(ticket.cents)
    groups = ticket.code.split("-")
    moment = datetime.fromtimestamp(ticket.at_ms // 1000, ZoneInfo(ticket.time_zone))
    unit = PLAY_CREDITS if ticket.is_play else ticket.currency[:8]
    promise = NO_MONEY if ticket.is_play else "Pays the bearer its amount, once."
    lines = [
        _text(middle, 9, _fitting(casino, 6), casino, weight="bold"),
        _text(middle, 16, 4, "PLAY VOUCHER" if ticket.is_play else "CASH-OUT VOUCHER"),
        _rule(20),
        _text(middle, 32, _fitting(amount, 10), amount, weight="bold"),
        _text(middle, 38, 4, unit),
        _qr(ticket.code, (WIDTH_MM - QR_MM) / 2, 40),
        _text(middle, 92, 4, "-".join(groups[:4]), family=MONO, weight="bold"),
        _text(middle, 97, 4, "-".join(groups[4:]), family=MONO, weight="bold"),
        _rule(100),
        _text(4, 105, 3.2, f"No. {ticket.number:06d}", anchor="start"),
        _text(WIDTH_MM - 4, 105, 3.2, f"{moment:%Y-%m-%d %H:%M:%S %Z}", anchor="end"),
        _text(middle, 110, _fitting(promise, 2.8), promise),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH_MM}mm" height="{HEIGHT_MM}mm"'
        f' viewBox="0 0 {WIDTH_MM} {HEIGHT_MM}">'
        f'<rect width="{WIDTH_MM}" height="{HEIGHT_MM}" fill="white"/>{"".join(lines)}</svg>'
    )


def _amount(cents: int) -> str:
    """An amount with thousands separators.

    >>> _amount(123456789)
    '1,234,567.89'
    """
    whole, _, part = print_amount(cents).partition(".")
    return f"{int(whole):,}.{part}"


def _fitting(text: str, size: float) -> float:
    """The font size, reduced if needed to fit a long line on the paper."""
    return min(size, round(1.6 * (WIDTH_MM - 8) / max(1, len(text)), 1))


def _text(
    x: float,
    y: float,
    size: float,
    text: str,
    *,
    anchor: str = "middle",
    weight: str = "normal",
    family: str = SANS,
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-family="{family}"'
        f' font-weight="{weight}" text-anchor="{anchor}" fill="black">{escape(text)}</text>'
    )


def _rule(y: float) -> str:
    return f'<rect x="4" y="{y:g}" width="{WIDTH_MM - 8}" height="0.4" fill="black"/>'


def _qr(code: str, x: float, y: float) -> str:
    """A QR code as one path."""
    matrix = segno.make(code, error="m", micro=False).matrix
    side = len(matrix) + 2 * QUIET
    path = "".join(_runs(matrix))
    scale = QR_MM / side
    return (
        f'<path transform="translate({x:g} {y:g}) scale({scale:.6f})"'
        f' d="{path}" fill="black" shape-rendering="crispEdges"/>'
    )


def _runs(matrix: Iterable[Iterable[int]]) -> Iterable[str]:
    """Each run of dark modules in a row as a rectangle."""
    for y, row in enumerate(matrix):
        begins: int | None = None
        for x, dark in enumerate((*row, 0)):
            if dark and begins is None:
                begins = x
            elif not dark and begins is not None:
                yield f"M{begins + QUIET} {y + QUIET}h{x - begins}v1h-{x - begins}z"
                begins = None
