"""An independent implementation of the shuffle by contributions, from docs/shuffle.md."""

import hashlib
from collections.abc import Iterable, Sequence

from punto.table import commands as c
from punto.table.people import Actor
from tests.envelope import Given


def mixed(order: Sequence[str], commitment: str, shoe: str, values: Iterable[str]) -> list[str]:
    """The order dealt from a shoe that was sealed so, after these contributions."""
    seed = _hex("punto order 2", commitment, shoe)
    for value in values:
        seed = _hex(seed, value)
    stream = "".join(_hex(seed, str(block)) for block in range(400))
    numbers = (int(stream[at : at + 4], 16) for at in range(0, len(stream), 4))
    cards = list(order)
    for size in range(len(cards), 1, -1):
        bits = len(f"{size - 1:b}")
        place = next(low for low in (each % 2**bits for each in numbers) if low < size)
        cards[place], cards[size - 1] = cards[size - 1], cards[place]
    return cards


def digest(value: str) -> str:
    """What commits to a value."""
    return _hex(value)


def contributing(value: str, by: Actor, closer: Actor | None = None) -> list[Given]:
    """One person's contribution to a sealed shoe, from its digest to its value."""
    return [
        Given(c.Contribute(digest(value)), by),
        Given(c.CloseContributions(), closer or by),
        Given(c.RevealContribution(value), by),
    ]


def _hex(*parts: str) -> str:
    return hashlib.sha256(":".join(parts).encode()).hexdigest()
