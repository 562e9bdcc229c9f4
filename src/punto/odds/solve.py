"""What must a line pay for a given edge: the pay table solved backwards, exactly."""

from dataclasses import dataclass, replace
from fractions import Fraction

from punto.odds.price import Price
from punto.refusals import Reason, Refused
from punto.rules.wagers import Wager

PRINTABLE_MAX = 999_999


@dataclass(frozen=True, slots=True)
class Solution:
    """The odds at which a line gives the edge asked for, and the nearest a felt would print."""

    wager: Wager
    line: int  # from 1, as printed
    edge: Fraction
    pays: Fraction
    nearest: str | None  # None where the odds are beyond what is printed
    edge_at_nearest: Fraction | None


def solve_line(price: Price, line: int, edge: Fraction) -> Solution:
    """What line number `line` must pay, the other lines as they are, for this house edge.

    The expected profit is linear in what the line pays, so there is one answer.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.law import law
    >>> from punto.odds.price import price
    >>> from punto.rules.games import find_game
    >>> tie = price(law(Composition.of_decks(8)), find_game("tiger").wager("tie"))
    >>> found = solve_line(tie, 1, Fraction(5, 100))
    >>> round(float(found.pays), 4), found.nearest
    (8.9836, '9 to 1')
    """
    wager = price.wager
    if not 1 <= line <= len(wager.lines):
        has = f"has lines 1 to {len(wager.lines)}" if len(wager.lines) > 1 else "has one line"
        raise Refused(Reason.UNKNOWN_WAGER, f"Wager {wager.id!r} {has}, and no line {line}.")
    chosen = price.lines[line - 1]
    if not chosen.probability:
        raise Refused(
            Reason.EDGE_OUT_OF_REACH,
            f"In this shoe line {line} of {wager.id!r} never pays, so no odds on it give an edge.",
        )
    edge_unpaid = price.house_edge + chosen.probability * chosen.profit
    pays = (edge_unpaid - edge) / chosen.probability
    if pays < 0:
        raise Refused(
            Reason.EDGE_OUT_OF_REACH,
            f"Even if line {line} of {wager.id!r} paid nothing the edge would be "
            f"{float(edge_unpaid):.4%}, less than {float(edge):.4%}.",
        )
    nearest = printable(pays)
    odds = None if nearest is None else _fraction(nearest)
    at_nearest = None if odds is None else edge_unpaid - chosen.probability * odds
    return Solution(wager, line, edge, pays, nearest, at_nearest)


def printable(pays: Fraction) -> str | None:
    """The nearest odds a felt prints: whole numbers to 1, below evens hundredths to 1.

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
