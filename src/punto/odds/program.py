"""The table of play as rows of arithmetic, so that the counting kernel itself holds no rule.

A round deals four cards and then at most two more. Cards are exchangeable, so the third cards may
be thought of as dealt *first*: fix their values, and what remains is the distribution of two hands
of two cards from the rest of the shoe. Third cards can be fixed in 66 ways (none, one of ten
values, two of ten values in either order), and for each of them the drawing rule says which totals
of the initial hands lead there and what the outcome is. Those are the rows, and each comes from
`rules.drawing.next_draw`.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from punto.rules.cards import RANKS
from punto.rules.drawing import next_draw
from punto.rules.hands import Side, point_total
from punto.rules.outcome import Outcome, Pairs, outcome_index, outcomes

Ints = NDArray[np.int64]

VALUES = 10
NO_FIRST, NO_SECOND = 10, 11  # in place of a value: that third card is not dealt
VOID = len(outcomes())  # the index after the last outcome: rounds the shoe cannot complete


@dataclass(frozen=True, slots=True)
class Program:
    """Rows grouped by the third cards they fix, as arrays for the kernel.

    Group g fixes the values `thirds[g]` and owns the rows `starts[g]` up to `starts[g + 1]`. Row r
    is reached from initial hands of the totals `totals[r]`, and `goes_to[r, order, pairs]` is the
    index of the outcome. Two different third cards may fall in two orders; an order or a pair that
    cannot happen points at VOID.
    """

    points: Ints
    thirds: Ints
    starts: Ints
    totals: Ints
    goes_to: Ints

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        return self.points, self.thirds, self.starts, self.totals, self.goes_to


@cache
def program() -> Program:
    """Apply the drawing rule to every pair of initial totals and every choice of third cards."""
    groups: list[tuple[int, ...]] = [
        thirds for n in range(3) for thirds in combinations_with_replacement(range(VALUES), n)
    ]
    starts, totals, goes_to = [0], [], []
    for thirds in groups:
        orders = list(dict.fromkeys(permutations(thirds)))
        for player in range(VALUES):
            for banker in range(VALUES):
                ends = [_end(player, banker, order) for order in orders]
                if any(ends):
                    totals.append((player, banker))
                    goes_to.append([_indices(end) for end in (*ends, None)[:2]])
        starts.append(len(totals))
    fixed = [(*thirds, *(NO_FIRST, NO_SECOND)[len(thirds) :]) for thirds in groups]
    points = [rank.points for rank in RANKS]
    arrays = (np.array(each, np.int64) for each in (points, fixed, starts, totals, goes_to))
    return Program(*arrays)


def _end(player: int, banker: int, thirds: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    """The end of a round that deals exactly these third cards, in this order, to these totals.

    >>> _end(5, 3, (8,)), _end(5, 3, (8, 1))  # Banker on 3 stands against an 8
    ((3, 3, 3, 2), None)
    """
    hands: dict[Side, tuple[int, ...]] = {Side.PLAYER: (player, 0), Side.BANKER: (banker, 0)}
    for points in thirds:
        side = next_draw(hands[Side.PLAYER], hands[Side.BANKER]).side
        if side is None:
            return None
        hands[side] = (*hands[side], points)
    ended = tuple(hands.values())
    if next_draw(*ended).side is not None:
        return None
    return point_total(ended[0]), point_total(ended[1]), len(ended[0]), len(ended[1])


def _indices(end: tuple[int, int, int, int] | None) -> list[int]:
    """The outcome's index for each state of the pairs; VOID for pairs it cannot come with."""
    if end is None:
        return [VOID] * len(Pairs)
    known = outcome_index()
    without = known[Outcome(*end, Pairs.NONE)]
    return [without, *(known.get(Outcome(*end, pairs), VOID) for pairs in tuple(Pairs)[1:])]
