"""The price of a wager under a distribution; every figure is an exact fraction until printed."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from math import sqrt
from typing import NamedTuple

from punto.odds.distribution import Distribution, sum_columns
from punto.odds.lines import columns_of, line_profits
from punto.odds.refined_lines import count_lines
from punto.rules.wagers import Pays, Wager


@dataclass(frozen=True, slots=True)
class LinePrice:
    """One pay line and the probability that it pays."""

    line: Pays
    probability: Fraction

    @property
    def profit(self) -> Fraction:
        """What it pays for each unit staked."""
        odds = self.line.odds
        return Fraction(odds.numerator, odds.denominator)


@dataclass(frozen=True)
class Price:
    """A wager under a distribution, for a stake of one unit; stored as counts.

    A void round returns the stake: it is not a win, a loss or a push.
    """

    wager: Wager
    won: tuple[int, ...]  # deals that each line pays
    pushed: int
    voided: int
    deals: int

    @cached_property
    def lines(self) -> tuple[LinePrice, ...]:
        chances = (Fraction(count, self.deals) for count in self.won)
        return tuple(map(LinePrice, self.wager.lines, chances))

    @property
    def push(self) -> Fraction:
        return Fraction(self.pushed, self.deals)

    @property
    def void(self) -> Fraction:
        return Fraction(self.voided, self.deals)

    @property
    def hit_rate(self) -> Fraction:
        """The probability that one of the lines pays."""
        return Fraction(sum(self.won), self.deals)

    @property
    def loss_rate(self) -> Fraction:
        return Fraction(self.lost, self.deals)

    @cached_property
    def ev(self) -> Fraction:
        """The expected profit; the house edge is its negative."""
        return Fraction(*self._moments.mean)

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @cached_property
    def edge_per_resolved(self) -> Fraction | None:
        """The house edge on bets that are won or lost; None if none can be."""
        resolved = self.hit_rate + self.loss_rate
        return self.house_edge / resolved if resolved else None

    @cached_property
    def variance(self) -> Fraction:
        return Fraction(*self._moments.variance)

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @cached_property
    def third_moment(self) -> Fraction:
        """The third central moment; divided by the cube of the deviation, the skewness."""
        return Fraction(*self._moments.third_central)

    @property
    def skewness(self) -> float | None:
        """The skewness; None if the profit is constant."""
        return self._moments.skewness

    @property
    def lost(self) -> int:
        """The deals that lose."""
        return self.deals - sum(self.won) - self.pushed - self.voided

    @cached_property
    def _moments(self) -> "Moments":
        return moments(self)


class Moments(NamedTuple):
    """The sums of the profit's first three powers over all deals, in parts of a unit.

    Integers up to one final division, which is much faster than a sum of fractions.
    """

    deals: int
    parts: int  # how many make a unit, so that every line pays a whole number of them
    first: int
    second: int
    third: int

    @property
    def mean(self) -> tuple[int, int]:
        """Numerator and denominator, not reduced, like the others."""
        return self.first, self.deals * self.parts

    @property
    def variance(self) -> tuple[int, int]:
        return self.second * self.deals - self.first**2, (self.deals * self.parts) ** 2

    @property
    def third_central(self) -> tuple[int, int]:
        deals, parts, first, second, third = self
        return (third * deals - 3 * first * second) * deals + 2 * first**3, (deals * parts) ** 3

    @property
    def skewness(self) -> float | None:
        """The skewness; None if the profit is constant."""
        above, below = self.variance
        if not above:
            return None
        third, third_below = self.third_central
        return float(third / third_below / (above / below) ** 1.5)


def moments(price: Price) -> Moments:
    """Add up the profit of every deal, its square and its cube."""
    parts, pays = line_profits(price.wager)
    first, second, third = 0, 0, 0
    for count, each in ((price.lost, -parts), *zip(price.won, pays, strict=True)):
        first += (once := count * each)
        second += (twice := once * each)
        third += twice * each
    return Moments(price.deals, parts, first, second, third)


def prices(distribution: Distribution, wagers: Iterable[Wager]) -> tuple[Price, ...]:
    """Price wagers: add up the deals of each of their lines, all in one pass.

    Wagers that depend on the cards themselves are priced from a distribution refined for each.
    """
    given = tuple(wagers)
    on_cards = _on_cards(given)
    columns = columns_of(wager for wager in given if wager not in on_cards)
    sums = iter(sum_columns(distribution.counted[None, :], columns)[0].tolist())
    return tuple(
        _refined(distribution, wager)
        if wager in on_cards
        else Price(
            wager,
            tuple(islice(sums, len(wager.lines))),
            next(sums),
            distribution.void,
            distribution.deals,
        )
        for wager in given
    )


@lru_cache(maxsize=64)
def _on_cards(wagers: tuple[Wager, ...]) -> frozenset[Wager]:
    return frozenset(wager for wager in wagers if wager.needs_cards)


def _refined(distribution: Distribution, wager: Wager) -> Price:
    won, pushed, void, deals = count_lines(distribution.composition, distribution.known, wager)
    return Price(wager, won, pushed, void, deals)


def price(distribution: Distribution, wager: Wager) -> Price:
    """Price one wager.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.distribution import distribution
    >>> from punto.rules.games import find_game
    >>> tiger = find_game("tiger").wager("tiger")
    >>> round(float(price(distribution(Composition.of_decks(8)), tiger).house_edge), 8)
    0.16683572
    """
    return prices(distribution, [wager])[0]
