"""The shuffle itself: every card equally likely at every place, and no card lost or doubled.

Outcomes alone would not reveal an error that favours different ranks at different places, since it
averages out over rounds; so places are tested one by one.
"""

import numpy as np
import pytest

from punto.sim.automaton import ABREAST
from punto.sim.chi_square import chi_square_tail
from punto.sim.compiled import Words
from punto.sim.deal_rules import Dealing
from punto.sim.shuffle import Workspace, new_pack, new_workspace, shuffle_shoes
from punto.sim.streams import ranges_of
from punto.sim.tally import Ints

DEALING = Dealing(decks=4, cut=6)  # all 208 cards are drawn
CARDS = DEALING.cards
GROUPS = 5000


def numbered_desk(seed: int, ranges: Words) -> Workspace:
    """A desk whose pack has a number of its own on every card."""
    numbers = np.repeat(np.arange(CARDS, dtype=np.uint8), ABREAST).view(np.uint64)
    return new_workspace(DEALING, seed, 0)._replace(pack=numbers, ranges=ranges)


def shoes_on(workspace: Workspace) -> Ints:
    shuffle_shoes(workspace, DEALING.drawn)
    return workspace.table[: CARDS * ABREAST].reshape(CARDS, ABREAST).astype(np.int64)


def places_p_value(ranges: Words) -> float:
    """Chi-square over cards and places; rows and columns of the table have fixed sums."""
    workspace, counts = numbered_desk(1, ranges), np.zeros((CARDS, CARDS), np.int64)
    places = np.arange(CARDS)[:, None]
    for _ in range(GROUPS):
        np.add.at(counts, (places, shoes_on(workspace)), 1)
    expected = GROUPS * ABREAST / CARDS
    statistic = ((counts - expected) ** 2 / expected).sum() * (CARDS - 1) / CARDS
    return chi_square_tail(float(statistic), (CARDS - 1) ** 2)


def test_a_shuffled_shoe_is_the_pack_in_another_order() -> None:
    workspace = numbered_desk(2, ranges_of(CARDS, DEALING.drawn))
    for _ in range(10):
        assert (np.sort(shoes_on(workspace), axis=0) == np.arange(CARDS)[:, None]).all()


def test_every_card_is_equally_likely_at_every_place() -> None:
    assert 1e-4 < places_p_value(ranges_of(CARDS, DEALING.drawn)) < 1 - 1e-4


def test_a_draw_that_never_takes_the_last_card_is_caught() -> None:
    """The classic slip, ranges one too small, though at one draw in ten only."""
    right, short = (ranges_of(cards, DEALING.drawn).reshape(6, -1) for cards in (CARDS, CARDS - 1))
    wrong = right.copy()
    wrong[:, :50:10] = short[:, :50:10]
    assert places_p_value(wrong.ravel()) < 1e-9


@pytest.mark.parametrize("decks", range(4, 11))
def test_a_new_pack_holds_every_rank_equally_often(decks: int) -> None:
    pack = new_pack(decks).view(np.uint8)
    assert np.bincount(pack).tolist() == [4 * decks * ABREAST] * 13
