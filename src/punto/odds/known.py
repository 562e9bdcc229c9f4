"""Counts the deals of a shoe of which some cards are known: prepares the kernel's arrays."""

from functools import cache, lru_cache
from itertools import permutations

import numpy as np

from punto.odds import known_kernel
from punto.odds.composition import Composition
from punto.odds.detail import OUTCOMES_ALONE
from punto.odds.knowledge import PLACES, Allowed, Knowledge, contradicted
from punto.odds.program import NO_FIRST, NO_SECOND, VALUES, VOID, Ints, program
from punto.odds.refined import refine
from punto.refusals import Reason, Refused
from punto.rules.cards import RANKS

ARRANGEMENTS_BEFORE_COMPILING = 20  # each takes about 100 ms interpreted


def count_with(composition: Composition, knowledge: Knowledge) -> Ints:
    """The deals by outcome index that agree with what is known, void rounds last."""
    if knowledge.last_place > composition.cards:
        raise Refused(
            Reason.IMPOSSIBLE_COUNT,
            "Something is said of card {last_place}, and the shoe holds {cards} cards.",
            last_place=knowledge.last_place,
            cards=composition.cards,
        )
    if knowledge.names_suits:
        return _count_by_card(composition, knowledge)
    cases = list(knowledge.arrangements())
    if len(cases) >= ARRANGEMENTS_BEFORE_COMPILING:
        warm_known()
    by_rank = np.array(composition.counts, np.int64)
    deals = np.zeros(VOID + 1, np.int64)
    for allowed in cases:
        counted = np.empty(VOID + 1, np.int64)
        _count_known(by_rank, *_types(allowed), *_rows(), counted)
        deals += counted
    if composition.cards < PLACES:
        deals[VOID] = sum(_orders(composition, each) for each in cases) - deals.sum()
    if not deals.any():
        raise contradicted(knowledge)
    return deals


def _count_by_card(composition: Composition, knowledge: Knowledge) -> Ints:
    """The same where suits are known: of the cards of a rank, only some may lie in a place."""
    law = refine(composition, knowledge, OUTCOMES_ALONE)
    deals = np.zeros(VOID + 1, np.int64)
    for cell in law.cells:
        deals[cell.outcome.index] += cell.deals
    deals[VOID] = law.void
    return deals


@cache
def warm_known() -> None:
    """Load the compiled kernel, compiling it if it is not cached."""
    from punto.odds import compiled  # late: a compiler takes longer to start than one shoe takes

    global _count_known
    _count_known = compiled.count_known


_count_known = known_kernel.count_known


@lru_cache(maxsize=1024)
def _types(allowed: Allowed) -> tuple[Ints, Ints, Ints]:
    """Each rank's type, the types' values, and the types that each place may hold.

    Ranks of one value that no place distinguishes are one type.
    """
    kinds = [(rank.points, *(rank in place for place in allowed)) for rank in RANKS]
    distinct = list(dict.fromkeys(kinds))
    return (
        np.array([distinct.index(kind) for kind in kinds], np.int64),
        np.array([kind[0] for kind in distinct], np.int64),
        np.ascontiguousarray(np.array([kind[1:] for kind in distinct], np.int64).T),
    )


@cache
def _rows() -> tuple[Ints, Ints, Ints, Ints]:
    """The rows of the program, and by the values of the third cards which group holds them."""
    _, thirds, starts, totals, goes_to = program().arrays
    groups = np.zeros((VALUES + 1, VALUES + 1), np.int64)
    for group, (x, y) in enumerate(thirds.tolist()):
        v, w = VALUES if x == NO_FIRST else x, VALUES if y in (NO_FIRST, NO_SECOND) else y
        groups[v, w] = groups[w, v] = group
    return groups, starts, totals, goes_to


def _orders(composition: Composition, allowed: Allowed) -> int:
    """The orders of a shoe of fewer than six cards that agree with what is known."""
    cards = [
        rank for rank, count in zip(RANKS, composition.counts, strict=True) for _ in range(count)
    ]
    return sum(
        all(card in place for card, place in zip(order, allowed, strict=False))
        for order in permutations(cards)
    )
