"""The counting kernel: a block of rounds dealt from whole shoes into a histogram over outcomes.

Eight shoes are dealt in step, without a branch that depends on a card. Every shoe has the first
`rounds_sure` rounds, so those run unconditionally; beyond them, a finished shoe keeps dealing into
a discarded cell until the other seven are done. Outcomes go to a buffer first and are counted from
there: counting directly would make each round wait for the previous store.
"""

from typing import NamedTuple

import numpy as np

from punto.sim.automaton import (
    ABREAST,
    BANKER_CLASS,
    CELLS,
    FIFTH,
    FINISH_BITS,
    FINISH_MASK,
    NOWHERE,
    PAIRS_MASK,
    PAIRS_SHIFT,
    SIXTH,
    STATE_MASK,
)
from punto.sim.compiled import Bytes, Counts, Shorts, U, Words, compiled, inlined
from punto.sim.deal_rules import Dealing
from punto.sim.shuffle import HANDS, Workspace, shuffle_shoes

_NEXT = U(ABREAST)  # from a card to the next of the same shoe


class Bounds(NamedTuple):
    """The fields of a `Dealing` that the kernel needs."""

    drawn: int
    last_start: int
    rounds_sure: int
    rounds_max: int
    after_cut: int
    burn: bool


def bounds_of(dealing: Dealing) -> Bounds:
    """Return a dealing in the form the kernels take."""
    return Bounds(
        dealing.drawn,
        dealing.last_start,
        dealing.rounds_sure,
        dealing.rounds_max,
        dealing.after_cut,
        dealing.burn,
    )


class Sheet(NamedTuple):
    """The counters and buffers of a block."""

    sure: Counts  # cells of the rounds that every shoe has
    late: Counts  # cells of the rounds after those
    lengths: Counts  # shoes by their number of rounds
    buffer: Shorts  # cells of the rounds of eight shoes, still to be counted
    starts: Words  # where the next round of each of eight shoes starts
    dealt: Words  # how many rounds each of them has dealt


def blank_sheet(bounds: Bounds) -> Sheet:
    """Return an empty sheet for one block."""
    cells = np.zeros(CELLS + 1, np.uint32), np.zeros(CELLS + 1, np.uint32)
    buffer = np.zeros(bounds.rounds_max * ABREAST, np.uint16)
    lengths = np.zeros(bounds.rounds_max + 1, np.uint32)
    eights = np.zeros(ABREAST, np.uint64), np.zeros(ABREAST, np.uint64)
    return Sheet(*cells, lengths, buffer, *eights)


@compiled
def lay_hands(table: Bytes) -> None:
    """Combine every card with the next but one: the two-card hand that would start there."""
    for card in range(HANDS - 2 * ABREAST):
        i = U(card)
        table[i + U(HANDS)] = table[i] << np.uint8(4) | table[i + U(2 * ABREAST)]


@inlined
def play(table: Bytes, start: np.uint64, steps: Shorts) -> tuple[np.uint64, np.uint64]:
    """Return the cell of the round that starts here, and the offset of the next round."""
    player = U(steps[table[start + U(HANDS)]])
    banker = U(steps[U(table[start + U(HANDS) + _NEXT]) + U(BANKER_CLASS)])
    state = U(steps[player + banker])
    second = U(steps[(state & U(STATE_MASK)) + U(table[start + U(4) * _NEXT]) + U(FIFTH)])
    end = U(steps[second + U(table[start + U(5) * _NEXT]) + U(SIXTH)])
    pairs = state >> U(PAIRS_SHIFT) & U(PAIRS_MASK)
    return pairs | end & U(FINISH_MASK), end >> U(FINISH_BITS)


@compiled
def _count(buffer: Shorts, rounds: int, cells: Counts) -> None:
    for i in range(rounds * ABREAST):
        cells[U(buffer[U(i)])] += np.uint32(1)


@compiled
def deal_eight(table: Bytes, steps: Shorts, burns: Shorts, bounds: Bounds, sheet: Sheet) -> int:
    """Deal the eight shoes on the table to their ends; return the number of rounds."""
    starts, lengths = sheet.starts, sheet.dealt
    for shoe in range(ABREAST):
        s = U(shoe)
        burned = U(burns[table[s]]) if bounds.burn else U(0)
        starts[s] = burned * _NEXT + s
        lengths[s] = U(bounds.rounds_sure + bounds.after_cut)
    to = U(0)
    for _ in range(bounds.rounds_sure):
        for shoe in range(ABREAST):
            s = U(shoe)
            cell, used = play(table, starts[s], steps)
            sheet.buffer[to + s] = cell
            starts[s] += used
        to += _NEXT
    _count(sheet.buffer, bounds.rounds_sure, sheet.sure)
    to = U(0)
    late = bounds.after_cut
    last_start = U(bounds.last_start) * _NEXT + (_NEXT - U(1))
    dealing = True
    while dealing:
        dealing = False
        for shoe in range(ABREAST):
            s = U(shoe)
            cell, used = play(table, starts[s], steps)
            live = starts[s] <= last_start
            sheet.buffer[to + s] = cell if live else U(NOWHERE)
            starts[s] += used if live else U(0)
            lengths[s] += U(live)
            dealing |= live
        to += _NEXT
        late += 1
    for _ in range(bounds.after_cut):
        for shoe in range(ABREAST):
            s = U(shoe)
            cell, used = play(table, starts[s], steps)
            sheet.buffer[to + s] = cell
            starts[s] += used
        to += _NEXT
    _count(sheet.buffer, late, sheet.late)
    rounds = U(0)
    for shoe in range(ABREAST):
        rounds += lengths[U(shoe)]
        sheet.lengths[lengths[U(shoe)]] += np.uint32(1)
    return int(rounds)


@compiled
def deal_block(
    workspace: Workspace, steps: Shorts, burns: Shorts, bounds: Bounds, rounds: int, sheet: Sheet
) -> int:
    """Deal shoes, eight at a time, while `rounds` cannot be exceeded; return the rounds dealt."""
    dealt = 0
    while dealt + ABREAST * bounds.rounds_max <= rounds:
        shuffle_shoes(workspace, bounds.drawn)
        lay_hands(workspace.table)
        dealt += deal_eight(workspace.table, steps, burns, bounds, sheet)
    return dealt
