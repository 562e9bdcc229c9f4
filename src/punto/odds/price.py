"""Price: what a wager is worth under a law, every figure an exact fraction until it is printed."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import sqrt

from punto.odds.law import Law, sum_columns
from punto.odds.lines import columns_of, line_profits
from punto.rules.wagers import Pays, Wager


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
    """A wager under a law, for a stake of one unit; kept as counts, told as fractions.

    A void round returns the stake: it is no win, no loss and no push of the wager's own.
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
        """The chance that one of the lines pays."""
        return Fraction(sum(self.won), self.deals)

    @property
    def loss_rate(self) -> Fraction:
        return Fraction(self._lost, self.deals)

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

    @property
    def _lost(self) -> int:
        return self.deals - sum(self.won) - self.pushed - self.voided

    def _moment(self, power: int) -> Fraction:
        """In whole numbers up to the one division: a sum of fractions would take far longer."""
        parts, pays = line_profits(self.wager)
        paid = sum(count * each**power for count, each in zip(self.won, pays, strict=True))
        return Fraction(paid + self._lost * (-parts) ** power, self.deals * parts**power)


def prices(law: Law, wagers: Iterable[Wager]) -> tuple[Price, ...]:
    """Price wagers: add up the deals of each of their lines, all in one pass."""
    columns = columns_of(wagers)
    sums = iter(sum_columns(law.counted[None, :], columns)[0].tolist())
    return tuple(
        Price(wager, tuple(islice(sums, len(wager.lines))), next(sums), law.void, law.deals)
        for wager in columns.wagers
    )


def price(law: Law, wager: Wager) -> Price:
    """Price one wager.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.law import law
    >>> from punto.rules.games import find_game
    >>> tiger = find_game("tiger").wager("tiger")
    >>> round(float(price(law(Composition.of_decks(8)), tiger).house_edge), 8)
    0.16683572
    """
    return prices(law, [wager])[0]
