"""The odds that a line must pay for a given edge, solved exactly."""

from dataclasses import dataclass, replace
from fractions import Fraction

from punto.odds.price import Price
from punto.refusals import Reason, Refused
from punto.rules.wagers import Wager

PRINTABLE_MAX = 999_999


@dataclass(frozen=True, slots=True)
class Solution:
    """The odds at which a line gives the requested edge, and the nearest printable odds."""

    wager: Wager
    line: int  # from 1, as printed
    edge: Fraction
    pays: Fraction
    nearest: str | None  # None if the odds are too high to print
    edge_at_nearest: Fraction | None


def solve_line(price: Price, line: int, edge: Fraction) -> Solution:
    """What line number `line` must pay, the other lines as they are, for this house edge.

    The expected profit is linear in what the line pays, so there is one answer.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.distribution import distribution
    >>> from punto.odds.price import price
    >>> from punto.rules.games import find_game
    >>> tie = price(distribution(Composition.of_decks(8)), find_game("tiger").wager("tie"))
    >>> found = solve_line(tie, 1, Fraction(5, 100))
    >>> round(float(found.pays), 4), found.nearest
    (8.9836, '9 to 1')
    """
    wager = price.wager
    if not 1 <= line <= len(wager.lines):
        raise Refused(
            Reason.UNKNOWN_WAGER,
            "Wager {wager!r} has lines 1 to {lines}, and no line {line}.",
            wager=wager.id,
            lines=len(wager.lines),
            line=line,
        )
    chosen = price.lines[line - 1]
    if not chosen.probability:
        raise Refused(
            Reason.EDGE_OUT_OF_REACH,
            "In this shoe line {line} of {wager!r} never pays, so no odds on it give an edge.",
            line=line,
            wager=wager.id,
        )
    edge_unpaid = price.house_edge + chosen.probability * chosen.profit
    pays = (edge_unpaid - edge) / chosen.probability
    if pays < 0:
        raise Refused(
            Reason.EDGE_OUT_OF_REACH,
            "Even if line {line} of {wager!r} paid nothing the edge would be"
            " {unpaid}, less than {edge}.",
            line=line,
            wager=wager.id,
            unpaid=f"{float(edge_unpaid):.4%}",
            edge=f"{float(edge):.4%}",
        )
    nearest = printable(pays)
    odds = None if nearest is None else _fraction(nearest)
    at_nearest = None if odds is None else edge_unpaid - chosen.probability * odds
    return Solution(wager, line, edge, pays, nearest, at_nearest)


def printable(pays: Fraction) -> str | None:
    """The nearest odds that a layout would print: whole numbers to 1, or hundredths below evens.

    >>> printable(Fraction(25, 2) + 1), printable(Fraction(19, 20)), printable(Fraction(10**7))
    ('14 to 1', '0.95 to 1', None)
    """
    if pays > PRINTABLE_MAX:
        return None
    if pays >= 1:
        return f"{round(pays)} to 1"
    hundredths = max(round(pays * 100), 1)
    return "1 to 1" if hundredths == 100 else f"0.{hundredths:02d} to 1"


def with_pays(wager: Wager, line: int, pays: str) -> Wager:
    """The wager with one line's odds replaced."""
    lines = list(wager.lines)
    lines[line - 1] = replace(lines[line - 1], pays=pays)
    return replace(wager, lines=tuple(lines))


def _fraction(text: str) -> Fraction:
    return Fraction(text.removesuffix(" to 1"))
