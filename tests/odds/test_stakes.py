"""Wagers together: covariances and sets of stakes against the distribution of their profit."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.odds.composition import Composition
from punto.odds.distribution import distribution, warm
from punto.odds.price import price
from punto.odds.stakes import correlation, covariance, expectation, prospect
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from tests.odds.brute import EXAMPLE, brute, depleted
from tests.rules.oracle import pays

warm()


def profit(game: str, wager: str, place: tuple[int, ...]) -> Fraction:
    *won, pairs = place
    paid = pays(game, wager, EXAMPLE[pairs], (won[0], won[1], won[2], won[3]))
    return Fraction(-1) if paid is None else Fraction(0 if paid == "push" else str(paid))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_covariances_of_any_two_wagers(game: Game) -> None:
    shoe = depleted(8, 120, 5)
    exact, counted = distribution(shoe), brute(shoe.counts)
    places = [tuple(map(int, place)) for place in zip(*np.nonzero(counted), strict=True)]
    weights = [int(counted[place]) for place in places]
    total = sum(weights)
    table = {w.id: [profit(game.id, w.id, place) for place in places] for w in game.wagers}
    means = {
        name: sum(n * x for n, x in zip(weights, row, strict=True)) / total
        for name, row in table.items()
    }
    for one in game.wagers:
        for other in game.wagers:
            every = zip(weights, table[one.id], table[other.id], strict=True)
            mean = sum(n * x * y for n, x, y in every) / total
            assert covariance(exact, one, other) == mean - means[one.id] * means[other.id]


@pytest.mark.parametrize("cards", [0, 3, 4, 5, 6, 416])
def test_a_wager_with_itself_is_its_variance(cards: int) -> None:
    exact = distribution(depleted(8, cards, 9))
    for wager in find_game("dragon-tiger-no-commission").wagers:
        found = price(exact, wager)
        assert expectation(exact, wager) == found.ev
        assert covariance(exact, wager, wager) == found.variance


@settings(max_examples=20, deadline=None)
@given(st.dictionaries(st.integers(0, 7), st.integers(1, 500), min_size=1, max_size=8))
def test_a_set_of_stakes_is_what_it_wins(amounts: dict[int, int]) -> None:
    game, shoe = find_game("tiger"), depleted(8, 52, 3)
    stakes = {game.wagers[n]: amount for n, amount in amounts.items()}
    counted = brute(shoe.counts)
    deals = mean = square = Fraction(0)
    for found in zip(*np.nonzero(counted), strict=True):
        place = tuple(map(int, found))
        won = sum(amount * profit("tiger", w.id, place) for w, amount in stakes.items())
        n = int(counted[place])
        deals, mean, square = deals + n, mean + n * won, square + n * won * won
    found_prospect = prospect(distribution(shoe), stakes)
    assert found_prospect.staked == sum(amounts.values())
    assert found_prospect.ev == mean / deals
    assert found_prospect.variance == square / deals - (mean / deals) ** 2


def test_correlations_are_between_minus_one_and_one() -> None:
    game, exact = find_game("tiger"), distribution(Composition.of_decks(8))
    for one in game.wagers:
        assert correlation(exact, one, one) == pytest.approx(1)
        for other in game.wagers:
            found = correlation(exact, one, other)
            assert found is not None
            assert -1 <= found <= 1 + 1e-12
    assert correlation(distribution(Composition.parse("A=3")), *game.wagers[:2]) is None
