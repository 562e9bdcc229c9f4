"""Counting systems, in particular the published count for Big Tiger."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.odds.stakes import expectation, profits
from punto.refusals import Refused
from punto.rules.games import find_game
from punto.sim.count_systems import CountingSystem, Divisor, evaluate
from punto.sim.deal_rules import Dealing
from punto.sim.shoe_history import remember

BIG_TIGER = find_game("tiger").wager("big-tiger")

# Jacobson's count: eight decks, the first card burned with as many as its value, one more round
# after the cut card, which lies 14 cards from the end; the divisor is all unseen cards. He takes
# the cut card as out when 14 cards are left, where we wait for the round in which it comes out;
# so his 14 is our 15.
JACOBSON = CountingSystem.of_values((0, 0, -1, -1, -1, -2, 1, 2, 2, 0), 8)
HIS_DEALING = Dealing(decks=8, cut=15, burn=True, after_cut=1)
FREQUENCY, EDGE, UNITS_PER_100 = 0.03536, 0.07227, 0.256


def test_the_published_count_of_big_tiger() -> None:
    found = evaluate(JACOBSON, BIG_TIGER, HIS_DEALING, shoes=250_000, priced_shoes=8_000, seed=1)
    for share, published, error_max in (
        (found.frequency, FREQUENCY, 0.0002),
        (found.edge, EDGE, 0.0025),
        (found.units_per_100, UNITS_PER_100, 0.01),
    ):
        assert 0 < share.stderr < error_max
        assert abs(share.value - published) < 4 * share.stderr


def test_exact_edges_agree_with_how_the_bets_ended() -> None:
    """On a wager that pays even money, where results say something in reasonable time."""
    player = find_game("tiger").wager("player")
    system = CountingSystem.of_values((0, 0, 0, 1, 0, 0, 0, 0, 0, 0), 0)
    dealing = Dealing()
    parts, profit = profits(player)
    rounds = [remember(dealing, 4, block) for block in range(200)]
    won = np.concatenate(
        [np.array(profit)[each.outcome[system.bets(each, dealing)]] / parts for each in rounds]
    )
    found = evaluate(system, player, dealing, shoes=200 * 64, priced_shoes=640, seed=4)
    assert found.bets == len(won)
    assert abs(won.mean() - found.edge.value) < 4 * won.std() / np.sqrt(len(won))


def test_the_bets_are_those_where_the_true_count_says_so() -> None:
    rounds = remember(HIS_DEALING, 6, 0)
    for divisor in Divisor:
        system = replace(JACOBSON, divisor=divisor, trigger=Fraction(13, 2))
        bets = system.bets(rounds, HIS_DEALING)
        for row in range(0, len(bets), 7):
            seen = 32 - rounds.unseen[row].astype(int)
            running = int(seen @ np.array(system.tags))
            cards = int(rounds.unseen[row].sum())
            if divisor is Divisor.BEFORE_CUT:
                cards = max(HIS_DEALING.last_start - int(rounds.gone[row]), 1)
            if divisor is Divisor.NONE:
                cards = 52  # a running count is compared as it is
            assert bets[row] == (Fraction(running * 52, cards) >= Fraction(13, 2))


def test_burned_cards_count_only_if_they_are_shown() -> None:
    hidden, shown = (remember(HIS_DEALING, 6, 0, burned_seen=seen) for seen in (False, True))
    first = hidden.shoe != np.append(-1, hidden.shoe[:-1].astype(int))
    assert (hidden.unseen[first].sum(axis=1) == 415).all()
    assert (shown.unseen[first].sum(axis=1) == 416 - shown.gone[first]).all()
    assert (hidden.outcome == shown.outcome).all()


def test_the_first_round_of_a_count_that_always_bets_is_worth_the_exact_odds() -> None:
    """And so is the average over sure rounds: knowing cards helps only those who may pass."""
    always = CountingSystem((0,) * 13, Fraction(0))
    shallow = Dealing(cut=416 - 60)
    found = evaluate(always, BIG_TIGER, shallow, shoes=640, seed=3)
    exact = float(expectation(distribution(Composition.of_decks(8)), BIG_TIGER))
    assert found.frequency.value == 1
    assert found.frequency.stderr == 0
    assert abs(found.edge.value - exact) < 4 * found.edge.stderr


def test_a_count_never_bets_above_what_it_can_reach() -> None:
    found = evaluate(
        replace(JACOBSON, trigger=Fraction(10**6)), BIG_TIGER, Dealing(), shoes=64, seed=3
    )
    assert found.bets == 0
    assert found.edge.value == found.units_per_100.value == 0


def test_a_count_needs_a_tag_for_every_rank() -> None:
    with pytest.raises(Refused, match="13 ranks"):
        CountingSystem((1, 2, 3), Fraction(1))
