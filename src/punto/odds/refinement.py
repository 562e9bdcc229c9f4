"""Refinement: the coarsest types of card and classes of hand that still decide some conditions.

Two hands of two cards are of one class if every third card, or none, leads them to ends that the
conditions do not distinguish. Two cards are of one type if they make the same classes with every
card, and the same ends as a third card. So only the distinctions that matter are counted.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from punto.odds.detail import Detail, Final, Start
from punto.odds.knowledge import ANY_RANK, Allowed, agrees
from punto.odds.program import Ints
from punto.rules.cards import Card
from punto.rules.holdings import SuitDetail, card_types


@dataclass(frozen=True)
class Plan:
    """Types of card, classes of hand, and the ends they lead to, as arrays."""

    types: tuple[tuple[Card, ...], ...]  # the cards of each
    points: tuple[int, ...]  # of each type
    may: Ints  # by place and type: whether the place may hold it
    class_of: Ints  # by the types of both cards of a hand
    totals: Ints  # of each class
    ends: Ints  # of each class: without a third card, then with each type of third card
    finals: tuple[Final, ...]  # one hand for each end


@lru_cache(maxsize=64)
def lay_out(detail: Detail, allowed: Allowed) -> Plan:
    """Group the 52 cards, and hands of two, by the ends they can lead to."""
    by_rank = detail.by_rank or any(kinds != ANY_RANK for kinds in allowed)
    groups = card_types(by_rank, SuitDetail.SUIT if names_suits(allowed) else detail.suits)
    lead = [cards[0] for cards in groups]  # one card represents its group
    numbers: dict[Hashable, int] = {}
    finals: list[Final] = []
    classes: dict[tuple[int, ...], int] = {}
    totals: list[int] = []
    seen: dict[Start, int] = {}

    def number(final: Final) -> int:
        key = detail.key(final)
        if key not in numbers:
            numbers[key] = len(finals)
            finals.append(final)
        return numbers[key]

    def classify(start: Start) -> int:
        if start not in seen:
            thirds = (None, *lead) if detail.thirds else (None,)
            leads_to = tuple(number(detail.finish(start, third)) for third in thirds)
            if leads_to not in classes:
                classes[leads_to] = len(classes)
                totals.append(start.total)
            seen[start] = classes[leads_to]
        return seen[start]

    rows = [tuple(classify(detail.start(one, two)) for two in lead) for one in lead]
    ends = np.array(list(classes), np.int64)
    kinds: dict[Hashable, list[int]] = {}
    for n, card in enumerate(lead):
        third = tuple(ends[:, n + 1].tolist()) if detail.thirds else ()
        kind = (card.points, rows[n], third, *(agrees(card, place) for place in allowed))
        kinds.setdefault(kind, []).append(n)
    first = [group[0] for group in kinds.values()]
    columns = [0, *(n + 1 for n in first)] if detail.thirds else [0]
    return Plan(
        tuple(tuple(card for n in group for card in groups[n]) for group in kinds.values()),
        tuple(lead[n].points for n in first),
        np.array([[agrees(lead[n], place) for n in first] for place in allowed], np.int64),
        np.array([[rows[one][two] for two in first] for one in first], np.int64),
        np.array(totals, np.int64),
        np.ascontiguousarray(ends[:, columns]),
        tuple(finals),
    )


def names_suits(allowed: Allowed) -> bool:
    """Whether a place may hold single cards of a rank, not all of them."""
    return any(isinstance(kind, Card) for kinds in allowed for kind in kinds)
