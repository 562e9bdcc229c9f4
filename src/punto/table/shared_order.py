"""The order a virtual shoe is dealt in: the sealed order, shuffled by what others contribute.

The house seals its order before anyone contributes and cannot change it afterwards, and
contributors commit to their values before any value is known, so no one chooses the order dealt
(reading shared-order). The values are hashed into a seed in the order in which they were committed
to. SHA-256 of the seed and a counter gives the places of a Fisher–Yates shuffle, by rejection, so
that a random seed makes every order equally likely, and a random sealed order stays random.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

READING = "reading shared-order"


def first_seed(commitment: str, shoe: str) -> str:
    """The seed of a shoe before anything was contributed."""
    return sha256(f"punto order 2:{commitment}:{shoe}".encode()).hexdigest()


def next_seed(seed: str, value: str) -> str:
    """The seed after one more contributed value."""
    return sha256(f"{seed}:{value}".encode()).hexdigest()


def dealt_order(sealed: Sequence[str], seed: str) -> tuple[str, ...]:
    """The order in which a sealed shoe is dealt; as it was sealed where there is no seed.

    >>> dealt_order(("AS", "KD", "2C"), "")
    ('AS', 'KD', '2C')
    >>> dealt_order(("AS", "KD", "2C"), first_seed("ab" * 32, "shoe-1"))
    ('KD', '2C', 'AS')
    """
    order = list(sealed)
    if not seed:
        return tuple(order)
    words = _words(seed)
    for last in range(len(order) - 1, 0, -1):
        place = _below(last + 1, words)
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def _below(limit: int, words: Iterator[int]) -> int:
    """A number from zero up to the limit, each as likely: too large ones are drawn again."""
    mask = (1 << (limit - 1).bit_length()) - 1
    while (drawn := next(words) & mask) >= limit:
        pass
    return drawn


def _words(seed: str) -> Iterator[int]:
    """Words of 16 bits without end."""
    number = 0
    while True:
        block = sha256(f"{seed}:{number}".encode()).digest()
        for at in range(0, len(block), 2):
            yield int.from_bytes(block[at : at + 2], "big")
        number += 1
