"""Perfect play on wagers on suits or ranks, priced exactly where the first two cards decide.

A wager that waits for third cards takes a second for every few rounds to price: perfect play on
it is out of reach, and it is named as such.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from punto.odds.detail import Detail, detail_of
from punto.odds.knowledge import NOTHING
from punto.odds.lines import line_profits
from punto.odds.refinement import Plan, lay_out
from punto.rules.cards import DECK
from punto.rules.wagers import Wager
from punto.sim.card_history import remember_cards
from punto.sim.deal_rules import Dealing
from punto.sim.protection import Floats, sum_by_shoe


def is_within_reach(wager: Wager) -> bool:
    """Whether rounds of a wager can be priced by the thousand."""
    return not wager.needs_cards or not detail_of(wager).thirds


def card_expectations(wager: Wager, unseen: NDArray[np.uint8]) -> Floats:
    """The expected profit of one unit for each row of unseen cards, by card as in DECK.

    As `odds.refined` counts deals, for many shoes at once: ordered pairs of hands less those that
    share a card. The products stay below 2 to the 53rd, so that they are exact.
    """
    detail = detail_of(wager)
    assert not detail.thirds, "asked of wagers that the first two cards decide"
    plan = lay_out(detail, NOTHING.allowed)
    counts = unseen.astype(np.float64) @ _members(plan)  # by type
    classes, types = len(plan.totals), len(plan.types)
    is_class = plan.class_of[None] == np.arange(classes)[:, None, None]
    partners = np.einsum("hae,re->rha", is_class.astype(np.float64), counts, optimize=True)
    partners -= np.einsum("haa->ha", is_class.astype(np.float64))  # a card is not its own partner
    held = partners * counts[:, None, :]  # ordered hands of a class by their first card
    hands = held.sum(axis=2)
    # A hand of each side that share a card: it is either card of the one and of the other.
    shared = 4 * np.einsum("rha,rka->rhk", held, partners, optimize=True)
    same = 2 * hands  # both cards shared, in place or crosswise: taken off twice
    deals = hands[:, :, None] * hands[:, None, :] - shared
    deals[:, np.arange(classes), np.arange(classes)] += same
    cards = counts.sum(axis=1)
    every = cards * (cards - 1) * (cards - 2) * (cards - 3)
    found: Floats = np.einsum("rhk,hk->r", deals, _worth(wager, detail, plan)) / every
    assert types == counts.shape[1]
    return found


def _members(plan: Plan) -> Floats:
    """Which cards of the deck are of which type, one where they are."""
    return np.array([[float(card in cards) for cards in plan.types] for card in DECK])


def _worth(wager: Wager, detail: Detail, plan: Plan) -> Floats:
    """The profit of one unit by the classes of both hands."""
    parts, pays = line_profits(wager)
    paid = dict(zip(wager.lines, pays, strict=True))
    ends = [plan.finals[end] for end in plan.ends[:, 0]]
    worth = np.empty((len(ends), len(ends)))
    for p, player in enumerate(ends):
        for b, banker in enumerate(ends):
            seen = detail.read(player, banker)
            line = wager.line_for(*seen)
            won = paid[line] if line is not None else 0 if wager.pushes(*seen) else -parts
            worth[p, b] = won / parts
    return worth


def play_cards(
    wagers: Sequence[Wager], deepest: Dealing, seed: int, block: int, cuts: tuple[int, ...]
) -> tuple[Floats, Floats, Floats]:
    """Rounds by shoe and depth, and by wager the favourable rounds and their value."""
    rounds = remember_cards(deepest, seed, block)
    profits = np.array([card_expectations(wager, rounds.unseen) for wager in wagers])
    return sum_by_shoe(profits, rounds.shoe, rounds.due, deepest, cuts)
