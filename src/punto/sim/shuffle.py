"""Shuffling: eight shoes at a time, by the Fisher–Yates method, each from a new pack.

Draw k of a shoe picks a place among the remaining cards, and the last of those fills the gap: two
reads and a write, no swap. Only cards that can be dealt are drawn. Eight shoes are interleaved, so
that eight independent chains of reads and writes keep a core busy, and each step writes the eight
drawn cards as one word.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from punto.rules.cards import COPIES_PER_DECK_OF_A_RANK, RANKS
from punto.sim.automaton import ABREAST
from punto.sim.compiled import Bytes, Shorts, U, Words, compiled
from punto.sim.deal_rules import Dealing
from punto.sim.streams import (
    LANES,
    QUARTER_MAX,
    fill_places,
    fill_words,
    ranges_of,
    redraw_places,
    seed_block,
)

CARDS_MAX = 4 * QUARTER_MAX
HANDS = (CARDS_MAX + 2) * ABREAST  # where the two-card hands begin, after the cards


class Workspace(NamedTuple):
    """The buffers of one block, and the state of its generators."""

    states: Words
    spare: Words
    words: Words
    ranges: Words
    places: Shorts
    pack: Words  # a new pack, eight copies interleaved: one word per card
    pile: Bytes  # the remaining cards of the eight packs
    table: Bytes  # the eight shoes as drawn, then (from HANDS) the two-card hands


@cache
def new_pack(decks: int) -> Words:
    """Return the ranks of a number of decks in order, each in all eight bytes of its word."""
    ranks = np.arange(len(RANKS), dtype=np.uint8)
    return np.repeat(np.tile(ranks, COPIES_PER_DECK_OF_A_RANK * decks), ABREAST).view(np.uint64)


def new_workspace(dealing: Dealing, seed: int, block: int) -> Workspace:
    """Return the buffers for one block."""
    states, spare = seed_block(seed, block)
    return Workspace(
        states,
        spare,
        np.zeros(ABREAST * QUARTER_MAX + LANES, np.uint64),
        ranges_of(dealing.cards, dealing.drawn),
        np.zeros(ABREAST * CARDS_MAX, np.uint16),
        new_pack(dealing.decks),
        np.zeros(ABREAST * CARDS_MAX, np.uint8),
        np.zeros(2 * HANDS, np.uint8),
    )


@compiled
def shuffle_shoes(workspace: Workspace, drawn: int) -> None:
    """Draw the first `drawn` cards of eight new shoes into `workspace.table`."""
    quarter = (drawn + 3) // 4
    fill_words(workspace.states, workspace.words, (ABREAST * quarter + LANES - 1) // LANES)
    for shoe in range(ABREAST):
        words = workspace.words[shoe * quarter :]
        places = workspace.places[shoe * CARDS_MAX :]
        if fill_places(words, workspace.ranges, places, quarter):
            redraw_places(words, workspace.ranges, places, quarter, workspace.spare)
    _draw(workspace.pack, workspace.pile, workspace.places, workspace.table, quarter, drawn)


@compiled
def _draw(pack: Words, pile: Bytes, places: Shorts, table: Bytes, quarter: int, drawn: int) -> None:
    left, table8 = pile.view(np.uint64), table.view(np.uint64)
    for card in range(len(pack)):
        left[U(card)] = pack[U(card)]
    last = U(len(pack))
    to = U(0)
    for part in range(4):
        for word in range(min(quarter, drawn - part * quarter)):
            at = U(part * QUARTER_MAX + word)
            last -= U(1)
            fill = left[last]
            cards = U(0)
            for shoe in range(ABREAST):
                s = U(shoe)
                place = U(places[at + s * U(CARDS_MAX)]) * U(ABREAST) + s
                cards |= U(pile[place]) << (U(8) * s)
                pile[place] = np.uint8(fill >> (U(8) * s) & U(255))
            table8[to] = cards
            to += U(1)
