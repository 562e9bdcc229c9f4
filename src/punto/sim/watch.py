"""The watching kernel: shoes dealt one after another, with an eye on what only a sequence shows.

It deals the same shoes as the counting kernel and counts the same outcomes, more slowly. It can
stop at any round, which the counting kernel cannot; so it also finishes every block to the exact
number of rounds asked for. The shoe in which it stops is left out of the figures of shoes.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from punto.rules.outcome import Winner, outcomes
from punto.sim.automaton import ABREAST, CELLS, automaton
from punto.sim.compiled import Bytes, Counts, Shorts, U, compiled
from punto.sim.kernel import Bounds, Sheet, lay_hands, play
from punto.sim.shuffle import Desk, shuffle_shoes

PLAYER, BANKER, TIE = range(3)
_NEXT = U(ABREAST)


class Diary(NamedTuple):
    """What the watched shoes showed."""

    ties: Counts  # shoes by their number of ties
    runs: Counts  # runs by winner (Player, Banker) and length; a tie neither ends nor extends one


def blank_diary(bounds: Bounds) -> Diary:
    """A diary of nothing yet."""
    size = bounds.rounds_max + 1
    return Diary(np.zeros(size, np.uint32), np.zeros((2, size), np.uint32))


@cache
def winner_of_cell() -> Bytes:
    """Who won, by cell."""
    order = (Winner.PLAYER, Winner.BANKER, Winner.TIE)
    winners = np.zeros(CELLS, np.uint8)
    for cell, outcome in automaton().outcome_of_cell.items():
        winners[cell] = order.index(outcomes()[outcome].winner)
    return winners


@compiled
def watch_block(
    desk: Desk,
    steps: Shorts,
    burns: Shorts,
    winners: Bytes,
    bounds: Bounds,
    rounds: int,
    sheet: Sheet,
    diary: Diary,
) -> None:
    """Deal exactly so many rounds, shoe after shoe."""
    last_start = U(bounds.last_start) * _NEXT + (_NEXT - U(1))
    sequence = np.empty(bounds.rounds_max, np.uint8)
    while rounds > 0:
        shuffle_shoes(desk, bounds.drawn)
        lay_hands(desk.table)
        for shoe in range(ABREAST):
            start = U(shoe)
            if bounds.burn:
                start += U(burns[desk.table[start]]) * _NEXT
            length, after = 0, bounds.after_cut
            while rounds > 0:
                if start > last_start:
                    if after == 0:
                        break
                    after -= 1
                cell, used = play(desk.table, start, steps)
                cells = sheet.sure if length < bounds.rounds_sure else sheet.late
                cells[cell] += np.uint32(1)
                sequence[length] = winners[cell]
                start += used
                length += 1
                rounds -= 1
            if start > last_start and after == 0:
                sheet.lengths[length] += np.uint32(1)
                _note(sequence[:length], diary)


@compiled
def _note(sequence: Bytes, diary: Diary) -> None:
    """Enter one whole shoe."""
    ties, run, holder = 0, 0, TIE
    for winner in sequence:
        if winner == TIE:
            ties += 1
        elif winner == holder:
            run += 1
        else:
            if run:
                diary.runs[holder, run] += np.uint32(1)
            holder, run = winner, 1
    if run:
        diary.runs[holder, run] += np.uint32(1)
    diary.ties[ties] += np.uint32(1)
