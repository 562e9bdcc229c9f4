"""The counting kernel: the exact number of ordered deals of a shoe with each outcome.

Plain Python over int64 arrays. It runs interpreted for a shoe or two, and `compiled` turns the same
function into machine code for thousands, so there is no second version to disagree.

A deal is an ordered sequence of the shoe's next six cards, dealt or not. With c cards of each of
the thirteen ranks and v cards of each of the ten values, the number of deals that give an outcome
is a sum of products of whole numbers, none above 520·519·518·517·516·515 < 2⁶³.

**Third cards first.** For fixed third cards there are `ways` of dealing them; take them away and v
becomes `left`. Then count the initial hands of totals p and b from `left`:

* `mate[t, a]` cards complete a held card of value a to the total t: those of value t − a, not
  counting the held card itself. So `hold[t, a] = left[a] · mate[t, a]` ordered hands of total t
  begin with a value a, and `hands[t]`, their sum over a, is the number of ordered hands.
* Two hands drawn with no regard to each other number `hands[p] · hands[b]`. By inclusion and
  exclusion take away those that share a card, in any of 2 × 2 places,
  `4 · Σ_a hold[p, a] · mate[b, a]`, and put back those that share both, `2 · hands[p]` if p = b.

**Pairs are of one rank**, though ten, jack, queen and king share a value. So deal the pair first:
`twos[u]` = Σ c(c − 1) over the ranks of value u. The third cards then come from a shoe lacking two
cards of value u, and so does the other hand, which by the same inclusion and exclusion has
`hands[b] − 4 · mate[b, u] + 2·[2u = b]` ways. Two pairs, of values u and w, are dealt first in the
same way: `fours[u, w]` ways when their ranks differ, `twins[u]` when all four are of one rank.
"""

import numpy as np

from punto.odds.program import NO_FIRST, NO_SECOND, VALUES, Ints


def count_deals(
    counts: Ints,
    points: Ints,
    thirds: Ints,
    starts: Ints,
    totals: Ints,
    goes_to: Ints,
    deals: Ints,
) -> None:
    """Write the number of deals of each outcome into `deals`, and of void rounds in the last place.

    A shoe of fewer than six cards is dealt to its end; a round it cannot complete is void. This
    needs no special case: the number of ways to deal more cards than there are is zero.
    """
    cards = counts.sum()
    dealt = min(cards, 6)
    value, twos, fours, twins = by_value(counts, points)
    left = np.zeros(2 * VALUES, np.int64)
    mate = np.zeros((VALUES, VALUES), np.int64)
    hold = np.zeros((VALUES, VALUES), np.int64)
    hands = np.zeros(VALUES, np.int64)
    pair_ways = np.zeros(VALUES, np.int64)
    void = len(deals) - 1
    deals[:] = 0
    for group in range(len(thirds)):
        x, y = thirds[group, 0], thirds[group, 1]
        used = 4 + (x < VALUES) + (y < VALUES)
        if value[x] * (value[y] - (x == y)) == 0:
            continue
        unused = falling(cards - used, dealt - used)  # orders of the cards the round leaves
        ways = unused * value[x] * (value[y] - (x == y))
        take_away(value, x, y, left, mate, hold, hands)
        for u in range(VALUES):
            first, second = value[x] - 2 * (x == u), value[y] - 2 * (y == u) - (x == y)
            pair_ways[u] = unused * twos[u] * first * second

        for row in range(starts[group], starts[group + 1]):
            p, b = totals[row, 0], totals[row, 1]
            shared = 0
            for a in range(VALUES):
                shared += hold[p, a] * mate[b, a]
            player_pair = banker_pair = both = twin = 0
            if p % 2 == 0:  # a pair's total is even
                player_pair = one_pair(p, b, pair_ways, hands, mate)
            if b % 2 == 0:
                banker_pair = one_pair(b, p, pair_ways, hands, mate)
            if p % 2 == 0 and b % 2 == 0:
                both, twin = two_pairs(p, b, x, y, unused, value, fours, twins)
            all_hands = ways * (hands[p] * hands[b] - 4 * shared + 2 * (p == b) * hands[p])
            none = all_hands - player_pair - banker_pair + both + twin
            for order in range(2):
                if goes_to[row, order, 0] != void:
                    deals[goes_to[row, order, 0]] += none
                    deals[goes_to[row, order, 1]] += player_pair - both - twin
                    deals[goes_to[row, order, 2]] += banker_pair - both - twin
                    deals[goes_to[row, order, 3]] += both
                    deals[goes_to[row, order, 4]] += twin
    deals[void] = falling(cards, dealt) - deals[:void].sum()


def count_each(
    compositions: Ints,
    points: Ints,
    thirds: Ints,
    starts: Ints,
    totals: Ints,
    goes_to: Ints,
    deals: Ints,
) -> None:
    """Count the deals of many shoes, one row for each."""
    for shoe in range(len(compositions)):
        count_deals(compositions[shoe], points, thirds, starts, totals, goes_to, deals[shoe])


def sum_lines(deals: Ints, starts: Ints, members: Ints, lines: Ints) -> None:
    """Add up the deals of the outcomes of each pay line, one row for each shoe."""
    for shoe in range(len(deals)):
        for line in range(len(starts) - 1):
            total = 0
            for member in range(starts[line], starts[line + 1]):
                total += deals[shoe, members[member]]
            lines[shoe, line] = total


def by_value(counts: Ints, points: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Cards, pairs, two pairs of different ranks and two of one rank, by point value."""
    value = np.zeros(VALUES + 2, np.int64)
    value[NO_FIRST] = value[NO_SECOND] = 1  # there is one way not to deal a card
    twos = np.zeros(VALUES, np.int64)
    fours = np.zeros((VALUES, VALUES), np.int64)
    twins = np.zeros(VALUES, np.int64)
    for rank in range(len(counts)):
        u, c = points[rank], counts[rank]
        value[u] += c
        # The pairs of this rank, on either side, with those of earlier ranks of the same value.
        fours[u, u] += 2 * twos[u] * falling(c, 2)
        twos[u] += falling(c, 2)
        twins[u] += falling(c, 4)
    for u in range(VALUES):
        for w in range(VALUES):
            if u != w:
                fours[u, w] = twos[u] * twos[w]
    return value, twos, fours, twins


def take_away(value: Ints, x: int, y: int, left: Ints, mate: Ints, hold: Ints, hands: Ints) -> None:
    """Lay out the hands of two cards that remain once cards of the values x and y are gone."""
    for a in range(VALUES):
        # Twice over, so that left[t - a + 10] needs no modulus.
        left[a] = left[a + VALUES] = value[a] - (a == x) - (a == y)
    for t in range(VALUES):
        hands[t] = 0
        for a in range(VALUES):
            mate[t, a] = left[t - a + VALUES] - (2 * a == t or 2 * a == t + VALUES)
            hold[t, a] = left[a] * mate[t, a]
            hands[t] += hold[t, a]


def one_pair(t: int, other: int, pair_ways: Ints, hands: Ints, mate: Ints) -> int:
    """The ways to a pair of total t, of one of two values, against a hand of the other total."""
    ways = 0
    for u in (t // 2, t // 2 + 5):
        ways += pair_ways[u] * (hands[other] - 4 * mate[other, u] + 2 * (t == other))
    return ways


def two_pairs(
    p: int, b: int, x: int, y: int, unused: int, value: Ints, fours: Ints, twins: Ints
) -> tuple[int, int]:
    """The ways to pairs of totals p and b and third cards x and y: of two ranks, and of one."""
    both = twin = 0
    for u in (p // 2, p // 2 + 5):
        for w in (b // 2, b // 2 + 5):
            first = unused * (value[x] - 2 * (x == u) - 2 * (x == w))
            second = value[y] - 2 * (y == u) - 2 * (y == w) - (x == y)
            both += fours[u, w] * first * second
            if u == w:
                twin += twins[u] * first * second
    return both, twin


def falling(n: int, k: int) -> int:
    """n (n − 1) … over k factors: the ordered choices of k cards out of n.

    >>> falling(416, 6)
    4998398275503360
    """
    product = 1
    for i in range(k):
        product *= n - i
    return product
