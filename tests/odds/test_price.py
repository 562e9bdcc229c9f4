"""Prices against the tests' own pay tables over brute-force counts: five games, all decks."""

from fractions import Fraction
from math import isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.odds.composition import Composition
from punto.odds.distribution import distribution, warm
from punto.odds.price import Price, price
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from tests.odds.brute import brute, depleted, profits

warm()


def check(found: Price, by_profit: dict[Fraction, int]) -> None:
    """Every figure of a price from the distribution of its profit."""
    deals = sum(by_profit.values())
    chance = {profit: Fraction(count, deals) for profit, count in by_profit.items()}
    mean = sum(profit * p for profit, p in chance.items())
    assert found.ev == mean == -found.house_edge
    assert found.variance == sum((profit - mean) ** 2 * p for profit, p in chance.items())
    assert found.third_moment == sum((profit - mean) ** 3 * p for profit, p in chance.items())
    assert found.push == chance.get(Fraction(0), 0)
    assert found.loss_rate == chance.get(Fraction(-1), 0)
    assert found.hit_rate == sum(p for profit, p in chance.items() if profit > 0)
    for line in found.lines:
        assert line.probability == chance.get(line.profit, 0)
    if resolved := 1 - found.push:
        assert found.edge_per_resolved == -mean / resolved
    else:
        assert found.edge_per_resolved is None
    if found.variance:
        assert found.skewness is not None
        assert isclose(found.standard_deviation, sqrt(found.variance))
        assert isclose(found.skewness, found.third_moment / found.standard_deviation**3)
    else:
        assert found.skewness is None


@pytest.mark.parametrize("decks", range(4, 11))
def test_whole_decks(decks: int) -> None:
    shoe = Composition.of_decks(decks)
    exact, counted = distribution(shoe), brute(shoe.counts)
    for game in GAMES:
        for wager in game.wagers:
            check(price(exact, wager), profits(game.id, wager.id, counted))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("left", [6, 13, 60, 200])
def test_depleted_shoes(game: Game, left: int) -> None:
    shoe = depleted(8, left, left)
    for wager in game.wagers:
        check(price(distribution(shoe), wager), profits(game.id, wager.id, brute(shoe.counts)))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=13, max_size=13))
def test_chances_add_up_and_bounds_hold(counts: list[int]) -> None:
    exact = distribution(Composition(tuple(counts)))
    for wager in find_game("tiger").wagers:
        found = price(exact, wager)
        assert found.hit_rate + found.push + found.void + found.loss_rate == 1
        assert min(found.hit_rate, found.push, found.void, found.loss_rate) >= 0
        assert found.ev >= -1
        assert found.variance >= 0


def test_a_void_round_costs_nothing() -> None:
    """Five cards are left; four rounds out of five cannot be finished."""
    shoe = Composition.parse("A=1,2=1,3=1,4=1,5=1")
    exact = distribution(shoe)
    assert 0 < exact.void < exact.deals
    for wager in find_game("tiger").wagers:
        found = price(exact, wager)
        assert found.void == Fraction(exact.void, exact.deals)
        assert found.ev == sum(n.probability * n.profit for n in found.lines) - found.loss_rate
    for three in ("A=3", "K=2,9=1"):
        found = price(distribution(Composition.parse(three)), find_game("tiger").wager("tie"))
        assert found.ev == found.variance == 0
        assert found.void == 1
        assert found.edge_per_resolved is None
        assert found.skewness is None
