"""Chance from a seed: the same seed gives the same questions, on every machine."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from punto.rules.cards import DECK, RANKS, SUITS, Card
from punto.rules.round import Round, deal_round

T = TypeVar("T")
WORD_BYTES = 4


class Chance:
    """Numbers that follow from a seed by SHA-256; each part of a paper has a seed of its own."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._words = _words(seed)

    def apart(self, label: str) -> "Chance":
        """Chance that depends on this seed and a label, and on nothing drawn before."""
        return Chance(f"{self.seed}/{label}")

    def below(self, limit: int) -> int:
        """A number from zero up to the limit, each as likely.

        >>> [Chance("seed").below(6) for _ in range(2)]
        [4, 4]
        """
        largest = (256**WORD_BYTES // limit) * limit
        while (drawn := next(self._words)) >= largest:
            pass
        return drawn % limit

    def pick(self, among: Sequence[T]) -> T:
        """One of these."""
        return among[self.below(len(among))]

    def some(self, among: Sequence[T], count: int) -> list[T]:
        """So many of these, each at most once, in an order of their own."""
        left = list(among)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]

    def one_in(self, times: int) -> bool:
        """Whether something happens that happens once in so many times."""
        return self.below(times) == 0

    def card(self) -> Card:
        """Any card."""
        return self.pick(DECK)

    def round(self, *, alike: bool = False) -> Round:
        """A finished round; `alike` takes its cards from few ranks, so that pairs are frequent."""
        ranks = self.some(RANKS, 2) if alike else RANKS
        cards = [Card(self.pick(ranks), self.pick(SUITS)) for _ in range(6)]
        dealt = deal_round(iter(cards))
        assert dealt is not None, "six cards finish any round"
        return dealt


def _words(seed: str) -> Iterator[int]:
    number = 0
    while True:
        block = sha256(f"punto school:{seed}:{number}".encode()).digest()
        for at in range(0, len(block), WORD_BYTES):
            yield int.from_bytes(block[at : at + WORD_BYTES], "big")
        number += 1
