"""Shuffles with typical mistakes, which the fairness tests must detect."""

from collections.abc import Callable
from os import urandom
from random import Random
from time import time

Shuffle = Callable[[int], list[int]]


def by_remainder_of(bits: int, chance: Callable[[int], bytes] = urandom) -> Shuffle:
    """Places drawn as the remainder of a number with this many bits, which favours low ones."""

    def shuffle(cards: int) -> list[int]:
        order = list(range(cards))
        drawn = memoryview(chance(2 * cards)).cast("H")
        for last in range(cards - 1, 0, -1):
            place = (drawn[last] & ((1 << bits) - 1)) % (last + 1)
            order[last], order[place] = order[place], order[last]
        return order

    return shuffle


def swapping_with_any(chance: Random) -> Shuffle:
    """The naive shuffle: each card is swapped with any, also with those that are done."""

    def shuffle(cards: int) -> list[int]:
        order = list(range(cards))
        for here in range(cards):
            place = chance.randrange(cards)
            order[here], order[place] = order[place], order[here]
        return order

    return shuffle


def never_staying(chance: Random) -> Shuffle:
    """Off by one: no card can stay where it was, so only single cycles come."""

    def shuffle(cards: int) -> list[int]:
        order = list(range(cards))
        for last in range(cards - 1, 0, -1):
            place = chance.randrange(last)
            order[last], order[place] = order[place], order[last]
        return order

    return shuffle


def seeded_by_the_time(clock: Callable[[], float] = time) -> Shuffle:
    """A generator seeded with the second in which the shuffle happens."""

    def shuffle(cards: int) -> list[int]:
        order = list(range(cards))
        Random(int(clock())).shuffle(order)
        return order

    return shuffle


def cut_and_riffled(chance: Random, times: int = 7) -> Shuffle:
    """Seven riffles: enough for one deck, too few for eight."""

    def shuffle(cards: int) -> list[int]:
        order = list(range(cards))
        for _ in range(times):
            first = [chance.random() < 0.5 for _ in range(cards)]
            left, right = iter(order[: sum(first)]), iter(order[sum(first) :])
            order = [next(left) if one else next(right) for one in first]
        return order

    return shuffle
