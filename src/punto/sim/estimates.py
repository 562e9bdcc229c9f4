"""Estimates: simulated wagers and outcomes compared with their exact values.

By exchangeability every round with an ordinal that all shoes reach has exactly the distribution of
the first round, so the simulation is tested on those rounds. The rounds beyond are dealt only from
shoes whose earlier rounds took few cards, so their distribution differs slightly: this is the
cut-card effect, and it is estimated from those rounds alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, sqrt

from punto.odds.composition import Composition
from punto.odds.distribution import Distribution, distribution
from punto.odds.stakes import covariance, expectation, profits
from punto.rules.wagers import Wager
from punto.sim.chi_square import chi_square_tail
from punto.sim.tally import Ints

EXPECTED_MIN = 5.0  # rarer outcomes are pooled, as is usual for chi-square


@dataclass(frozen=True, slots=True)
class Estimate:
    """A wager's mean profit over some rounds, compared with the exact first-round value.

    The standard error is that of independent rounds of the exact distribution. Rounds of one shoe
    share its cards, but over many seeds the spread of z is right to within two per cent.
    """

    rounds: int
    ev: float
    stderr: float
    exact_ev: float

    @property
    def z(self) -> float:
        """Return the distance from the exact value in standard errors; zero without rounds."""
        return (self.ev - self.exact_ev) / self.stderr if self.rounds else 0.0


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """A chi-square test of all outcomes against the exact distribution."""

    rounds: int
    statistic: float
    freedom: int
    pooled: int  # how many outcomes were too rare and are pooled

    @property
    def p_value(self) -> float:
        """Return the probability of a fit at least this bad if the distribution is right."""
        return chi_square_tail(self.statistic, self.freedom)


@lru_cache(maxsize=16)
def exact_distribution(decks: int) -> Distribution:
    """Return the exact distribution of the first round from a number of full decks."""
    return distribution(Composition.of_decks(decks))


def estimate(counts: Ints, wager: Wager, exact: Distribution) -> Estimate:
    """Estimate one wager's mean from counts by outcome index; only the last steps are rounded."""
    mean, variance = float(expectation(exact, wager)), float(covariance(exact, wager, wager))
    rounds = int(counts.sum())
    if not rounds:
        return Estimate(0, mean, 0.0, mean)
    parts, by_outcome = profits(wager)
    total = sum(n * each for n, each in zip(counts.tolist(), by_outcome, strict=True))
    return Estimate(rounds, total / (rounds * parts), sqrt(variance / rounds), mean)


def estimates(counts: Ints, wagers: Iterable[Wager], exact: Distribution) -> dict[str, Estimate]:
    """Estimate each wager's mean, by id."""
    return {wager.id: estimate(counts, wager, exact) for wager in wagers}


def chi_square(counts: Ints, exact: Distribution) -> ChiSquare:
    """Compute Pearson's statistic, pooling outcomes expected less than five times."""
    rounds = int(counts.sum())
    cells = sorted(
        (rounds * chance / exact.deals, seen)
        for chance, seen in zip(exact.counts, counts.tolist(), strict=True)
    )
    pooled, hoped, seen = 0, 0.0, 0
    # The pool itself must be large enough: extend it with the next outcomes until it is.
    while pooled < len(cells) and (cells[pooled][0] < EXPECTED_MIN or 0 < hoped < EXPECTED_MIN):
        hoped, seen, pooled = hoped + cells[pooled][0], seen + cells[pooled][1], pooled + 1
    tested = cells[pooled:] + ([(hoped, seen)] if pooled else [])
    if len(tested) < 2:
        return ChiSquare(rounds, 0.0, 0, pooled)
    statistic = fsum((seen - hoped) ** 2 / hoped for hoped, seen in tested)
    return ChiSquare(rounds, statistic, len(tested) - 1, pooled)
