"""Wagers on suits and single cards, simulated and compared with their exact price."""

import numpy as np
import pytest

from punto.odds.custom import parse_wager
from punto.odds.detail import detail_of
from punto.odds.knowledge import NOTHING
from punto.odds.refinement import lay_out
from punto.rules.wagers import Wager
from punto.sim.card_wagers import count_ends, estimate_card_wagers, not_dealt
from punto.sim.deal_rules import Dealing
from punto.sim.estimates import exact_distribution

CONDITIONS = [
    "{ player_pair = 'perfect' }",
    "{ banker_first_two = 3, player_third = 8 }",
    "{ winner = 'player', player_suits = 1 }",
    "{ banker_colours = 'red', cards = [5, 6] }",
    "{ player_first_two_suits = 1, not = { player_ranks = 'KQ' } }",
]


def one_line(when: str) -> Wager:
    return parse_wager(f'id = "w"\nname = "W"\nlines = [{{ pays = "3 to 1", when = {when} }}]')


@pytest.mark.parametrize("when", CONDITIONS)
@pytest.mark.parametrize("dealing", [Dealing(8), Dealing(6, burn=True)], ids=["8", "6-burn"])
def test_the_mean_is_the_exact_one(when: str, dealing: Dealing) -> None:
    wager = one_line(when)
    exact = exact_distribution(dealing.decks)
    found = estimate_card_wagers([wager], dealing, 60_000, 8, exact)["w"]
    assert found.rounds >= 60_000
    assert found.rounds % dealing.rounds_sure == 0
    assert abs(found.z) < 4.5


def test_the_same_seed_deals_the_same_rounds() -> None:
    plan = lay_out(detail_of(one_line(CONDITIONS[2])), NOTHING.allowed)
    once, again, other = (count_ends(plan, Dealing(8), 5_000, seed) for seed in (1, 1, 2))
    assert (once == again).all()
    assert (once != other).any()
    assert np.sum(once) == -(-5_000 // Dealing(8).rounds_sure) * Dealing(8).rounds_sure


def test_nothing_dealt_says_nothing() -> None:
    wager = one_line(CONDITIONS[0])
    law = exact_distribution(8)
    none = estimate_card_wagers([wager], Dealing(8), 0, 1, law)
    assert none == not_dealt([wager], law)
    assert none["w"].rounds == 0
    assert none["w"].z == 0
