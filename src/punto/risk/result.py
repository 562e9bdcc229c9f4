"""The result of one round: what stakes placed together win or lose, with exact weights."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, sqrt

from punto.messages import Amount
from punto.odds.distribution import Distribution
from punto.odds.joint import joint_profits
from punto.odds.lines import line_profits
from punto.odds.stakes import profits
from punto.refusals import Reason, Refused
from punto.rules.wagers import Wager


@dataclass(frozen=True)
class RoundResult:
    """How many deals of a shoe come to each net result, in minor units.

    Stakes on several wagers are settled by the same cards, so their covariance is part of it.
    """

    staked: int
    weights: Mapping[int, int]  # deals by net result, in order of the result
    deals: int

    @cached_property
    def step(self) -> int:
        """Every net result is a multiple of this."""
        return gcd(*self.weights) or 1

    @property
    def lowest(self) -> int:
        return min(self.weights)

    @property
    def highest(self) -> int:
        return max(self.weights)

    @cached_property
    def mean(self) -> Fraction:
        return self._moment(1)

    @cached_property
    def variance(self) -> Fraction:
        return self._moment(2) - self.mean**2

    @property
    def skewness(self) -> float | None:
        """None where the result never varies."""
        if not self.variance:
            return None
        third = self._moment(3) - 3 * self.mean * self._moment(2) + 2 * self.mean**3
        return float(third) / sqrt(self.variance) ** 3

    def probability(self, net: int) -> Fraction:
        return Fraction(self.weights.get(net, 0), self.deals)

    def times(self, factor: int) -> "RoundResult":
        """The same stakes, so many times as large."""
        weights = {net * factor: weight for net, weight in self.weights.items()}
        return RoundResult(self.staked * factor, weights, self.deals)

    def _moment(self, power: int) -> Fraction:
        total = sum(weight * net**power for net, weight in self.weights.items())
        return Fraction(total, self.deals)


def round_result(distribution: Distribution, stakes: Mapping[Wager, int]) -> RoundResult:
    """The result of these stakes, in minor units, in the next round.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.distribution import distribution
    >>> from punto.rules.games import find_game
    >>> banker = find_game("tiger").wager("banker")
    >>> result = round_result(distribution(Composition.of_decks(8)), {banker: 100})
    >>> list(result.weights), round(float(result.mean), 6)
    ([-100, 0, 95], -1.057906)
    """
    units = {wager: _units(wager, cents) for wager, cents in stakes.items()}
    weights: Counter[int] = Counter()
    if any(wager.needs_cards for wager in stakes):
        for count, by_wager in joint_profits(distribution, tuple(stakes)):
            net = sum(n * profit for n, profit in zip(units.values(), by_wager, strict=True))
            weights[net] += count
    else:
        nets = [0] * len(distribution.counts)
        for wager, many in units.items():
            for index, profit in enumerate(profits(wager)[1]):
                nets[index] += many * profit
        for net, count in zip(nets, distribution.counts, strict=True):
            if count:
                weights[net] += count
        if distribution.void:
            weights[0] += distribution.void
    deals = sum(weights.values())
    return RoundResult(sum(stakes.values()), dict(sorted(weights.items())), deals)


def _units(wager: Wager, cents: int) -> int:
    """How many parts of a unit are staked, of which every pay line is a whole number."""
    parts, _ = line_profits(wager)
    if cents <= 0:
        raise Refused(
            Reason.AMOUNT_NOT_POSITIVE,
            "The bet on {wager} must be more than zero.",
            wager=wager.id,
        )
    if cents % parts:
        raise Refused(
            Reason.UNIT_NOT_EXACT,
            "{cents} on {wager} cannot be paid exactly; bet a multiple of {parts}.",
            cents=Amount(cents),
            wager=wager.id,
            parts=Amount(parts),
        )
    return cents // parts
