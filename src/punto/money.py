"""Money: integer minor units inside, decimal strings outside, odds as exact fractions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, lcm
from typing import NewType

from punto.currencies import MINOR_DIGITS_USUAL
from punto.currencies import print_amount as print_amount
from punto.messages import Amount, Message
from punto.refusals import Reason, Refused

Cents = NewType("Cents", int)

ZERO = Cents(0)

# A thousand billion: far above any table's maximum, and a hundred times it still fits 64 bits.
AMOUNT_CENTS_MAX = Cents(10**14)

_AMOUNT = re.compile(r"(-?)(\d{1,40})(?:\.(\d{1,40}))?", re.ASCII)
_TOO_FINE = {  # by the number of minor digits
    0: Message.of("decimals, and this currency has none; write a whole number"),
    2: Message.of("a fraction of a cent; write at most two decimals"),
    3: Message.of("more than three decimals; write at most three"),
    4: Message.of("more than four decimals; write at most four"),
}
_ODDS = re.compile(r"(\d{1,6})(?:\.(\d{1,6}))? to (\d{1,6})", re.ASCII)


def parse_amount(text: str, digits: int = MINOR_DIGITS_USUAL) -> Cents:
    """Read a positive decimal amount of a currency with so many minor digits.

    >>> parse_amount("50"), parse_amount("50.5"), parse_amount("50.05")
    (5000, 5050, 5005)
    >>> parse_amount("50", 0), parse_amount("50.005", 3)
    (50, 50005)
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise Refused(
            Reason.UNREADABLE_AMOUNT,
            "{text!r} is not an amount of money; write it as 100 or 100.50.",
            text=_short(text),
        )
    sign, whole, part = match[1], match[2], match[3] or ""
    if part.rstrip("0")[digits:]:
        raise Refused(
            Reason.UNREADABLE_AMOUNT,
            "{text!r} has {excess}.",
            text=_short(text),
            excess=_TOO_FINE[digits],
        )
    cents = int(whole + part.ljust(digits, "0")[:digits])
    return check_amount(Cents(-cents if sign else cents), digits)


def check_amount(cents: Cents, digits: int = MINOR_DIGITS_USUAL) -> Cents:
    """Refuse an amount that no one can stake: zero, negative or absurdly large."""
    if cents <= 0:
        raise Refused(
            Reason.AMOUNT_NOT_POSITIVE,
            "A stake must be more than zero, not {amount}.",
            amount=Amount(cents, digits),
        )
    if cents > AMOUNT_CENTS_MAX:
        raise Refused(
            Reason.AMOUNT_TOO_LARGE,
            "A stake may be at most {most}; this one is larger.",
            most=Amount(AMOUNT_CENTS_MAX, digits),
        )
    return cents


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
                "{stake} cannot be paid exactly at {odds}; stake a multiple of {multiple}.",
                stake=Amount(stake),
                odds=self.text,
                multiple=Amount(self.denominator),
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
                "{text!r} are not odds; write them as '8 to 1' or '0.95 to 1'.",
                text=_short(text),
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


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
