"""Sets of stakes: covariances, and the exact mean and variance of stakes in one round.

Wagers are decided by the same cards, so a patron's stakes are not independent: Tiger and Banker
win together, Player and Banker never do. All of it follows from the distribution over outcomes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt

from punto.odds.distribution import Distribution
from punto.odds.joint import joint_profits
from punto.odds.lines import line_profits
from punto.odds.price import price
from punto.rules.wagers import Wager, verdicts


@cache
def profits(wager: Wager) -> tuple[int, tuple[int, ...]]:
    """The number of parts in a unit, and the profit on each outcome in whole parts.

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


def expectation(distribution: Distribution, wager: Wager) -> Fraction:
    """The expected profit of a unit, from the distribution."""
    if wager.needs_cards:
        return price(distribution, wager).ev
    parts, by_outcome = profits(wager)
    total = sum(n * profit for n, profit in zip(distribution.counts, by_outcome, strict=True))
    return Fraction(total, distribution.deals * parts)


def covariance(distribution: Distribution, one: Wager, other: Wager) -> Fraction:
    """The covariance of the profits of two wagers; of a wager with itself, its variance.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.distribution import distribution
    >>> from punto.rules.games import find_game
    >>> player, banker, *_ = find_game("tiger").wagers
    >>> round(float(covariance(distribution(Composition.of_decks(8)), player, banker)), 6)
    -0.882045
    """
    if one == other and one.needs_cards:
        return price(distribution, one).variance
    if one.needs_cards or other.needs_cards:
        return _covariance_on_cards(distribution, one, other)
    parts, profit = profits(one)
    other_parts, other_profit = profits(other)
    every = zip(distribution.counts, profit, other_profit, strict=True)
    total = sum(n * x * y for n, x, y in every)
    together = Fraction(total, distribution.deals * parts * other_parts)
    return together - expectation(distribution, one) * expectation(distribution, other)


def _covariance_on_cards(distribution: Distribution, one: Wager, other: Wager) -> Fraction:
    """The same from the cards themselves, where outcomes do not decide one of the two."""
    joint = joint_profits(distribution, (one, other))
    parts = line_profits(one)[0] * line_profits(other)[0]
    deals = sum(deals for deals, _ in joint)
    together = Fraction(sum(deals * x * y for deals, (x, y) in joint), deals * parts)
    return together - expectation(distribution, one) * expectation(distribution, other)


def correlation(distribution: Distribution, one: Wager, other: Wager) -> float | None:
    """The correlation of the profits of two wagers; None if one of them is constant."""
    scale = covariance(distribution, one, one) * covariance(distribution, other, other)
    return float(covariance(distribution, one, other)) / sqrt(scale) if scale else None


@dataclass(frozen=True, slots=True)
class Prospect:
    """The expected result of a set of stakes in one round, and its variance."""

    staked: Fraction
    ev: Fraction
    variance: Fraction

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


def prospect(distribution: Distribution, stakes: Mapping[Wager, Fraction | int]) -> Prospect:
    """The exact mean and variance of stakes placed together, in their own unit."""
    amounts = [(wager, Fraction(amount)) for wager, amount in stakes.items()]
    return Prospect(
        staked=sum((amount for _, amount in amounts), Fraction(0)),
        ev=sum(
            (amount * expectation(distribution, wager) for wager, amount in amounts), Fraction(0)
        ),
        variance=sum(
            (
                x * y * covariance(distribution, one, other)
                for (one, x), (other, y) in product(amounts, amounts)
            ),
            Fraction(0),
        ),
    )
