"""The round itself: cards, wins by total, naturals."""

from fractions import Fraction

import numpy as np
import pytest

from punto.odds.composition import Composition
from punto.odds.distribution import distribution, warm
from punto.odds.summary import cards_per_round, naturals, winners, wins_by_total
from punto.rules.outcome import Winner
from tests.odds.brute import brute, depleted

warm()


@pytest.mark.parametrize("shoe", [Composition.of_decks(4), depleted(8, 30, 7)], ids=["4", "30"])
def test_against_brute_force(shoe: Composition) -> None:
    exact, counted = distribution(shoe), brute(shoe.counts)
    deals = int(counted.sum())
    by_cards = [int(counted[:, :, p, b].sum()) * (p + b) for p in (2, 3) for b in (2, 3)]
    assert cards_per_round(exact) == Fraction(sum(by_cards), deals)
    totals = counted.sum(axis=(2, 3, 4))
    won = wins_by_total(exact)
    for total in range(10):
        assert won[Winner.PLAYER][total] == Fraction(int(totals[total, :total].sum()), deals)
        assert won[Winner.BANKER][total] == Fraction(int(totals[:total, total].sum()), deals)
        assert won[Winner.TIE][total] == Fraction(int(totals[total, total]), deals)
    four = counted[:, :, 2, 2].sum(axis=2)
    natural = np.zeros((10, 10), bool)
    natural[8:, :] = natural[:, 8:] = True
    lower = np.tril(np.ones((10, 10), bool), -1)
    found = naturals(exact)
    assert found[Winner.PLAYER] == Fraction(int(four[natural & lower].sum()), deals)
    assert found[Winner.BANKER] == Fraction(int(four[natural & lower.T].sum()), deals)
    assert found[Winner.TIE] == Fraction(int(four[8, 8] + four[9, 9]), deals)


def test_the_parts_make_the_whole() -> None:
    exact = distribution(Composition.of_decks(8))
    assert sum(winners(exact).values()) == 1
    for winner, by_total in wins_by_total(exact).items():
        assert sum(by_total) == winners(exact)[winner]


def test_where_rounds_may_run_out_the_mean_is_of_completed_ones() -> None:
    five = distribution(Composition.parse("9=2,K=1,5=1,A=1"))
    found = cards_per_round(five)
    assert 0 < five.void < five.deals
    assert found is not None
    assert 4 <= found <= 5
    assert cards_per_round(distribution(Composition.parse("9=3"))) is None
