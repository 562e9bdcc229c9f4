"""The sequence kernel: shoes dealt one after another, recording runs and ties as well.

It deals the same shoes as the counting kernel and counts the same outcomes, more slowly. Unlike
the counting kernel it can stop at any round, so it also completes every block to the exact number
of rounds requested. The shoe in which it stops is excluded from the per-shoe statistics.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from punto.rules.outcome import Winner, outcomes
from punto.sim.automaton import ABREAST, CELLS, automaton
from punto.sim.compiled import Bytes, Counts, Shorts, U, compiled
from punto.sim.kernel import Bounds, Sheet, lay_hands, play
from punto.sim.shuffle import Workspace, shuffle_shoes

PLAYER, BANKER, TIE = range(3)
_NEXT = U(ABREAST)


class RunStats(NamedTuple):
    """Statistics of the watched shoes."""

    ties: Counts  # shoes by their number of ties
    runs: Counts  # runs by winner (Player, Banker) and length; a tie neither ends nor extends one


def blank_stats(bounds: Bounds) -> RunStats:
    """Return empty statistics."""
    size = bounds.rounds_max + 1
    return RunStats(np.zeros(size, np.uint32), np.zeros((2, size), np.uint32))


@cache
def winner_of_cell() -> Bytes:
    """Return the winner by cell."""
    order = (Winner.PLAYER, Winner.BANKER, Winner.TIE)
    winners = np.zeros(CELLS, np.uint8)
    for cell, outcome in automaton().outcome_of_cell.items():
        winners[cell] = order.index(outcomes()[outcome].winner)
    return winners


@compiled
def run_sequences(
    workspace: Workspace,
    steps: Shorts,
    burns: Shorts,
    winners: Bytes,
    bounds: Bounds,
    rounds: int,
    sheet: Sheet,
    stats: RunStats,
) -> None:
    """Deal exactly `rounds` rounds, shoe after shoe."""
    last_start = U(bounds.last_start) * _NEXT + (_NEXT - U(1))
    sequence = np.empty(bounds.rounds_max, np.uint8)
    while rounds > 0:
        shuffle_shoes(workspace, bounds.drawn)
        lay_hands(workspace.table)
        for shoe in range(ABREAST):
            start = U(shoe)
            if bounds.burn:
                start += U(burns[workspace.table[start]]) * _NEXT
            length, after = 0, bounds.after_cut
            while rounds > 0:
                if start > last_start:
                    if after == 0:
                        break
                    after -= 1
                cell, used = play(workspace.table, start, steps)
                cells = sheet.sure if length < bounds.rounds_sure else sheet.late
                cells[cell] += np.uint32(1)
                sequence[length] = winners[cell]
                start += used
                length += 1
                rounds -= 1
            if start > last_start and after == 0:
                sheet.lengths[length] += np.uint32(1)
                _note(sequence[:length], stats)


@compiled
def _note(sequence: Bytes, stats: RunStats) -> None:
    """Record one whole shoe."""
    ties, run, holder = 0, 0, TIE
    for winner in sequence:
        if winner == TIE:
            ties += 1
        elif winner == holder:
            run += 1
        else:
            if run:
                stats.runs[holder, run] += np.uint32(1)
            holder, run = winner, 1
    if run:
        stats.runs[holder, run] += np.uint32(1)
    stats.ties[ties] += np.uint32(1)
