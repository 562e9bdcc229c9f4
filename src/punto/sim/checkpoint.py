"""Checkpoint: a simulation's progress as bytes, so that it can resume later or elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

import msgspec
import numpy as np

from punto.refusals import Reason, Refused
from punto.sim.deal_rules import Dealing
from punto.sim.tally import Tally, block_rounds, blocks_of, no_tally

FORMAT = 1


@dataclass(slots=True)
class Checkpoint:
    """The blocks dealt so far, and their tally.

    Threads finish blocks nearly in order: all those below some number, and a few beyond it.
    """

    dealing: Dealing
    rounds: int  # requested
    seed: int
    tally: Tally
    below: int = 0
    beyond: set[int] = field(default_factory=set)

    @staticmethod
    def at_start(dealing: Dealing, rounds: int, seed: int) -> "Checkpoint":
        return Checkpoint(dealing, rounds, seed, no_tally(dealing))

    def has(self, block: int) -> bool:
        return block < self.below or block in self.beyond

    def add(self, block: int, dealt: Tally) -> None:
        """Add a block, once.

        The new state is computed first and then assigned in one step: Ctrl-C may come at any
        moment, and must not leave a block counted but not marked, or the other way round.
        """
        assert not self.has(block)
        tally, below, beyond = self.tally + dealt, self.below, self.beyond | {block}
        while below in beyond:
            beyond.remove(below)
            below += 1
        self.tally, self.below, self.beyond = tally, below, beyond


class _Counts(msgspec.Struct):
    """A tally on disk, by the names of its fields."""

    sure: list[int]
    late: list[int]
    lengths: list[int]
    ties: list[int]
    runs: list[list[int]]


class _File(msgspec.Struct):
    """The shape on disk."""

    format: int
    decks: int
    cut: int
    burn: bool
    after_cut: int
    rounds: int
    seed: int
    below: int
    beyond: list[int]
    tally: _Counts


def encode(point: Checkpoint) -> bytes:
    """Encode a checkpoint as JSON."""
    dealing = point.dealing
    counts = {each.name: getattr(point.tally, each.name).tolist() for each in fields(Tally)}
    return msgspec.json.encode(
        _File(
            FORMAT,
            dealing.decks,
            dealing.cut,
            dealing.burn,
            dealing.after_cut,
            point.rounds,
            point.seed,
            point.below,
            sorted(point.beyond),
            _Counts(**counts),
        )
    )


def decode(data: bytes) -> Checkpoint:
    """Decode a checkpoint; refuse one that is invalid or inconsistent."""
    try:
        read = msgspec.json.decode(data, type=_File)
        dealing = Dealing(read.decks, read.cut, read.burn, read.after_cut)
        counts = (np.array(getattr(read.tally, each.name), np.int64) for each in fields(Tally))
        tally = Tally(*counts)
        point = Checkpoint(dealing, read.rounds, read.seed, tally, read.below, set(read.beyond))
        sound = read.format == FORMAT and _is_sound(point)
    except (msgspec.MsgspecError, KeyError, ValueError, OverflowError, Refused):
        sound = False
    if not sound:
        raise Refused(Reason.UNREADABLE_REQUEST, "The checkpoint is damaged, or is none.")
    return point


def _is_sound(point: Checkpoint) -> bool:
    """Whether the tally matches its dealing and the number of rounds in its blocks."""
    empty = no_tally(point.dealing)
    for each in fields(Tally):
        found, wanted = getattr(point.tally, each.name), getattr(empty, each.name)
        if found.shape != wanted.shape or found.min() < 0:
            return False
    blocks = len(blocks_of(point.rounds))
    done: Iterable[int] = point.beyond
    if not 0 <= point.below <= blocks or not all(point.below < n < blocks for n in done):
        return False
    full = point.below * block_rounds(point.rounds, 0) if point.below < blocks else point.rounds
    return point.tally.rounds == full + sum(block_rounds(point.rounds, n) for n in done)
