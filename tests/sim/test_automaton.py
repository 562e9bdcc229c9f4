"""The automaton against the rules, for every possible round."""

from itertools import product

import numpy as np

from punto.rules.cards import DECK, RANKS
from punto.rules.outcome import outcomes
from punto.rules.round import deal_round
from punto.sim.automaton import ABREAST, CELLS, automaton, burns
from punto.sim.kernel import lay_hands, play
from punto.sim.shuffle import HANDS


def test_every_outcome_has_a_cell_and_every_cell_an_outcome() -> None:
    cells = automaton().outcome_of_cell
    assert sorted(cells.values()) == list(range(len(outcomes())))
    assert max(cells) < CELLS


def test_every_initial_deal_and_third_card_ends_as_the_rules_say() -> None:
    """All 13⁴ initial deals, with third cards that run through all 13² pairs."""
    place, steps = automaton().outcome_of_cell, automaton().steps
    table = np.zeros(2 * HANDS, np.uint8)
    thirds = list(product(range(13), repeat=2))
    for number, initial in enumerate(product(range(13), repeat=4)):
        cards = (*initial, *thirds[number % len(thirds)])
        table[: 6 * ABREAST : ABREAST] = cards
        lay_hands(table)
        cell, used = play(table, np.uint64(0), steps)
        dealt = deal_round(iter([DECK[RANKS.index(RANKS[card])] for card in cards]))
        assert dealt is not None
        assert place[int(cell)] == dealt.outcome.index
        assert int(used) == len(dealt.cards) * ABREAST


def test_burning_counts_tens_and_faces_as_ten() -> None:
    assert burns().tolist() == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 11, 11]
