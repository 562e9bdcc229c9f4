"""Symmetry: ways to exchange cards that the conditions of some wagers do not notice.

Most wagers on suits ask how many suits there are, or which colours, not which suit: exchanging
hearts with spades everywhere changes nothing. So cards that can be exchanged have the same effect,
and one of them is enough to count.
"""

from functools import lru_cache
from itertools import permutations

import numpy as np

from punto.odds.detail import Detail
from punto.odds.knowledge import Allowed
from punto.odds.program import Ints
from punto.odds.refinement import Plan, lay_out
from punto.rules.cards import RANKS, SUITS, Card


@lru_cache(maxsize=64)
def symmetries(detail: Detail, allowed: Allowed) -> Ints:
    """The exchanges of types of card that lead every round to the same end, a row each.

    Candidates exchange whole suits, and whole ranks worth nothing (ten to king); every one is
    checked against the plan. Those that pass form a group, the first row of which changes nothing.
    """
    plan = lay_out(detail, allowed)
    type_of = {card: n for n, cards in enumerate(plan.types) for card in cards}
    types = np.array([[type_of[Card(rank, suit)] for suit in SUITS] for rank in RANKS], np.int64)
    low = sum(rank.points != RANKS[-1].points for rank in RANKS)  # those before ten
    found: dict[tuple[int, ...], None] = {}
    for suits in permutations(range(len(SUITS))):
        for tens in permutations(range(low, len(RANKS))):
            after = types[np.ix_([*range(low), *tens], suits)]
            moved = np.empty(len(plan.types), np.int64)
            moved[types] = after
            if (moved[types] == after).all():  # no type comes apart
                found.setdefault(tuple(moved.tolist()))
    return np.array([each for each in found if _keeps_ends(plan, np.array(each))], np.int64)


def _keeps_ends(plan: Plan, moved: Ints) -> bool:
    """Whether an exchange of types leads every hand to the same ends, at the same places."""
    classes = np.full(len(plan.totals), -1, np.int64)  # where each class goes
    after = plan.class_of[np.ix_(moved, moved)]
    classes[plan.class_of] = after
    if not (classes[plan.class_of] == after).all() or not (plan.may[:, moved] == plan.may).all():
        return False
    columns = [0, *(moved + 1)] if plan.ends.shape[1] > 1 else [0]
    return bool((plan.ends[classes][:, columns] == plan.ends).all())


def that_keep(exchanges: Ints, values: Ints) -> Ints:
    """The exchanges under which a value of each type, as its number of cards, stays the same."""
    kept: Ints = exchanges[(values[exchanges] == values).all(axis=1)]
    return kept


def leaders(exchanges: Ints) -> Ints:
    """For each type, the first of those that it can be exchanged with."""
    found: Ints = exchanges.min(axis=0)
    return found
