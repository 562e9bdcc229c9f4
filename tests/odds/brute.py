"""Brute force, sharing no code with the engine: every ordered deal of thirteen ranks."""

from fractions import Fraction
from itertools import permutations

import numba
import numpy as np
from numpy.typing import NDArray

from punto.odds.composition import Composition
from punto.odds.distribution import Distribution
from punto.rules.outcome import outcomes
from tests.rules.oracle import pays, play

SHAPE = (10, 10, 4, 4, 5)  # player total, banker total, cards of each, pairs
# By pairs (none, Player's, Banker's, both, twin), initial cards P B P B that make them.
EXAMPLE = [list(cards) for cards in ("A234", "A2A4", "A232", "A2A2", "AAAA")]


@numba.njit
def _brute(have, seen):  # type: ignore[no-untyped-def]  # pragma: no cover
    worth = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0])
    n = have.sum()
    for p1 in range(13):
        w1 = have[p1]
        have[p1] -= 1
        for b1 in range(13):
            w2 = w1 * have[b1]
            have[b1] -= 1
            for p2 in range(13):
                w3 = w2 * have[p2]
                have[p2] -= 1
                for b2 in range(13):
                    w4 = w3 * have[b2]
                    if w4 == 0:
                        continue
                    have[b2] -= 1
                    pairs = (p1 == p2) + 2 * (b1 == b2)
                    if pairs == 3 and p1 == b1:
                        pairs = 4
                    p = (worth[p1] + worth[p2]) % 10
                    b = (worth[b1] + worth[b2]) % 10
                    if p > 7 or b > 7 or (p > 5 and b > 5):
                        seen[p, b, 2, 2, pairs] += w4 * (n - 4) * (n - 5)
                    elif p > 5:
                        for x in range(13):
                            seen[p, (b + worth[x]) % 10, 2, 3, pairs] += w4 * have[x] * (n - 5)
                    else:
                        for x in range(13):
                            w5 = w4 * have[x]
                            v = worth[x]
                            if b == 3:
                                draws = v != 8
                            elif b == 4:
                                draws = v > 1 and v < 8
                            elif b == 5:
                                draws = v > 3 and v < 8
                            elif b == 6:
                                draws = v == 6 or v == 7
                            else:
                                draws = b < 3
                            if not draws:
                                seen[(p + v) % 10, b, 3, 2, pairs] += w5 * (n - 5)
                                continue
                            have[x] -= 1
                            for y in range(13):
                                total = (b + worth[y]) % 10
                                seen[(p + v) % 10, total, 3, 3, pairs] += w5 * have[y]
                            have[x] += 1
                    have[b2] += 1
                have[p2] += 1
            have[b1] += 1
        have[p1] += 1


def brute(counts: tuple[int, ...]) -> NDArray[np.int64]:
    """Deals by totals, cards of each hand and pairs, for six cards or more."""
    assert sum(counts) >= 6
    seen = np.zeros(SHAPE, np.int64)
    _brute(np.array(counts, np.int64), seen)
    return seen


def deal_out(counts: tuple[int, ...]) -> tuple[NDArray[np.int64], int]:
    """Deal every order of a tiny shoe card by card; the second number is the void rounds."""
    shoe = [rank for rank, count in enumerate(counts, 1) for _ in range(count)]
    seen = np.zeros(SHAPE, np.int64)
    void = 0
    for order in permutations(shoe, min(len(shoe), 6)):
        try:
            won = play(tuple(rank if rank < 10 else 0 for rank in order))
        except (IndexError, ValueError):  # the card that was wanted is not there
            void += 1
            continue
        pairs = (order[0] == order[2]) + 2 * (order[1] == order[3])
        seen[(*won, 4 if pairs == 3 and order[0] == order[1] else pairs)] += 1
    return seen, void


def as_array(distribution: Distribution) -> NDArray[np.int64]:
    """A law in the shape of the brute force."""
    seen = np.zeros(SHAPE, np.int64)
    for each, count in zip(outcomes(), distribution.counts, strict=True):
        place = each.player_total, each.banker_total, each.player_cards, each.banker_cards
        seen[(*place, int(each.pairs))] = count
    return seen


def profits(game: str, wager: str, seen: NDArray[np.int64]) -> dict[Fraction, int]:
    """How many deals give each profit of a unit, by the tests' own statement of the pay table."""
    found: dict[Fraction, int] = {}
    for place in zip(*np.nonzero(seen), strict=True):
        player, banker, player_cards, banker_cards, pairs = map(int, place)
        won = player, banker, player_cards, banker_cards
        paid = pays(game, wager, EXAMPLE[pairs], won)
        profit = Fraction(-1) if paid is None else Fraction(0 if paid == "push" else str(paid))
        found[profit] = found.get(profit, 0) + int(seen[place])
    return found


def depleted(decks: int, left: int, seed: int) -> Composition:
    """A shoe dealt down to so many cards at random."""
    order = np.random.default_rng(seed).permutation(np.repeat(np.arange(13), 4 * decks))
    counts = np.bincount(order[:left], minlength=13)
    return Composition(tuple(int(count) for count in counts))


@numba.njit
def _brute_known(have, okay, seen):  # type: ignore[no-untyped-def]  # pragma: no cover
    worth = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0])
    card = np.zeros(6, np.int64)
    for number in range(13**6):  # all six cards, whether or not the round takes them
        ways, rest = 1, number
        for place in range(6):
            card[place] = rest % 13
            rest //= 13
            ways *= have[card[place]] * okay[place, card[place]]
            have[card[place]] -= 1
        for place in range(6):
            have[card[place]] += 1
        if ways == 0:
            continue
        pairs = (card[0] == card[2]) + 2 * (card[1] == card[3])
        if pairs == 3 and card[0] == card[1]:
            pairs = 4
        p = (worth[card[0]] + worth[card[2]]) % 10
        b = (worth[card[1]] + worth[card[3]]) % 10
        in_p = in_b = 2
        if p < 8 and b < 8:
            drawn = -1
            after = 4
            if p < 6:
                drawn = worth[card[4]]
                p = (p + drawn) % 10
                in_p, after = 3, 5
            if drawn < 0:
                draws = b < 6
            elif b == 3:
                draws = drawn != 8
            elif b == 4:
                draws = 1 < drawn < 8
            elif b == 5:
                draws = 3 < drawn < 8
            elif b == 6:
                draws = drawn == 6 or drawn == 7
            else:
                draws = b < 3
            if draws:
                b = (b + worth[card[after]]) % 10
                in_b = 3
        seen[p, b, in_p, in_b, pairs] += ways


def brute_known(counts: tuple[int, ...], okay: NDArray[np.int64]) -> NDArray[np.int64]:
    """Deals in which each of six places holds a rank it may hold, by going through 13⁶ deals."""
    assert sum(counts) >= 6
    seen = np.zeros(SHAPE, np.int64)
    _brute_known(np.array(counts, np.int64), okay, seen)
    return seen


def deal_out_known(
    counts: tuple[int, ...], okay: list[set[int]]
) -> tuple[NDArray[np.int64], int, int]:
    """Deal every order of a tiny shoe that agrees; then the void rounds and the orders."""
    shoe = [rank for rank, count in enumerate(counts) for _ in range(count)]
    seen = np.zeros(SHAPE, np.int64)
    void = orders = 0
    for order in permutations(shoe, min(len(shoe), 6)):
        if any(rank not in may for rank, may in zip(order, okay, strict=False)):
            continue
        orders += 1
        try:
            won = play(tuple(rank + 1 if rank < 9 else 0 for rank in order))
        except (IndexError, ValueError):
            void += 1
            continue
        pairs = (order[0] == order[2]) + 2 * (order[1] == order[3])
        seen[(*won, 4 if pairs == 3 and order[0] == order[1] else pairs)] += 1
    return seen, void, orders
