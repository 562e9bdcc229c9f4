"""Tests of a shuffle, each with its exact distribution, so that 99 % confidence is exact.

Cards are numbered by their place in the new pack. A shuffle is a row of those numbers.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from math import erfc, sqrt

import numpy as np
from numpy.typing import NDArray

from punto.sim.chi_square import chi_square_tail

Rows = NDArray[np.uint16]
Counts = NDArray[np.int64]

KINDS = 52
RANKS = 13
CONFIDENCE = 0.99


@dataclass
class Evidence:
    """What many shuffles of one pack came to, added up row by row."""

    cards: int
    shuffles: int = 0
    places: Counts = field(init=False)  # position × card
    neighbours: Counts = field(init=False)  # ranks of two adjacent cards, one pair a shuffle
    firsts: Counts = field(init=False)  # ranks of the first cards of two shuffles in a row
    runs: Counts = field(init=False)  # rising runs of a shuffle: how often how many
    successors: Counts = field(init=False)  # cards followed by their successor in the new pack
    digests: list[NDArray[np.uint64]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.places = np.zeros((self.cards, self.cards), np.int64)
        self.neighbours = np.zeros((RANKS, RANKS), np.int64)
        self.firsts = np.zeros((RANKS, RANKS), np.int64)
        self.runs = np.zeros(self.cards + 1, np.int64)
        self.successors = np.zeros(self.cards + 1, np.int64)

    def add(self, rows: Rows) -> None:
        """Take in an even number of shuffles."""
        count, cards = rows.shape
        cells = np.arange(cards, dtype=np.int64) * cards + rows
        self.places += np.bincount(cells.ravel(), minlength=cards**2).reshape(cards, cards)
        each = np.arange(count)
        pair = (each + self.shuffles) % (cards - 1)
        _tally(self.neighbours, rows[each, pair] % RANKS, rows[each, pair + 1] % RANKS)
        _tally(self.firsts, rows[0::2, 0] % RANKS, rows[1::2, 0] % RANKS)
        steps = np.diff(rows.astype(np.int32), axis=1)
        self.runs += np.bincount((steps < 0).sum(axis=1) + 1, minlength=cards + 1)
        self.successors += np.bincount((steps == 1).sum(axis=1), minlength=cards + 1)
        self.digests.append(np.array([_digest(row) for row in rows], np.uint64))
        self.shuffles += count

    def chances(self) -> dict[str, float]:
        """For each test, the chance that a fair shuffle would look as odd as this or odder."""
        return {
            "position × card": self._places(KINDS),
            "position × copy": self._places(self.cards),
            "adjacent ranks": self._neighbours(),
            "first cards in a row": _chi_square(self.firsts, np.full((RANKS, RANKS), RANKS**-2)),
            "rising runs": _mean_test(self.runs, (self.cards + 1) / 2, (self.cards + 1) / 12),
            "successors": self._successors(),
            "duplicates": 0.0 if self.duplicates() else 1.0,
        }

    def faults(self, confidence: float = CONFIDENCE) -> list[str]:
        """The tests that this shuffle fails, at this confidence for all of them together."""
        found = self.chances()
        return [name for name, chance in found.items() if chance < (1 - confidence) / len(found)]

    def duplicates(self) -> int:
        """Orders that came more than once: none, of a number with hundreds of digits."""
        digests = np.concatenate(self.digests)
        return len(digests) - len(np.unique(digests))

    def _places(self, kinds: int) -> float:
        """Chi-square of position × card, or of position × copy.

        Counts over permutations vary more than free ones by n / (n - 1), and have (n - 1)(k - 1)
        degrees of freedom for k kinds of card.
        """
        positions = self.cards
        found = np.stack([self.places[:, kind::kinds].sum(axis=1) for kind in range(kinds)], axis=1)
        expected = self.shuffles / kinds
        statistic = float(((found - expected) ** 2 / expected).sum())
        return chi_square_tail(
            statistic * (positions - 1) / positions, (positions - 1) * (kinds - 1)
        )

    def _neighbours(self) -> float:
        copies = self.cards // RANKS
        law = np.full((RANKS, RANKS), copies * copies, float)
        np.fill_diagonal(law, copies * (copies - 1))
        return _chi_square(self.neighbours, law / law.sum())

    def _successors(self) -> float:
        """The number of cards that their successor follows, whose mean and variance are known."""
        n = self.cards
        mean = (n - 1) / n
        pairs = (n - 2) / n  # (n - 1)(n - 2) pairs of such cards, each with chance 1 / n(n - 1)
        return _mean_test(self.successors, mean, pairs + mean - mean**2)


def gather(cards: int, batches: Iterable[Rows]) -> Evidence:
    """The evidence of shuffles that come in batches."""
    evidence = Evidence(cards)
    for rows in batches:
        evidence.add(rows)
    return evidence


def _tally(table: Counts, left: Rows, right: Rows) -> None:
    cells = left.astype(np.int64) * RANKS + right
    table += np.bincount(cells, minlength=RANKS**2).reshape(RANKS, RANKS)


def _chi_square(found: Counts, law: NDArray[np.float64]) -> float:
    expected = law * found.sum()
    return chi_square_tail(float(((found - expected) ** 2 / expected).sum()), found.size - 1)


def _mean_test(histogram: Counts, mean: float, variance: float) -> float:
    """Two-sided normal test of a mean over many shuffles."""
    count = int(histogram.sum())
    found = float((histogram * np.arange(len(histogram))).sum() / count)
    return erfc(abs(found - mean) / sqrt(2 * variance / count))


def _digest(row: Rows) -> int:
    return int.from_bytes(blake2b(row.tobytes(), digest_size=8).digest(), "big")
