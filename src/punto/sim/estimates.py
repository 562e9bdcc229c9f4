"""Estimates: what a simulation says of each wager and of the whole law, against the exact values.

By exchangeability every round of an ordinal that all shoes reach follows the law of the first
round exactly; so that is where the simulation is tested against the exact law. The rounds beyond
are dealt only from shoes whose earlier rounds took few cards. Their law is another one, a little:
that is the cut-card effect, and it is estimated from them alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, sqrt

from punto.odds.composition import Composition
from punto.odds.law import Law, law
from punto.odds.stakes import covariance, expectation, profits
from punto.rules.wagers import Wager
from punto.sim.gamma import chi_square_tail
from punto.sim.tally import Ints

EXPECTED_MIN = 5.0  # rarer outcomes are pooled, as is usual for chi-square


@dataclass(frozen=True, slots=True)
class Estimate:
    """A wager's mean profit in some rounds, and how far from the exact first-round value.

    The standard error is that of independent rounds of the exact law. Rounds of one shoe share its
    cards, but over many seeds z scatters as it should to within two per cent.
    """

    rounds: int
    ev: float
    stderr: float
    exact_ev: float

    @property
    def z(self) -> float:
        """The distance from the exact value in standard errors; nil where nothing was dealt."""
        return (self.ev - self.exact_ev) / self.stderr if self.rounds else 0.0


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """All outcomes at once against the exact law."""

    rounds: int
    statistic: float
    freedom: int
    pooled: int  # how many outcomes were too rare and are counted together

    @property
    def p_value(self) -> float:
        """The chance of a fit at least as bad, if the law is right."""
        return chi_square_tail(self.statistic, self.freedom)


@lru_cache(maxsize=16)
def exact_law(decks: int) -> Law:
    """The exact law of the first round from so many full decks."""
    return law(Composition.of_decks(decks))


def estimate(counts: Ints, wager: Wager, exact: Law) -> Estimate:
    """One wager's mean over rounds counted by outcome index; only the last steps are rounded."""
    mean, variance = float(expectation(exact, wager)), float(covariance(exact, wager, wager))
    rounds = int(counts.sum())
    if not rounds:
        return Estimate(0, mean, 0.0, mean)
    parts, by_outcome = profits(wager)
    total = sum(n * each for n, each in zip(counts.tolist(), by_outcome, strict=True))
    return Estimate(rounds, total / (rounds * parts), sqrt(variance / rounds), mean)


def estimates(counts: Ints, wagers: Iterable[Wager], exact: Law) -> dict[str, Estimate]:
    """Each wager's mean, by its id."""
    return {wager.id: estimate(counts, wager, exact) for wager in wagers}


def chi_square(counts: Ints, exact: Law) -> ChiSquare:
    """Pearson's statistic over outcomes, those expected less than five times pooled in one cell."""
    rounds = int(counts.sum())
    cells = sorted(
        (rounds * chance / exact.deals, seen)
        for chance, seen in zip(exact.counts, counts.tolist(), strict=True)
    )
    pooled, hoped, seen = 0, 0.0, 0
    # The pool itself must be large enough: it takes in the next outcomes until it is.
    while pooled < len(cells) and (cells[pooled][0] < EXPECTED_MIN or 0 < hoped < EXPECTED_MIN):
        hoped, seen, pooled = hoped + cells[pooled][0], seen + cells[pooled][1], pooled + 1
    kept = cells[pooled:] + ([(hoped, seen)] if pooled else [])
    if len(kept) < 2:
        return ChiSquare(rounds, 0.0, 0, pooled)
    statistic = fsum((seen - hoped) ** 2 / hoped for hoped, seen in kept)
    return ChiSquare(rounds, statistic, len(kept) - 1, pooled)
