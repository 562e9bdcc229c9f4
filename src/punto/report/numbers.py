"""Figures as a sheet prints them: decimals rounded from the exact fraction, dates, editions."""

from datetime import date
from fractions import Fraction

from punto.rules.game import Game

MINUS = "−"
NONE = "–"


def decimal(value: Fraction | float, places: int, *, sign: bool = False) -> str:
    """Round the exact value to a number of decimals, half to even.

    >>> decimal(Fraction(-1, 8), 2), decimal(Fraction(2, 3), 4, sign=True)
    ('−0.12', '+0.6667')
    """
    scaled = round(Fraction(value) * 10**places)
    whole, part = divmod(abs(scaled), 10**places)
    before = MINUS if scaled < 0 else "+" if sign and scaled > 0 else ""
    return f"{before}{whole:,}.{part:0{places}d}" if places else f"{before}{whole:,}"


def percent(value: Fraction | float, places: int = 4) -> str:
    """Print a share in percent.

    >>> percent(Fraction(1, 3))
    '33.3333%'
    """
    return f"{decimal(Fraction(value) * 100, places)}%"


def ratio(value: Fraction) -> str:
    """Print the exact fraction, in lowest terms.

    >>> ratio(Fraction(-3, 6))
    '−1/2'
    """
    before = MINUS if value < 0 else ""
    return f"{before}{abs(value.numerator)}/{value.denominator}"


def one_in(probability: Fraction) -> str:
    """Print a probability as "one in" a number of rounds.

    >>> one_in(Fraction(3, 100)), one_in(Fraction(0))
    ('33.33', '–')
    """
    return decimal(1 / probability, 2) if probability else NONE


def chance(value: float) -> str:
    """Print a p-value with four decimals, or in scientific notation if tiny.

    >>> chance(0.25), chance(3e-9)
    ('0.2500', '3.0e−09')
    """
    return decimal(value, 4) if value >= 0.001 else f"{value:.1e}".replace("-", MINUS)


def day(when: date) -> str:
    """Print a date with the month's name.

    >>> day(date(2019, 10, 8))
    '8 October 2019'
    """
    return f"{when.day} {when:%B %Y}"


def print_edition(game: Game) -> str:
    """Print the edition's name, or its date if it has no number.

    >>> from punto.rules.games import find_game
    >>> print_edition(find_game("tiger"))
    'Version 2'
    >>> print_edition(find_game("dragon-tiger-no-commission"))
    'edition of 7 December 2023'
    """
    numbered = any(letter.isdigit() for letter in game.edition)
    return game.edition if numbered else f"edition of {day(game.effective)}"
