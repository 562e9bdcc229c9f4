"""Shoe history: every round of some shoes, with the unseen cards before each round.

Counting systems and the perfect-play bound both need what could be known before a round was dealt:
the number of unseen cards by rank. Burned cards other than the first have left the shoe but are
unseen, and so are the cards behind the cut card.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from punto.rules.cards import COPIES_PER_DECK_OF_A_RANK, RANKS
from punto.rules.outcome import outcomes
from punto.sim.automaton import ABREAST, CELLS, automaton, burns
from punto.sim.compiled import Bytes, Counts, Shorts, U, compiled
from punto.sim.deal_rules import Dealing
from punto.sim.kernel import Bounds, bounds_of, lay_hands, play
from punto.sim.shuffle import Workspace, new_workspace, shuffle_shoes

SHOES_PER_BLOCK = 64  # a multiple of eight; a few thousand rounds
_NEXT = U(ABREAST)


class Rounds(NamedTuple):
    """Rounds in the order dealt, one row each."""

    shoe: Counts  # which of the block's shoes
    gone: Shorts  # cards that had left the shoe before the round
    due: Shorts  # cards gone when the last round it depended on began: see `remember`
    unseen: Bytes  # cards not seen before the round, by rank
    outcome: Shorts  # outcome index


def remember(dealing: Dealing, seed: int, block: int, *, burned_seen: bool = False) -> Rounds:
    """Deal a block of whole shoes and record every round.

    With the cut card c cards from the end, a round is dealt exactly if `due` is at most the number
    of cards less c. So one deep deal contains the rounds of every shallower cut: the same rounds,
    but fewer. Without rounds after the cut card's, `due` equals `gone`.
    """
    bounds, workspace = bounds_of(dealing), new_workspace(dealing, seed, block)
    size = SHOES_PER_BLOCK * bounds.rounds_max
    rounds = Rounds(
        np.zeros(size, np.uint32),
        np.zeros(size, np.uint16),
        np.zeros(size, np.uint16),
        np.zeros((size, len(RANKS)), np.uint8),
        np.zeros(size, np.uint16),
    )
    full = np.full(len(RANKS), dealing.decks * COPIES_PER_DECK_OF_A_RANK, np.uint8)
    dealt = _remember_block(
        workspace, automaton().steps, burns(), _outcome_of_cell(), full, bounds, burned_seen, rounds
    )
    return Rounds(
        rounds.shoe[:dealt],
        rounds.gone[:dealt],
        rounds.due[:dealt],
        rounds.unseen[:dealt],
        rounds.outcome[:dealt],
    )


@compiled
def _remember_block(
    workspace: Workspace,
    steps: Shorts,
    burns: Shorts,
    outcome_of_cell: Shorts,
    full: Bytes,
    bounds: Bounds,
    burned_seen: bool,
    rounds: Rounds,
) -> int:
    row = 0
    unseen = np.empty(len(full), np.uint8)
    for shoe in range(SHOES_PER_BLOCK):
        if shoe % ABREAST == 0:
            shuffle_shoes(workspace, bounds.drawn)
            lay_hands(workspace.table)
        lane = U(shoe % ABREAST)
        unseen[:] = full
        gone = 0
        if bounds.burn:
            gone = int(burns[workspace.table[lane]])
            for card in range(gone if burned_seen else 1):
                unseen[workspace.table[U(card) * _NEXT + lane]] -= np.uint8(1)
        first, after = row, bounds.after_cut
        while True:
            if gone > bounds.last_start:
                if after == 0:
                    break
                after -= 1
            start = U(gone) * _NEXT + lane
            cell, used = play(workspace.table, start, steps)
            rounds.shoe[row] = shoe
            rounds.gone[row] = gone
            back = row - bounds.after_cut
            rounds.due[row] = rounds.gone[back] if back >= first else 0
            rounds.unseen[row] = unseen
            rounds.outcome[row] = outcome_of_cell[cell]
            cards = int(used) // ABREAST
            for card in range(cards):
                unseen[workspace.table[start + U(card) * _NEXT]] -= np.uint8(1)
            gone += cards
            row += 1
    return row


def _outcome_of_cell() -> Shorts:
    places: NDArray[np.uint16] = np.full(CELLS, len(outcomes()), np.uint16)
    for cell, outcome in automaton().outcome_of_cell.items():
        places[cell] = outcome
    return places
