"""The refined distribution: rounds distinguished by the facts that some wagers need.

A wager on suits or on a third card needs more than the 779 outcomes. Its conditions name facts
about the hands; `refinement` groups cards into types and hands of two cards into classes that the
conditions do not distinguish: ten types if only points count, up to all 52. Deals are counted by
both hands' classes, with third cards removed first and shared cards corrected by inclusion and
exclusion, as `known_kernel` does with totals. A third card turns a class into its final facts, and
the distribution is the number of deals of each pair of final facts.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations

import numpy as np

from punto.odds.composition import Composition
from punto.odds.detail import Detail, Final
from punto.odds.kernel import falling
from punto.odds.knowledge import PLACES, Allowed, Knowledge, agrees, contradicted
from punto.odds.program import VALUES, Ints
from punto.odds.refinement import lay_out, names_suits
from punto.odds.symmetry import leaders, symmetries, that_keep
from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, Card
from punto.rules.drawing import next_draw
from punto.rules.hands import Side
from punto.rules.holdings import Hands, SuitDetail
from punto.rules.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Cell:
    """Rounds that the wagers do not distinguish, and their number of deals."""

    outcome: Outcome
    hands: Hands
    deals: int


@dataclass(frozen=True, slots=True)
class RefinedDistribution:
    """All deals by cell; those the shoe cannot complete are void."""

    cells: tuple[Cell, ...]
    void: int

    @property
    def deals(self) -> int:
        return sum(cell.deals for cell in self.cells) + self.void


def refine(shoe: Composition, known: Knowledge, detail: Detail) -> RefinedDistribution:
    """Count the deals of a shoe by everything that this detail distinguishes."""
    return _refine(shoe, shoe.by_card, known, detail)


@lru_cache(maxsize=64)
def _refine(
    shoe: Composition, by_card: tuple[int, ...] | None, known: Knowledge, detail: Detail
) -> RefinedDistribution:
    # Shoes with the same ranks are equal, so the suits are a separate part of the key.
    if known.last_place > shoe.cards:
        raise contradicted(known)
    if shoe.cards < PLACES:
        return _deal_out(shoe, known, detail)
    counted: dict[tuple[Final, Final], int] = {}
    for allowed in known.arrangements():
        for ends, deals in _count(shoe, allowed, detail):
            counted[ends] = counted.get(ends, 0) + deals
    cells = tuple(Cell(*detail.read(*ends), deals) for ends, deals in counted.items())
    if not cells:
        raise contradicted(known)
    return RefinedDistribution(cells, 0)


def _count(
    shoe: Composition, allowed: Allowed, detail: Detail
) -> Iterator[tuple[tuple[Final, Final], int]]:
    """The deals of each pair of final hands that agree with what is known."""
    plan = lay_out(detail, allowed)
    by_suit = detail.suits is not SuitDetail.NONE or names_suits(allowed)
    counts = np.array([_held(shoe, cards, by_suit) for cards in plan.types], np.int64)
    may, ends, points, total = plan.may, plan.ends, plan.points, plan.totals
    knows = [bool((may[place] == 0).any()) for place in (4, 5)]
    rule = draws()
    counted = np.zeros((len(plan.finals), len(plan.finals)), np.int64)
    tables = _Tables(counts, may, plan.class_of, len(total))
    cards = int(counts.sum())
    same = that_keep(symmetries(detail, allowed), counts)
    for x, fifths in _one_of_each(same):  # as in `known_kernel`: -1 where no card is taken away
        fifth = 1 if x < 0 else fifths * int(may[4, x] * counts[x])
        if fifth == 0 or (x < 0 and knows[0]) or (x >= 0 and not detail.thirds and not knows[0]):
            continue
        without_fifth = tables.without(x)
        for y, sixths in _one_of_each(same if x < 0 else same[same[:, x] == x]):
            sixth = 1 if y < 0 else sixths * int(may[5, y] * (counts[y] - (x == y)))
            none = (x >= 0) == knows[0] and (y >= 0) == knows[1]
            one = detail.thirds and x >= 0 and (y >= 0) == knows[1]
            two = detail.thirds and x >= 0 and y >= 0
            if sixth <= 0 or not (none or one or two):
                continue
            used = 4 + (x >= 0) + (y >= 0)
            deals = (
                without_fifth.without(y).deals() * fifth * sixth * falling(cards - used, 6 - used)
            )
            grid = np.ix_(total, total)
            stands = ends[:, 0]
            if not detail.thirds:
                np.add.at(counted, np.ix_(stands, stands), deals)
                continue
            if none:
                np.add.at(counted, np.ix_(stands, stands), deals * rule.none[grid])
            if one:
                taken, v = ends[:, x + 1], points[x]
                np.add.at(counted, np.ix_(stands, taken), deals * rule.banker[grid])
                np.add.at(counted, np.ix_(taken, stands), deals * rule.player[v][grid])
            if two:
                drawn = np.ix_(ends[:, x + 1], ends[:, y + 1])
                np.add.at(counted, drawn, deals * rule.both[points[x]][grid])
    for player, banker in np.argwhere(counted).tolist():
        yield (plan.finals[player], plan.finals[banker]), int(counted[player, banker])


def _one_of_each(exchanges: Ints) -> Iterator[tuple[int, int]]:
    """No card, then one of each set of types that can be exchanged, with their number."""
    yield -1, 1
    yield from Counter(leaders(exchanges).tolist()).items()


class _Tables:
    """Ordered hands by class, and those that contain a given card, of the kernel's four hands.

    The four are Player's, Banker's, and the hands that both could hold at once, were cards shared,
    in the same places or crosswise.
    """

    def __init__(self, counts: Ints, may: Ints, class_of: Ints, classes: int) -> None:
        here = np.stack([may[0], may[1], may[0] * may[1], may[0] * may[3]])
        there = np.stack([may[2], may[3], may[2] * may[3], may[2] * may[1]])
        ordered = here[:, :, None] * there[:, None, :]
        either = ordered + ordered.transpose(0, 2, 1)
        is_class = (class_of[None] == np.arange(classes)[:, None, None]).astype(np.int64)
        others = counts[None, :] - np.eye(len(counts), dtype=np.int64)
        self.left = counts
        self.holds = np.einsum("hae,kae,ae->kha", is_class, either, others)
        self.hands = np.einsum("hae,kae,ae,a->kh", is_class, ordered, others, counts)
        self.lost = np.einsum("hax,kax->xkha", is_class, either)  # by the card taken away

    def without(self, x: int) -> "_Tables":
        """The same without one card of type x."""
        if x < 0:
            return self
        less = object.__new__(_Tables)
        less.left = self.left - (np.arange(len(self.left)) == x)
        less.hands = self.hands - self.holds[:, :, x]
        less.holds = self.holds - self.lost[x]
        less.lost = self.lost
        return less

    def deals(self) -> Ints:
        """The ordered pairs of hands with no card in common, by both classes."""
        player, banker, straight, crossed = self.hands
        shared = (self.holds[0] * self.left) @ self.holds[1].T
        found: Ints = np.outer(player, banker) - shared + np.diag(straight + crossed)
        return found


@dataclass(frozen=True, slots=True)
class Draws:
    """Which totals of the initial hands lead to which third cards: 1 if they do."""

    none: Ints
    banker: Ints  # Player stands, Banker draws
    player: Ints  # by the points of Player's third card: then Banker stands
    both: Ints  # the same, and Banker draws


@cache
def draws() -> Draws:
    """Apply the drawing rule to every pair of totals."""
    square = (VALUES, VALUES)
    found = Draws(
        np.zeros(square, np.int64),
        np.zeros(square, np.int64),
        np.zeros((VALUES, *square), np.int64),
        np.zeros((VALUES, *square), np.int64),
    )
    for p in range(VALUES):
        for b in range(VALUES):
            side = next_draw((p, 0), (b, 0)).side
            if side is not Side.PLAYER:
                (found.none if side is None else found.banker)[p, b] = 1
                continue
            for v in range(VALUES):
                after = next_draw((p, 0, v), (b, 0)).side
                (found.player if after is None else found.both)[v, p, b] = 1
    return found


def _deal_out(shoe: Composition, known: Knowledge, detail: Detail) -> RefinedDistribution:
    """Deal every order of the last few cards."""
    by_suit = detail.suits is not SuitDetail.NONE or known.names_suits
    cards = [card for card in DECK for _ in range(_copies(shoe, card, by_suit))]
    counted: dict[tuple[Final, Final], int] = {}
    void = 0
    for allowed in known.arrangements():
        for order in permutations(cards):
            if not all(agrees(card, may) for card, may in zip(order, allowed, strict=False)):
                continue
            hands = _play(order)
            if hands is None:
                void += 1
                continue
            player, banker = (detail.final(hand) for hand in hands)
            counted[player, banker] = counted.get((player, banker), 0) + 1
    cells = tuple(Cell(*detail.read(*ends), deals) for ends, deals in counted.items())
    if not cells and not void:
        raise contradicted(known)
    return RefinedDistribution(cells, void)


def _play(order: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
    """Both hands of a round dealt from these cards; None if they run out."""
    hands: dict[Side, tuple[Card, ...]] = {Side.PLAYER: (), Side.BANKER: ()}
    for card in (*order, None):
        points = [tuple(each.points for each in hands[side]) for side in Side]
        side = next_draw(points[0], points[1]).side
        if side is None:
            return hands[Side.PLAYER], hands[Side.BANKER]
        if card is None:
            break
        hands[side] = (*hands[side], card)
    return None


def _copies(shoe: Composition, card: Card, by_suit: bool) -> int:
    """How many copies of a card to deal out; where suits do not matter, the first has them all."""
    if by_suit:
        return _held(shoe, (card,), by_suit)
    return shoe[card.rank] if card.suit is DECK[0].suit else 0


def _held(shoe: Composition, cards: tuple[Card, ...], by_suit: bool) -> int:
    """How many cards of one type the shoe holds."""
    if not by_suit:
        return sum(shoe[rank] for rank in dict.fromkeys(card.rank for card in cards))
    if shoe.by_card is None:
        raise Refused(
            Reason.UNREADABLE_SHOE,
            "Suits matter here, and the shoe was given by rank alone;"
            " give whole decks and the cards seen since.",
        )
    return sum(shoe.by_card[DECK.index(card)] for card in cards)
