"""The counting kernel for a shoe of which something is known: deals by outcome, place by place.

The same count as `kernel`, except that each of the six places accepts only some cards. Cards of one
value that every place treats alike are one *type*: ten types if nothing distinguishes ten, jack,
queen and king, at most thirteen. `allowed[i, t]` is 1 if place i + 1 may hold
a card of type t. Places 1 and 3 are Player's, 2 and 4 Banker's, 5 and 6 the third cards in the
order drawn; a card is at its place in the shoe whether or not the round takes it.

**Fifth and sixth card first**, as in `kernel`; take them away and `left` cards remain. For a hand
of two places `hands[t]` is the number of ordered hands of total t, and `holds[t, a]` the number of
those that contain one given card of type a. Two hands with no card in common number `hands[p] ·
hands[b] − Σ_a left[a] · holds[p, a] · holds[b, a]`, plus the ordered pairs of hands that share both
cards. Those are counted as hands too: a card that Player and Banker share must suit a place of
each, so the hand's places accept what places 1 and 2 both accept, and 3 and 4, or crosswise 1 and
4, and 3 and 2. Four hands, then: Player's, Banker's, shared straight, shared crosswise.

A fifth or sixth card that the round leaves in the shoe matters only if something is known of it:
then it is removed like the others; otherwise any of the remaining cards will do.
"""

import numpy as np

from punto.odds.kernel import falling
from punto.odds.program import VALUES, Ints


def count_known(
    by_rank: Ints,
    type_of: Ints,
    points: Ints,
    allowed: Ints,
    groups: Ints,
    starts: Ints,
    totals: Ints,
    goes_to: Ints,
    deals: Ints,
) -> None:
    """Write the deals of each outcome that agree with what is known; void rounds are not counted.

    `type_of` gives each rank its type; `groups[v, w]` is the program's group for third cards of
    the values v and w, ten for no card.
    """
    types = len(points)
    counts, twos, fours, twins = by_type(by_rank, type_of, types)
    doubles, ends = by_double(points)
    knows_fifth = allowed[4].sum() < types
    knows_sixth = allowed[5].sum() < types
    cards = counts.sum()
    dealt = min(cards, 6)
    here, there = pair_places(allowed)
    full_hands, full_holds = lay_out(counts, points, here, there)
    hands, holds = full_hands.copy(), full_holds.copy()  # without the fifth and the sixth card
    less_hands, less_holds = full_hands.copy(), full_holds.copy()  # without the fifth card
    left, shares = np.zeros(types, np.int64), np.zeros((VALUES, types), np.int64)
    one_ways, two_ways = np.zeros(types, np.int64), np.zeros(types, np.int64)
    void = len(deals) - 1
    deals[:] = 0
    for x in range(-1, types):  # the fifth card's type; -1: not taken, and nothing is known of it
        fifth = 1 if x < 0 else allowed[4, x] * counts[x]
        if fifth == 0 or (x < 0 and knows_fifth):
            continue
        take_away(x, points, here, there, full_hands, full_holds, less_hands, less_holds)
        for y in range(-1, types):
            sixth = 1 if y < 0 else allowed[5, y] * (counts[y] - (x == y))
            takes_two = x >= 0 and y >= 0
            takes_one = x >= 0 and (y >= 0) == knows_sixth
            takes_none = (x >= 0) == knows_fifth and (y >= 0) == knows_sixth
            if sixth <= 0 or not (takes_two or takes_one or takes_none):
                continue
            # Where nothing is known of two third cards, both of their orders are counted at once.
            alike = takes_two and not knows_fifth and not knows_sixth
            if alike and points[y] < points[x]:
                continue
            used = 4 + (x >= 0) + (y >= 0)
            unused = falling(cards - used, dealt - used)
            ways = unused * fifth * sixth
            for a in range(types):
                left[a] = counts[a] - (a == x) - (a == y)
                after = unused * twos[a] * thirds_after(a, a, 1, x, y, counts)
                one_ways[a] = after * allowed[0, a] * allowed[2, a]
                two_ways[a] = after * allowed[1, a] * allowed[3, a]
            take_away(y, points, here, there, less_hands, less_holds, hands, holds)
            for t in range(VALUES):
                for a in range(types):
                    shares[t, a] = left[a] * holds[0, t, a]
            v = VALUES if x < 0 else points[x]
            w = VALUES if y < 0 else points[y]
            for taken in range(3):
                if not (takes_none, takes_one, takes_two)[taken]:
                    continue
                group = groups[v if taken > 0 else VALUES, w if taken > 1 else VALUES]
                first = int(taken == 2 and v > w)
                last = 1 if alike and v != w else first
                for row in range(starts[group], starts[group + 1]):
                    if goes_to[row, first, 0] == void and goes_to[row, last, 0] == void:
                        continue
                    p, b = totals[row, 0], totals[row, 1]
                    if hands[0, p] == 0 or hands[1, b] == 0:
                        continue
                    every = hands[0, p] * hands[1, b] + (p == b) * (hands[2, p] + hands[3, p])
                    for a in range(types):
                        every -= shares[p, a] * holds[1, b, a]
                    one = two = different = twin = 0
                    for n in range(ends[p], ends[p + 1]):
                        u = doubles[n]
                        again = (p == b) * allowed[1, u] * allowed[3, u]
                        one += one_ways[u] * (hands[1, b] - 2 * holds[1, b, u] + 2 * again)
                    for n in range(ends[b], ends[b + 1]):
                        u = doubles[n]
                        again = (p == b) * allowed[0, u] * allowed[2, u]
                        two += two_ways[u] * (hands[0, p] - 2 * holds[0, p, u] + 2 * again)
                    if one and two:
                        for n in range(ends[p], ends[p + 1]):
                            for m in range(ends[b], ends[b + 1]):
                                u, z = doubles[n], doubles[m]
                                if one_ways[u] and two_ways[z]:
                                    rest = unused * thirds_after(u, z, 2, x, y, counts)
                                    different += rest * fours[u, z]
                                    twin += rest * twins[u] * (u == z)
                    none = ways * every - one - two + different + twin
                    for order in range(first, last + 1):
                        if goes_to[row, order, 0] != void:
                            deals[goes_to[row, order, 0]] += none
                            deals[goes_to[row, order, 1]] += one - different - twin
                            deals[goes_to[row, order, 2]] += two - different - twin
                            deals[goes_to[row, order, 3]] += different
                            deals[goes_to[row, order, 4]] += twin
    deals[void] = 0


def by_type(by_rank: Ints, type_of: Ints, types: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Cards, pairs, two pairs of different ranks and two of one rank, by type."""
    counts = np.zeros(types, np.int64)
    twos = np.zeros(types, np.int64)
    fours = np.zeros((types, types), np.int64)
    twins = np.zeros(types, np.int64)
    for rank in range(len(by_rank)):
        a, c = type_of[rank], by_rank[rank]
        counts[a] += c
        fours[a, a] += 2 * twos[a] * falling(c, 2)
        twos[a] += falling(c, 2)
        twins[a] += falling(c, 4)
    for a in range(types):
        for e in range(types):
            if a != e:
                fours[a, e] = twos[a] * twos[e]
    return counts, twos, fours, twins


def by_double(points: Ints) -> tuple[Ints, Ints]:
    """The types whose pairs have each total, one after another, and where each total's begin."""
    doubles, ends = np.zeros(len(points), np.int64), np.zeros(VALUES + 1, np.int64)
    n = 0
    for t in range(VALUES):
        for a in range(len(points)):
            if 2 * points[a] == t or 2 * points[a] == t + VALUES:
                doubles[n] = a
                n += 1
        ends[t + 1] = n
    return doubles, ends


def pair_places(allowed: Ints) -> tuple[Ints, Ints]:
    """What the first and the second place of each of the four hands may hold, by type."""
    here, there = (
        np.zeros((4, allowed.shape[1]), np.int64),
        np.zeros((4, allowed.shape[1]), np.int64),
    )
    here[0], there[0] = allowed[0], allowed[2]
    here[1], there[1] = allowed[1], allowed[3]
    here[2], there[2] = allowed[0] * allowed[1], allowed[2] * allowed[3]
    here[3], there[3] = allowed[0] * allowed[3], allowed[2] * allowed[1]
    return here, there


def lay_out(counts: Ints, points: Ints, here: Ints, there: Ints) -> tuple[Ints, Ints]:
    """The ordered hands of each total, and those that contain a given card of each type."""
    types = len(counts)
    hands = np.zeros((4, VALUES), np.int64)
    holds = np.zeros((4, VALUES, types), np.int64)
    for hand in range(4):
        for a in range(types):
            for e in range(types):
                t = (points[a] + points[e]) % VALUES
                others = counts[e] - (a == e)
                hands[hand, t] += counts[a] * here[hand, a] * others * there[hand, e]
                either = here[hand, a] * there[hand, e] + there[hand, a] * here[hand, e]
                holds[hand, t, a] += others * either
    return hands, holds


def take_away(
    x: int,
    points: Ints,
    here: Ints,
    there: Ints,
    hands: Ints,
    holds: Ints,
    less_hands: Ints,
    less_holds: Ints,
) -> None:
    """Write the four hands without one card of type x, or unchanged if x is -1."""
    less_hands[:] = hands
    less_holds[:] = holds
    if x < 0:
        return
    for hand in range(4):
        for t in range(VALUES):
            less_hands[hand, t] -= holds[hand, t, x]
        for a in range(len(points)):
            t = points[a] + points[x]
            t -= VALUES * (t >= VALUES)
            either = here[hand, a] * there[hand, x] + there[hand, a] * here[hand, x]
            less_holds[hand, t, a] -= either


def thirds_after(u: int, z: int, pairs: int, x: int, y: int, counts: Ints) -> int:
    """The ways to deal the fifth and sixth card once a pair of u, or pairs of u and z, are gone."""
    ways = 1
    if x >= 0:
        ways = counts[x] - 2 * (x == u) - 2 * (pairs == 2 and x == z)
    if y >= 0:
        ways *= counts[y] - 2 * (y == u) - 2 * (pairs == 2 and y == z) - (x == y)
    return ways
