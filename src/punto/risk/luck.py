"""Luck: what stakes that were really made should have won for the house, and what they did.

The law of a round is the exact distribution of a whole shoe of its edition and decks. Theoretical
win and variance are exact fractions, with the covariances of stakes on the same round. Only what is
read off them, such as z and the chances of a result, is rounded.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, reduce
from math import erfc, gcd, lcm, sqrt

import numpy as np

from punto.odds.composition import Composition
from punto.odds.distribution import Distribution, distribution
from punto.odds.stakes import covariance, expectation, profits
from punto.risk.result import RoundResult, round_result
from punto.risk.spread import Floats, Spread
from punto.rules.game import Game

NORMAL_95 = 1.959963984540054  # deviations on either side of the mean that hold 95 %
CELLS_MAX = 1 << 15  # of a convolution; where results are further apart, near ones share a cell
DOMINATED = 50  # rounds of equal stakes: where the variance is that of fewer, few rounds dominate


class How(StrEnum):
    """How chances and interval were found."""

    NORMAL = "normal"  # from mean and deviation alone
    EXACT = "exact"  # from the distribution of every round
    MIXED = "largest-exact"  # of the largest rounds, and the normal one for the rest
    REVERSED = "reversed"  # rounds of an earlier period were reversed: no chance to speak of


class Weights:
    """Exact weights over one denominator: a weighted sum takes integers until its end."""

    def __init__(self, weights: Mapping[str, Fraction]) -> None:
        self._denominator = lcm(*(each.denominator for each in weights.values()))
        self._numerators = {
            name: each.numerator * (self._denominator // each.denominator)
            for name, each in weights.items()
        }

    def sum(self, amounts: Mapping[str, int]) -> Fraction:
        """The sum of amounts, each times its weight."""
        whole = sum(amount * self._numerators[name] for name, amount in amounts.items())
        return Fraction(whole, self._denominator)


@dataclass(frozen=True)
class LawMoments:
    """The exact edges of a game's wagers and their covariances, for one number of decks."""

    game: Game
    distribution: Distribution
    edges: Mapping[str, Fraction]
    covariances: Mapping[str, Fraction]  # by two wagers in order of their names, as `banker tie`

    def theoretical_cents(self, handle: Mapping[str, int]) -> Fraction:
        """The exact theoretical win of the house on stakes by wager."""
        return self._edges.sum(handle)

    def variance(self, products: Mapping[str, int]) -> Fraction:
        """The exact variance, from the sums over rounds of the products of stakes."""
        return self._covariances.sum(products)

    @cached_property
    def _edges(self) -> Weights:
        return Weights(self.edges)

    @cached_property
    def _covariances(self) -> Weights:
        """Each as often as it counts: that of two wagers twice."""
        pairs = {pair: pair.split(" ") for pair in self.covariances}
        return Weights(
            {
                pair: (1 if one == other else 2) * self.covariances[pair]
                for pair, (one, other) in pairs.items()
            }
        )

    def result(self, stakes: Mapping[str, int]) -> RoundResult:
        """The distribution of one round's result for its patrons."""
        wagers = {self.game.wager(wager): cents for wager, cents in stakes.items() if cents > 0}
        if any(wager.needs_cards or cents % profits(wager)[0] for wager, cents in wagers.items()):
            return round_result(self.distribution, wagers)
        nets = np.zeros(len(self.distribution.counts), np.int64)
        for wager, cents in wagers.items():
            parts, by_outcome = profits(wager)
            nets += cents // parts * np.array(by_outcome, np.int64)
        results, places = np.unique(nets, return_inverse=True)
        deals = np.zeros(len(results), np.int64)
        np.add.at(deals, places, np.array(self.distribution.counts, np.int64))
        weights = dict(zip(results.tolist(), deals.tolist(), strict=True))
        return RoundResult(sum(stakes.values()), weights, sum(weights.values()))


_MOMENTS: dict[tuple[str, int], LawMoments] = {}  # a name has one meaning


def law_moments(game: Game, decks: int) -> LawMoments:
    """The moments of a game with so many decks; computed once."""
    if (game.ref, decks) not in _MOMENTS:
        shoe = distribution(Composition.of_decks(decks))
        wagers = sorted(game.wagers, key=lambda wager: wager.id)
        _MOMENTS[game.ref, decks] = LawMoments(
            game,
            shoe,
            {wager.id: -expectation(shoe, wager) for wager in game.wagers},
            {
                f"{one.id} {other.id}": covariance(shoe, one, other)
                for place, one in enumerate(wagers)
                for other in wagers[place:]
            },
        )
    return _MOMENTS[game.ref, decks]


@dataclass(frozen=True)
class Luck:
    """A result beside what theory says of it, all in minor units."""

    rounds: int
    handle_cents: int
    win_cents: int
    theoretical_cents: Fraction
    variance: Fraction
    low_cents: int  # the 95 % interval
    high_cents: int
    at_most: float  # the chance of a win this low or lower
    at_least: float  # the chance of a win this high or higher
    how: How
    usual_hold: Fraction | None = None  # the theoretical hold of the usual mix of bets

    @property
    def deviation_cents(self) -> float:
        return sqrt(max(float(self.variance), 0.0))

    @property
    def z(self) -> float | None:
        """How many deviations the win is from theory; None where nothing can vary."""
        if self.variance <= 0:
            return None
        return float(self.win_cents - self.theoretical_cents) / self.deviation_cents

    @property
    def luck_cents(self) -> Fraction:
        """The part of the difference that the stakes made do not explain."""
        return self.win_cents - self.theoretical_cents

    @property
    def mix_cents(self) -> Fraction | None:
        """The part that comes from patrons choosing other bets than usual."""
        if self.usual_hold is None:
            return None
        return self.theoretical_cents - self.handle_cents * self.usual_hold


def assess(
    rounds: int,
    handle_cents: int,
    win_cents: int,
    theoretical_cents: Fraction,
    variance: Fraction,
    *,
    largest: Sequence[RoundResult] = (),
    is_whole: bool = True,
    usual_hold: Fraction | None = None,
) -> Luck:
    """Put a win beside its theory; `largest` are the rounds to convolve, all if `is_whole`."""
    mean = float(theoretical_cents)
    if largest:
        how = How.EXACT if is_whole else How.MIXED
        if is_whole:
            spread = convolve(largest)
        else:
            rest = variance - sum((each.variance for each in largest), Fraction(0))
            rest_mean = mean + float(sum((each.mean for each in largest), Fraction(0)))
            deviation = sqrt(max(float(rest), 0.0))
            spread = convolve(largest, max(1, int(deviation / 10)))
            spread = add_normal(spread, rest_mean, deviation)
        low, high = spread.interval(0.95)
        half = spread.step / 2  # of a cell that holds several results
        at_most = float(spread.chances[spread.results < win_cents + half].sum())
        at_least = float(spread.chances[spread.results > win_cents - half].sum())
    else:
        how = How.NORMAL if variance >= 0 else How.REVERSED
        sigma = sqrt(max(float(variance), 0.0))
        low, high = round(mean - NORMAL_95 * sigma), round(mean + NORMAL_95 * sigma)
        at_most = _phi((win_cents - mean) / sigma) if sigma else float(win_cents >= mean)
        at_least = _phi((mean - win_cents) / sigma) if sigma else float(win_cents <= mean)
    return Luck(
        rounds,
        handle_cents,
        win_cents,
        theoretical_cents,
        variance,
        low,
        high,
        min(max(at_most, 0.0), 1.0),
        min(max(at_least, 0.0), 1.0),
        how,
        usual_hold,
    )


def is_dominated(square: int, fourth: int) -> bool:
    """Whether a few rounds dominate, from the sums of the squares and fourth powers of stakes."""
    return square * square < DOMINATED * fourth


def convolve(results: Iterable[RoundResult], finest: int | None = None) -> Spread:
    """The distribution of the house's win over rounds, on a lattice as fine as they need.

    Or as fine as `finest`, if something else is to be added.
    """
    rounds = list(results)
    step = reduce(gcd, (each.step for each in rounds))
    step = step if finest is None else min(step, finest)
    reach = sum(each.highest - each.lowest for each in rounds)
    while reach // step > CELLS_MAX:
        step *= 2
    chances = np.ones(1)
    lowest = 0
    for each in sorted(rounds, key=lambda result: result.highest - result.lowest):
        nets = [(-net, weight / each.deals) for net, weight in each.weights.items()]
        places = [(round(win / step), chance) for win, chance in nets]
        first = min(place for place, _ in places)
        reach = max(place for place, _ in places) - first
        wider = np.zeros(len(chances) + reach)
        for place, chance in places:
            wider[place - first : place - first + len(chances)] += chance * chances
        chances, lowest = wider, lowest + first
    return Spread(lowest * step, step, chances)


def add_normal(spread: Spread, mean: float, deviation: float) -> Spread:
    """A distribution with an independent normal result added, on its own lattice."""
    step = spread.step
    reach = round(8 * deviation / step) + 1
    middle = round(mean / step)
    bounds = (np.arange(-reach, reach + 2) + middle - 0.5) * step
    if deviation:
        below = [_phi((bound - mean) / deviation) for bound in bounds.tolist()]
    else:
        below = [float(bound > mean) for bound in bounds.tolist()]
    normal = np.diff(np.array(below))
    size = len(normal) + len(spread.chances) - 1
    product = np.fft.rfft(normal, size) * np.fft.rfft(spread.chances, size)
    chances: Floats = np.maximum(np.fft.irfft(product, size), 0.0)
    return Spread(spread.lowest + (middle - reach) * step, step, chances)


def _phi(distance: float) -> float:
    """The chance that a normal result is at most so many deviations above its mean."""
    return erfc(-distance / sqrt(2)) / 2
