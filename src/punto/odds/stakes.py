"""Stakes together: covariances, and the exact mean and variance of a set of stakes in one round.

Wagers are decided by the same cards, so a patron's stakes are not independent: Tiger and Banker
win together, Player and Banker never do. All of it follows from the law over outcomes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt

from punto.odds.law import Law
from punto.odds.lines import line_profits
from punto.rules.wagers import Wager, verdicts


@cache
def profits(wager: Wager) -> tuple[int, tuple[int, ...]]:
    """The profit on each outcome in whole parts of a unit, and how many parts make the unit.

    >>> from punto.rules.games import find_game
    >>> parts, by_outcome = profits(find_game("tiger").wager("banker"))
    >>> parts, sorted(set(by_outcome))
    (20, [-20, 0, 19])
    """
    parts, pays = line_profits(wager)
    paid = dict(zip(wager.lines, pays, strict=True))
    return parts, tuple(
        paid[verdict.line] if verdict.line is not None else 0 if verdict.pushes else -parts
        for verdict in verdicts(wager)
    )


def expectation(law: Law, wager: Wager) -> Fraction:
    """The expected profit of a unit, from the law alone."""
    parts, by_outcome = profits(wager)
    total = sum(n * profit for n, profit in zip(law.counts, by_outcome, strict=True))
    return Fraction(total, law.deals * parts)


def covariance(law: Law, one: Wager, other: Wager) -> Fraction:
    """How the profits of two wagers move together; a wager with itself gives its variance.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.law import law
    >>> from punto.rules.games import find_game
    >>> player, banker, *_ = find_game("tiger").wagers
    >>> round(float(covariance(law(Composition.of_decks(8)), player, banker)), 6)
    -0.882045
    """
    parts, profit = profits(one)
    other_parts, other_profit = profits(other)
    every = zip(law.counts, profit, other_profit, strict=True)
    total = sum(n * x * y for n, x, y in every)
    together = Fraction(total, law.deals * parts * other_parts)
    return together - expectation(law, one) * expectation(law, other)


def correlation(law: Law, one: Wager, other: Wager) -> float | None:
    """The covariance in units of the two deviations; None where one of them is nil."""
    scale = covariance(law, one, one) * covariance(law, other, other)
    return float(covariance(law, one, other)) / sqrt(scale) if scale else None


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a set of stakes may expect of one round."""

    staked: Fraction
    ev: Fraction
    variance: Fraction

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


def prospect(law: Law, stakes: Mapping[Wager, Fraction | int]) -> Prospect:
    """The exact mean and variance of stakes placed together, in the unit they are given in."""
    amounts = [(wager, Fraction(amount)) for wager, amount in stakes.items()]
    return Prospect(
        staked=sum((amount for _, amount in amounts), Fraction(0)),
        ev=sum((amount * expectation(law, wager) for wager, amount in amounts), Fraction(0)),
        variance=sum(
            (
                x * y * covariance(law, one, other)
                for (one, x), (other, y) in product(amounts, amounts)
            ),
            Fraction(0),
        ),
    )
