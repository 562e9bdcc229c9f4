"""The simulation follows the exact distribution, and a wrong one is detected."""

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from punto.rules.cards import RANKS, Rank
from punto.rules.games import GAMES, find_game
from punto.rules.outcome import outcomes
from punto.sim import shuffle, tally
from punto.sim.automaton import FIFTH, automaton
from punto.sim.compiled import Words
from punto.sim.deal_rules import Dealing
from punto.sim.estimates import chi_square, estimate, estimates, exact_distribution
from punto.sim.run import Request, simulate
from punto.sim.tally import Tally

WAGERS = tuple({(w.id, w.lines): w for game in GAMES for w in game.wagers}.values())


def dealt(dealing: Dealing, rounds: int, seed: int) -> Tally:
    return simulate(Request(dealing, rounds, seed)).tally


@pytest.mark.parametrize("decks", range(4, 11))
def test_the_first_rounds_of_every_shoe_follow_the_exact_law(decks: int) -> None:
    tallied = dealt(Dealing(decks, burn=decks % 2 == 0, cut=20), 20_000_000, seed=decks)
    law = exact_distribution(decks)
    assert chi_square(tallied.sure, law).p_value > 1e-4
    assert all(abs(each.z) < 4.5 for each in estimates(tallied.sure, WAGERS, law).values())


def test_over_many_seeds_z_is_standard_normal_and_p_uniform() -> None:
    law, seeds = exact_distribution(8), 300
    tallies = [dealt(Dealing(), 400_000, seed).sure for seed in range(seeds)]
    for wager in find_game("tiger").wagers:
        z = np.array([estimate(each, wager, law).z for each in tallies])
        assert abs(z.mean()) < 4 / sqrt(seeds)
        assert 0.84 < z.std() < 1.16  # four deviations of a deviation
    p = np.array([chi_square(each, law).p_value for each in tallies])
    assert abs(p.mean() - 0.5) < 4 * sqrt(1 / 12 / seeds)
    assert 0.15 < (p < 0.25).mean() < 0.35


def test_a_pay_line_wrong_by_one_part_in_a_thousand_is_caught() -> None:
    law = exact_distribution(8)
    counts = dealt(Dealing(), 200_000_000, seed=1).sure
    right = find_game("tiger").wager("player")
    wrong = replace(right, lines=(replace(right.lines[0], pays="1.001 to 1"),))
    assert abs(estimate(counts, right, law).z) < 4
    settled_wrongly = estimate(counts, wrong, law).ev
    exact = estimate(counts, right, law)
    assert (settled_wrongly - exact.exact_ev) / exact.stderr > 5


def test_one_wrong_card_in_a_thousand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five shoes in twelve hold one nine too many and one king too few: one card in a thousand."""
    law = exact_distribution(8)
    good = dealt(Dealing(), 70_000_000, seed=2)
    true_pack = shuffle.new_pack

    def marked_pack(decks: int) -> Words:
        pack = true_pack(decks).copy()
        pack[12] = pack[8]
        return pack

    monkeypatch.setattr(shuffle, "new_pack", marked_pack)
    marked = dealt(Dealing(), 50_000_000, seed=3)
    assert chi_square(good.sure, law).p_value > 1e-4
    assert chi_square((good + marked).sure, law).p_value < 1e-9


def test_a_drawing_rule_wrong_in_one_place_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Banker on 6 stands against a 7 that Player draws to nil: once in some 600 rounds."""
    true = automaton()
    steps = true.steps.copy()
    nil_and_six, two_and_six = FIFTH + 16 * 6, FIFTH + 16 * 26
    # Player on two who draws a five has seven as well, and Banker rightly stands against a five.
    steps[nil_and_six + RANKS.index(Rank.SEVEN)] = steps[two_and_six + RANKS.index(Rank.FIVE)]
    monkeypatch.setattr(tally, "automaton", lambda: replace(true, steps=steps))
    sure = dealt(Dealing(), 5_000_000, seed=5).sure
    assert chi_square(sure, exact_distribution(8)).p_value < 1e-9


def test_the_cut_card_effect_is_real_and_told_apart() -> None:
    """Shoes that reach a late round used few cards before it, so low cards are left: it uses more.

    The rounds that every shoe reaches show no such thing.
    """
    tallied = dealt(Dealing(decks=4), 60_000_000, seed=6)
    cards = np.array([outcome.cards for outcome in outcomes()])
    law = exact_distribution(4)
    chances = np.array([count / law.deals for count in law.counts])
    mean = chances @ cards
    deviation = sqrt(chances @ (cards - mean) ** 2)

    def z(counts: tally.Ints) -> float:
        return float((counts @ cards / counts.sum() - mean) / deviation * sqrt(counts.sum()))

    assert abs(z(tallied.sure)) < 4
    assert z(tallied.late) > 4
