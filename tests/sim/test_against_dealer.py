"""Whole shoes, round by round, against a plain dealer who deals real cards by the rules."""

from itertools import islice

import numpy as np
import pytest

from punto.rules.outcome import Winner, outcomes
from punto.sim.deal_rules import Dealing
from punto.sim.shoe_history import SHOES_PER_BLOCK, remember
from punto.sim.tally import WATCHED_EVERY, tally_block
from tests.sim.dealer import Dealer, DealtRound, deal_shoe

DEALINGS = [
    Dealing(),
    Dealing(decks=6, cut=6),
    Dealing(decks=4, cut=30, burn=True),
    Dealing(decks=10, cut=100, after_cut=2),
    Dealing(decks=8, cut=18, burn=True, after_cut=2),
]


def shoes_of(dealing: Dealing, seed: int, block: int, number: int) -> list[list[DealtRound]]:
    shoes = islice(Dealer(dealing, seed, block).shoes(), number)
    return [deal_shoe(dealing, shoe) for shoe in shoes]


@pytest.mark.parametrize("dealing", DEALINGS, ids=str)
def test_every_round_of_every_shoe(dealing: Dealing) -> None:
    rounds = remember(dealing, 5, 2)
    expected = shoes_of(dealing, 5, 2, SHOES_PER_BLOCK)
    flat = [(number, each) for number, shoe in enumerate(expected) for each in shoe]
    assert rounds.shoe.tolist() == [number for number, _ in flat]
    assert rounds.gone.tolist() == [each.gone for _, each in flat]
    assert rounds.outcome.tolist() == [each.outcome for _, each in flat]
    assert rounds.unseen.tolist() == [list(each.unseen) for _, each in flat]


@pytest.mark.parametrize("block", [0, 1], ids=["watching kernel", "counting kernel"])
@pytest.mark.parametrize("dealing", DEALINGS, ids=str)
def test_tallies_of_a_block(dealing: Dealing, block: int) -> None:
    """Rounds enough for two groups of eight and a part of a third, ended in mid-shoe."""
    rounds = 23 * dealing.rounds_max
    tally = tally_block(dealing, 9, block, rounds)
    expected = shoes_of(dealing, 9, block, 64)
    sure, late = np.zeros((2, len(outcomes())), np.int64)
    lengths = np.zeros(dealing.rounds_max + 1, np.int64)
    left = rounds
    for shoe in expected:
        assert len(shoe) >= dealing.rounds_sure + dealing.after_cut
        for ordinal, each in enumerate(shoe[:left]):
            (sure if ordinal < dealing.rounds_sure else late)[each.outcome] += 1
        lengths[len(shoe)] += len(shoe) <= left
        left = max(left - len(shoe), 0)
    assert left == 0
    assert tally.rounds == rounds
    assert np.array_equal(tally.sure, sure)
    assert np.array_equal(tally.late, late)
    assert np.array_equal(tally.lengths, lengths)


def test_runs_and_ties_of_watched_shoes() -> None:
    dealing = Dealing(decks=4, cut=60)
    shoes = shoes_of(dealing, 3, WATCHED_EVERY, 16)
    tally = tally_block(dealing, 3, WATCHED_EVERY, sum(map(len, shoes)))
    ties = [0] * (dealing.rounds_max + 1)
    runs = {side: [0] * (dealing.rounds_max + 1) for side in (Winner.PLAYER, Winner.BANKER)}
    for shoe in shoes:
        winners = [outcomes()[each.outcome].winner for each in shoe]
        ties[winners.count(Winner.TIE)] += 1
        decided = [winner for winner in winners if winner is not Winner.TIE]
        start = 0
        for end in range(1, len(decided) + 1):
            if end == len(decided) or decided[end] is not decided[start]:
                runs[decided[start]][end - start] += 1
                start = end
    assert tally.ties.tolist() == ties
    assert tally.runs.tolist() == list(runs.values())


def test_a_block_that_is_not_watched_says_nothing_of_runs() -> None:
    tally = tally_block(Dealing(), 3, 1, 5000)
    assert tally.ties.sum() == tally.runs.sum() == 0


def test_the_cut_card_as_the_first_card_of_a_round_does_not_end_the_shoe_before_it() -> None:
    """A round that starts with exactly `cut` cards left is dealt, and is the last."""
    dealing = Dealing(decks=4, cut=20)
    last = [shoe[-1].gone for shoe in shoes_of(dealing, 1, 0, 64)]
    assert dealing.last_start in last
    assert max(last) == dealing.last_start
    assert min(last) >= dealing.last_start - 5
