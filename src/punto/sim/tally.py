"""Tally: outcome counts of blocks of rounds; adding tallies in any order gives the same sum."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache

import numpy as np
from numpy.typing import NDArray

from punto.rules.outcome import outcomes
from punto.sim.automaton import ABREAST, automaton, burns
from punto.sim.deal_rules import Dealing
from punto.sim.kernel import blank_sheet, bounds_of, deal_block
from punto.sim.sequence_kernel import blank_stats, run_sequences, winner_of_cell
from punto.sim.shuffle import new_workspace

Ints = NDArray[np.int64]

BLOCK_ROUNDS = 1 << 20  # about seven milliseconds of work
WATCHED_EVERY = 64  # one block in 64 also records runs and ties


@dataclass(frozen=True, slots=True)
class Tally:
    """Integer counts of some rounds; addition is exact, so the order does not matter."""

    sure: Ints  # by outcome index: rounds with an ordinal that every shoe reaches
    late: Ints  # by outcome index: rounds beyond
    lengths: Ints  # whole shoes by their number of rounds
    ties: Ints  # watched whole shoes by their number of ties
    runs: Ints  # in watched shoes, runs of Player and of Banker by length

    def __add__(self, other: "Tally") -> "Tally":
        names = (field.name for field in fields(self))
        return Tally(*(getattr(self, name) + getattr(other, name) for name in names))

    @property
    def counts(self) -> Ints:
        """Return all rounds by outcome index."""
        return self.sure + self.late

    @property
    def rounds(self) -> int:
        return int(self.counts.sum())

    @property
    def shoes(self) -> int:
        return int(self.lengths.sum())


def no_tally(dealing: Dealing) -> Tally:
    """Return the tally of no rounds."""
    outcome, length = len(outcomes()), dealing.rounds_max + 1
    shapes = outcome, outcome, length, length, (2, length)
    return Tally(*(np.zeros(shape, np.int64) for shape in shapes))


def tally_block(dealing: Dealing, seed: int, block: int, rounds: int) -> Tally:
    """Deal one block; its tally depends on these four arguments alone."""
    bounds, steps = bounds_of(dealing), automaton().steps
    workspace, sheet, stats = (
        new_workspace(dealing, seed, block),
        blank_sheet(bounds),
        blank_stats(bounds),
    )
    dealt = 0
    if block % WATCHED_EVERY:
        dealt = deal_block(workspace, steps, burns(), bounds, rounds, sheet)
    watched = stats if dealt == 0 else blank_stats(bounds)
    run_sequences(
        workspace, steps, burns(), winner_of_cell(), bounds, rounds - dealt, sheet, watched
    )
    return Tally(
        _by_outcome(sheet.sure),
        _by_outcome(sheet.late),
        sheet.lengths.astype(np.int64),
        stats.ties.astype(np.int64),
        stats.runs.astype(np.int64),
    )


def tally_blocks(dealing: Dealing, seed: int, blocks: Iterable[tuple[int, int]]) -> Tally:
    """Deal several blocks, each given by its number and its rounds."""
    return sum(
        (tally_block(dealing, seed, block, rounds) for block, rounds in blocks), no_tally(dealing)
    )


def warm() -> None:
    """Load the compiled kernels, compiling them if they are not cached."""
    dealing = Dealing()
    tally_block(dealing, seed=0, block=1, rounds=ABREAST * dealing.rounds_max)


def blocks_of(rounds: int) -> range:
    """Return the block numbers of a number of rounds; all but the last are full."""
    return range(-(-rounds // BLOCK_ROUNDS))


def block_rounds(rounds: int, block: int) -> int:
    """Return the number of rounds in a block."""
    return min(BLOCK_ROUNDS, rounds - block * BLOCK_ROUNDS)


@cache
def _cells() -> tuple[Ints, Ints]:
    cells = automaton().outcome_of_cell
    return np.array(list(cells), np.int64), np.array(list(cells.values()), np.int64)


def _by_outcome(counted: NDArray[np.uint32]) -> Ints:
    cells, places = _cells()
    by_outcome = np.zeros(len(outcomes()), np.int64)
    by_outcome[places] = counted[cells]
    return by_outcome
