"""Price: what a wager is worth under a law, every figure an exact fraction until it is printed."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from punto.odds.law import Law
from punto.odds.lines import line_members
from punto.rules.wagers import Pays, Wager

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class LinePrice:
    """One pay line and the chance that it pays."""

    line: Pays
    probability: Fraction

    @property
    def profit(self) -> Fraction:
        """What it pays for each unit staked."""
        odds = self.line.odds
        return Fraction(odds.numerator, odds.denominator)


@dataclass(frozen=True)
class Price:
    """A wager under a law, for a stake of one unit.

    A void round returns the stake: it is no win, no loss and no push of the wager's own.
    """

    wager: Wager
    lines: tuple[LinePrice, ...]
    push: Fraction
    void: Fraction

    @cached_property
    def hit_rate(self) -> Fraction:
        """The chance that one of the lines pays."""
        return sum((line.probability for line in self.lines), ZERO)

    @cached_property
    def loss_rate(self) -> Fraction:
        return 1 - self.hit_rate - self.push - self.void

    @cached_property
    def ev(self) -> Fraction:
        """The expected profit; the house edge is its opposite."""
        return self._moment(1)

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @cached_property
    def edge_per_resolved(self) -> Fraction | None:
        """The house edge on bets that are won or lost; None where none ever is."""
        resolved = self.hit_rate + self.loss_rate
        return self.house_edge / resolved if resolved else None

    @cached_property
    def variance(self) -> Fraction:
        return self._moment(2) - self.ev**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @cached_property
    def third_moment(self) -> Fraction:
        """The third central moment, whose ratio to the cube of the deviation is the skewness."""
        return self._moment(3) - 3 * self.ev * self._moment(2) + 2 * self.ev**3

    @property
    def skewness(self) -> float | None:
        """None where the profit never varies."""
        return float(self.third_moment) / float(self.variance) ** 1.5 if self.variance else None

    def _moment(self, power: int) -> Fraction:
        won = sum((line.probability * line.profit**power for line in self.lines), ZERO)
        return won - self.loss_rate if power % 2 else won + self.loss_rate


def price(law: Law, wager: Wager) -> Price:
    """Price a wager: add up the deals of each of its lines.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.law import law
    >>> from punto.rules.games import find_game
    >>> tiger = find_game("tiger").wager("tiger")
    >>> round(float(price(law(Composition.of_decks(8)), tiger).house_edge), 8)
    0.16683572
    """
    *paid, push = (
        Fraction(sum(law.counts[index] for index in members), law.deals)
        for members in line_members(wager)
    )
    lines = tuple(map(LinePrice, wager.lines, paid))
    return Price(wager, lines, push, void=Fraction(law.void, law.deals))
