"""Money: integer minor units inside, decimal strings outside, odds as exact fractions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, lcm
from typing import NewType

from punto.refusals import Reason, Refused

Cents = NewType("Cents", int)

ZERO = Cents(0)

# A thousand billion: far above any table's maximum, and a hundred times it still fits 64 bits.
AMOUNT_CENTS_MAX = Cents(10**14)

_AMOUNT = re.compile(r"(-?)(\d{1,40})(?:\.(\d{1,40}))?", re.ASCII)
_ODDS = re.compile(r"(\d{1,6})(?:\.(\d{1,6}))? to (\d{1,6})", re.ASCII)


def parse_amount(text: str) -> Cents:
    """Read a positive decimal amount.

    >>> parse_amount("50"), parse_amount("50.5"), parse_amount("50.05")
    (5000, 5050, 5005)
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise Refused(
            Reason.UNREADABLE_AMOUNT,
            f"{_quote(text)} is not an amount of money; write it as 100 or 100.50.",
        )
    sign, whole, part = match[1], match[2], match[3] or ""
    if part.rstrip("0")[2:]:
        raise Refused(
            Reason.UNREADABLE_AMOUNT,
            f"{_quote(text)} has a fraction of a cent; write at most two decimals.",
        )
    cents = int(whole + f"{part}00"[:2])
    return check_amount(Cents(-cents if sign else cents))


def check_amount(cents: Cents) -> Cents:
    """Refuse an amount that nobody can stake: zero, negative or absurdly large."""
    if cents <= 0:
        raise Refused(
            Reason.AMOUNT_NOT_POSITIVE,
            f"A stake must be more than zero, not {print_amount(cents)}.",
        )
    if cents > AMOUNT_CENTS_MAX:
        raise Refused(
            Reason.AMOUNT_TOO_LARGE,
            f"A stake may be at most {print_amount(AMOUNT_CENTS_MAX)}; this one is larger.",
        )
    return cents


@lru_cache(4096)  # the same few amounts are written thousands of times in a round
def print_amount(cents: int) -> str:
    """Write an amount as the outside sees it.

    >>> print_amount(5000), print_amount(-5), print_amount(0)
    ('50.00', '-0.05', '0.00')
    """
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{part:02}"


@dataclass(frozen=True, slots=True)
class Odds:
    """What a winning stake is paid, as printed and as the exact fraction it means."""

    text: str
    numerator: int
    denominator: int

    def profit(self, stake: Cents) -> Cents:
        """The exact winnings of a stake; a stake that cannot be paid exactly is refused.

        >>> Odds.parse("0.95 to 1").profit(Cents(2000))
        1900
        """
        paid, rest = divmod(stake * self.numerator, self.denominator)
        if rest:
            raise Refused(
                Reason.NOT_A_MULTIPLE,
                f"{print_amount(stake)} cannot be paid exactly at {self.text}; "
                f"stake a multiple of {print_amount(self.denominator)}.",
            )
        return Cents(paid)

    @staticmethod
    @lru_cache
    def parse(text: str) -> "Odds":
        """Read odds as the documents print them.

        >>> odds = Odds.parse("0.95 to 1")
        >>> odds.numerator, odds.denominator
        (19, 20)
        """
        match = _ODDS.fullmatch(text)
        if match is None or int(match[3]) == 0:
            raise Refused(
                Reason.UNREADABLE_AMOUNT,
                f"{_quote(text)} are not odds; write them as '8 to 1' or '0.95 to 1'.",
            )
        part = match[2] or ""
        numerator, denominator = int(match[1] + part), int(match[3]) * 10 ** len(part)
        shared = gcd(numerator, denominator)
        return Odds(text, numerator // shared, denominator // shared)


def smallest_unit(odds: Iterable[Odds]) -> Cents:
    """The smallest stake unit at which every one of these odds pays whole minor units.

    >>> smallest_unit([Odds.parse("1 to 2"), Odds.parse("0.95 to 1")])
    20
    """
    return Cents(lcm(*(each.denominator for each in odds)))


def _quote(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
