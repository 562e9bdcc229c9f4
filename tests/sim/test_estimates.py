"""Chi-square and its tail, pooling, and estimates without rounds."""

import numpy as np
import pytest

from punto.rules.games import find_game
from punto.rules.outcome import outcomes
from punto.sim.chi_square import chi_square_tail
from punto.sim.deal_rules import Dealing
from punto.sim.estimates import chi_square, estimate, exact_distribution
from punto.sim.ratios import Ratio, ratio
from punto.sim.run import Request, simulate

# Critical values of the usual tables: degrees of freedom, tail, value.
TABLE = [
    (1, 0.05, 3.841459),
    (1, 0.001, 10.827566),
    (2, 0.5, 1.386294),
    (10, 0.95, 3.940299),
    (10, 0.05, 18.307038),
    (30, 0.01, 50.892181),
    (100, 0.975, 74.221927),
    (100, 0.05, 124.342113),
    (1000, 0.05, 1074.679449),
]


@pytest.mark.parametrize(("freedom", "tail", "value"), TABLE)
def test_the_tail_is_that_of_the_tables(freedom: int, tail: float, value: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, rel=1e-6)


def test_the_tail_at_its_ends() -> None:
    assert chi_square_tail(0, 5) == chi_square_tail(-1, 5) == chi_square_tail(3, 0) == 1
    assert 0 <= chi_square_tail(1e5, 778) < 1e-300


def test_an_exact_fit_has_no_chi_square() -> None:
    law = exact_distribution(8)
    found = chi_square(np.array(law.counts, np.int64) // 10**6 * 10**6, law)
    assert found.statistic < 1e-3 * found.rounds
    assert found.freedom == len(outcomes()) - 1
    assert found.pooled == 0


@pytest.mark.parametrize("rounds", [1, 4, 10, 100, 10_000, 1_000_000])
def test_rare_outcomes_are_pooled(rounds: int) -> None:
    law = exact_distribution(8)
    found = chi_square(simulate(Request(Dealing(), rounds, 4)).tally.counts, law)
    least = min(law.counts) * rounds / law.deals
    assert (found.pooled > 0) == (least < 5)
    assert found.freedom == max(len(outcomes()) - found.pooled - (found.pooled == 0), 0)
    assert 1e-4 < found.p_value <= 1


def test_an_estimate_of_no_rounds_is_the_exact_value() -> None:
    wager = find_game("tiger").wager("tie")
    nothing = estimate(np.zeros(len(outcomes()), np.int64), wager, exact_distribution(8))
    assert nothing.z == 0
    assert nothing.ev == nothing.exact_ev == pytest.approx(-0.14359629)


def test_ratios_and_products_carry_their_errors() -> None:
    shoes = np.random.default_rng(1).normal(10, 1, (2000, 2))
    found = ratio(shoes[:, 0], shoes[:, 1])
    assert found.value == pytest.approx(1, abs=0.02)
    assert found.stderr == pytest.approx(np.sqrt(2) / 10 / np.sqrt(2000), rel=0.1)
    assert ratio(np.zeros(3), np.zeros(3)) == Ratio(0.0, 0.0)
    product = Ratio(2.0, 0.3) * Ratio(5.0, 0.4)
    assert (product.value, product.stderr) == pytest.approx((10, 1.7))
    assert Ratio(2.0, 0.3) * -2.0 == Ratio(-4.0, 0.6)
