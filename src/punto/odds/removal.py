"""Effects of removal: how a wager's expectation changes when one card of a rank has been seen.

Removing a random card unseen does not change the next round's distribution. So the effects,
weighted by the number of cards of each rank, sum to zero: a check on every figure.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

import numpy as np

from punto.odds.composition import Composition
from punto.odds.detail import detail_of
from punto.odds.distribution import Distribution, count_shoes, distribution
from punto.odds.knowledge import NOTHING
from punto.odds.price import Price
from punto.odds.refined_lines import count_lines
from punto.odds.refinement import lay_out
from punto.odds.stakes import expectation
from punto.odds.symmetry import leaders, symmetries, that_keep
from punto.rules.cards import DECK, RANKS, Card, Rank
from punto.rules.wagers import Wager


def removals(shoe: Composition) -> dict[Rank, Distribution]:
    """The distribution after removing one card, for each rank that the shoe holds."""
    held = [rank for rank in RANKS if shoe[rank]]
    lighter = [Composition(tuple(shoe[each] - (each is rank) for each in RANKS)) for rank in held]
    if not lighter:
        return {}
    counted = count_shoes(np.array([each.counts for each in lighter], np.int64))
    return dict(zip(held, map(Distribution, lighter, counted), strict=True))


def effects_of_removal(
    shoe: Composition, wagers: Iterable[Wager]
) -> dict[str, dict[Rank, Fraction]]:
    """By wager id and rank, the change of the expected profit of one unit.

    >>> from punto.odds.composition import Composition
    >>> from punto.rules.games import find_game
    >>> shoe, tie = Composition.of_decks(8), find_game("tiger").wager("tie")
    >>> effects = effects_of_removal(shoe, [tie])["tie"]
    >>> sum(shoe[rank] * effect for rank, effect in effects.items())
    Fraction(0, 1)
    """
    before, after = distribution(shoe), removals(shoe)
    return {
        wager.id: _by_rank(shoe, wager)
        if wager.needs_cards and shoe.by_card is not None
        else {
            rank: expectation(lighter, wager) - expectation(before, wager)
            for rank, lighter in after.items()
        }
        for wager in wagers
    }


@lru_cache(maxsize=64)
def _by_card(
    shoe: Composition, by_card: tuple[int, ...] | None, wager: Wager
) -> Mapping[Card, Fraction]:
    # Shoes with the same ranks are equal, so the suits are a separate part of the key.
    before = _expects(shoe, wager)
    found: dict[Card, Fraction] = {}
    for alike in _alike(shoe, wager):
        held = [card for card in alike if by_card and by_card[DECK.index(card)]]
        if held:
            found |= dict.fromkeys(held, _expects(shoe.without(held[:1]), wager) - before)
    return {card: found[card] for card in DECK if card in found}


def _alike(shoe: Composition, wager: Wager) -> Iterable[list[Card]]:
    """Cards that the wager does not tell apart, or that it and the shoe let be exchanged."""
    detail = detail_of(wager)
    types = lay_out(detail, NOTHING.allowed).types
    held = np.array([sum(_copies(shoe, card) for card in cards) for cards in types], np.int64)
    together: dict[int, list[Card]] = {}
    exchanges = that_keep(symmetries(detail, NOTHING.allowed), held)
    for leader, cards in zip(leaders(exchanges).tolist(), types, strict=True):
        together.setdefault(leader, []).extend(cards)
    return together.values()


def effects_by_card(shoe: Composition, wager: Wager) -> dict[Card, Fraction]:
    """By card, the change of the expected profit of one unit on a wager on suits or single cards.

    Cards that the wager cannot tell apart have one effect, and so have those that can be exchanged
    (`symmetry`). The shoe must be known by card.
    """
    return dict(_by_card(shoe, shoe.by_card, wager))


def _expects(shoe: Composition, wager: Wager) -> Fraction:
    return Price(wager, *count_lines(shoe, NOTHING, wager)).ev


def _by_rank(shoe: Composition, wager: Wager) -> dict[Rank, Fraction]:
    """The effects of removing a random card of each rank, of any suit that the shoe holds."""
    found = dict.fromkeys((rank for rank in RANKS if shoe[rank]), Fraction(0))
    for card, effect in effects_by_card(shoe, wager).items():
        found[card.rank] += Fraction(_copies(shoe, card), shoe[card.rank]) * effect
    return found


def _copies(shoe: Composition, card: Card) -> int:
    return shoe.by_card[DECK.index(card)] if shoe.by_card is not None else 0
