"""The shuffle: Fisher–Yates, each place drawn without bias from a cryptographic random source."""

from collections.abc import Callable, Iterable, Iterator
from os import urandom
from typing import TypeVar

Card = TypeVar("Card")
Chance = Callable[[int], bytes]  # returns this many uniformly random bytes

WORDS = 1024  # of 16 bits, taken from the source at a time
CARDS_MAX = 1 << 16


def shuffle(pack: Iterable[Card], chance: Chance = urandom) -> list[Card]:
    """The pack in a uniformly random order.

    The last place takes any of the cards, the one before it any of the rest, and so on. Places
    are drawn by rejection, because a remainder would favour the low ones.

    >>> sorted(shuffle("ABC"))
    ['A', 'B', 'C']
    """
    order = list(pack)
    if len(order) > CARDS_MAX:
        raise ValueError(f"a pack has at most {CARDS_MAX} cards")
    words = _words(chance)
    for last in range(len(order) - 1, 0, -1):
        place = _below(last + 1, words)
        order[last], order[place] = order[place], order[last]
    return order


def _below(limit: int, words: Iterator[int]) -> int:
    """A uniformly random number below the limit; larger ones are drawn again."""
    mask = (1 << (limit - 1).bit_length()) - 1
    while (drawn := next(words) & mask) >= limit:
        pass
    return drawn


def _words(chance: Chance) -> Iterator[int]:
    while True:
        yield from memoryview(chance(2 * WORDS)).cast("H")
