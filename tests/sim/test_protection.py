"""The perfect-play bound: which rounds are favourable, by depth of the cut."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from punto.odds.batch import tally
from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.odds.stakes import expectation
from punto.refusals import Refused
from punto.rules.games import find_game
from punto.sim.deal_rules import Dealing
from punto.sim.protection import Protection, depths, protect
from punto.sim.shoe_history import SHOES_PER_BLOCK, remember
from tests.sim.dealer import Dealer, DealtRound, deal_shoe
from tests.sim.test_count_systems import BIG_TIGER, HIS_DEALING, JACOBSON

TIGER = find_game("tiger")
PLAYER, TIGER_PAIR = TIGER.wager("player"), TIGER.wager("tiger-pair")
WAGERS = (PLAYER, BIG_TIGER, TIGER_PAIR)


def shoes_of(dealing: Dealing, seed: int, cut: int) -> list[list[DealtRound]]:
    """The shoes that protect deals as deep as can be, dealt by hand to the cut asked about."""
    deepest = replace(dealing, cut=dealing.cut_range[0])
    shoes = islice(Dealer(deepest, seed, 0).shoes(), SHOES_PER_BLOCK)
    return [deal_shoe(replace(dealing, cut=cut), shoe) for shoe in shoes]


@pytest.mark.parametrize("after_cut", [0, 2])
def test_one_deep_deal_shows_what_every_shallower_cut_deals(after_cut: int) -> None:
    dealing = Dealing(cut=26, burn=True, after_cut=after_cut)
    found = protect([PLAYER], dealing, shoes=64, seed=5)
    for cut in (found.cuts[0], 26, 39, 130, 208):
        lengths = [len(shoe) for shoe in shoes_of(dealing, 5, cut)]
        assert found.rounds[:, found.cuts.index(cut)].tolist() == lengths


def test_favourable_rounds_are_those_with_positive_exact_odds() -> None:
    dealing = Dealing(decks=4, cut=13)
    found = protect(WAGERS, dealing, shoes=64, seed=2)
    depth = found.cuts.index(13)
    shoe = shoes_of(dealing, 2, 13)[0]
    for number, wager in enumerate(WAGERS):
        exact = [expectation(distribution(Composition(each.unseen)), wager) for each in shoe]
        favourable = [float(each) for each in exact if each > 0]
        assert found.bets[number, 0, depth] == len(favourable)
        assert found.worth[number, 0, depth] == pytest.approx(sum(favourable))


def test_no_count_wins_more_than_perfect_play_in_the_same_shoes() -> None:
    rounds = remember(HIS_DEALING, 8, 0)
    bets = JACOBSON.bets(rounds, HIS_DEALING)
    worth = tally(rounds.unseen.astype(np.int64), [BIG_TIGER]).expectations()[:, 0]
    assert bets.any()
    assert np.maximum(worth, 0).sum() > worth[bets].sum() > 0


def worth_at_most(found: Protection, cut: int) -> float:
    """What the most exposed wager may be worth, two standard errors allowed for."""
    worths = [found.exposure(wager, cut).units_per_100 for wager in WAGERS]
    return max(worth.value + 2 * worth.stderr for worth in worths)


def test_the_recommended_cut_keeps_every_wager_within_the_limit() -> None:
    found = protect(WAGERS, Dealing(), shoes=256, seed=1)
    advised = found.recommended_cut(0.1)
    assert advised is not None
    assert worth_at_most(found, advised) <= 0.1
    assert advised == max(found.recommended_cut(0.1, [wager]) or 0 for wager in WAGERS)
    deeper = max(cut for cut in found.cuts if cut < advised)
    assert worth_at_most(found, deeper) > 0.1
    assert found.recommended_cut(-1) is None
    assert found.recommended_cut(1e9) == found.cuts[0]


def test_the_answer_does_not_depend_on_threads() -> None:
    one, other = (protect(WAGERS, Dealing(), shoes=128, seed=1, threads=n) for n in (1, 3))
    assert np.array_equal(one.worth, other.worth)
    assert np.array_equal(one.bets, other.bets)


def test_depths_hold_the_cut_asked_about_and_quarter_decks() -> None:
    assert depths(Dealing())[:4] == (6, 13, 14, 26)
    assert depths(Dealing(cut=300, after_cut=1))[-1] == 300
    assert depths(Dealing())[-1] == 208


@pytest.mark.parametrize("shoes", [0, -5, 10**8])
def test_an_impossible_number_of_shoes_is_refused(shoes: int) -> None:
    with pytest.raises(Refused, match="shoes"):
        protect(WAGERS, Dealing(), shoes=shoes, seed=1)
