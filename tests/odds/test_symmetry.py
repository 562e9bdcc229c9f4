"""Exchanging cards: what is exchanged where, and the same figures as without exchanging any."""

from itertools import product

import numpy as np
import pytest

from punto.odds import refined
from punto.odds.composition import Composition
from punto.odds.custom import parse_wager
from punto.odds.detail import detail_of
from punto.odds.distribution import distribution
from punto.odds.knowledge import NOTHING, Knowledge
from punto.odds.price import price
from punto.odds.refinement import lay_out
from punto.odds.removal import effects_by_card
from punto.odds.symmetry import leaders, symmetries
from punto.rules.cards import DECK, Card, parse_cards
from punto.rules.wagers import Wager
from tests.sample import sample


def one_line(when: str) -> Wager:
    return parse_wager(f'id = "w"\nname = "W"\nlines = [{{ pays = "9 to 1", when = {when} }}]')


FLUSH = one_line("{ winner = 'player', player_suits = 1, player_cards = 3 }")
RED = one_line("{ winner = 'banker', banker_colours = 'red' }")
MIXED = one_line("{ banker_pair = 'mixed', cards = 6 }")
ROYAL = one_line("{ player_first_two_suits = 1, player_ranks = 'KQ' }")


def exchanged_with(card: str, wager: Wager) -> set[str]:
    """All cards that a card can be exchanged with, itself included."""
    detail = detail_of(wager)
    types, first = (
        lay_out(detail, NOTHING.allowed).types,
        leaders(symmetries(detail, NOTHING.allowed)),
    )
    leader: dict[Card, int] = {c: n for n, cs in zip(first, types, strict=True) for c in cs}
    return {each.code for each in DECK if leader[each] == leader[parse_cards(card)[0]]}


@pytest.mark.parametrize(
    ("wager", "card", "others"),
    [
        (FLUSH, "7H", "7H 7D 7S 7C"),
        (FLUSH, "TH", "TH TD TS TC JH JD JS JC QH QD QS QC KH KD KS KC"),
        (RED, "7H", "7H 7D"),
        (RED, "KS", "TS TC JS JC QS QC KS KC"),
        (MIXED, "7H", "7H 7D 7S 7C"),
        (ROYAL, "KH", "QH QD QS QC KH KD KS KC"),
    ],
)
def test_what_may_be_exchanged(wager: Wager, card: str, others: str) -> None:
    assert exchanged_with(card, wager) == set(others.split())


SHOES = {
    "whole": Composition.of_decks(4),
    "short": Composition.of_decks(4).without(parse_cards("AH AH 9H KH 7S 7C")),
    "one suit short": Composition.of_decks(4).without(
        [each for each in DECK if each.suit is DECK[0].suit]
    ),
}


WAGERS = {"flush": FLUSH, "red": RED, "mixed": MIXED}
CASES = product(WAGERS, ["", "5=7", "6=7H", "1+3=7H8D"], SHOES)


@pytest.mark.parametrize(("wager", "known", "shoe"), sample(CASES, lambda *case: case))
def test_exchanging_changes_no_figure(
    wager: str, known: str, shoe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    detail, given = detail_of(WAGERS[wager]), Knowledge.parse([known] if known else [])
    refined._refine.cache_clear()
    fast = refined.refine(SHOES[shoe], given, detail)
    monkeypatch.setattr(refined, "symmetries", lambda *_: symmetries(*_)[:1])
    refined._refine.cache_clear()
    slow = refined.refine(SHOES[shoe], given, detail)
    refined._refine.cache_clear()
    assert sorted(map(repr, fast.cells)) == sorted(map(repr, slow.cells))
    assert fast.deals == slow.deals


def test_the_first_exchange_changes_nothing() -> None:
    found = symmetries(detail_of(FLUSH), NOTHING.allowed)
    assert (found[0] == np.arange(len(found[0]))).all()
    assert len(found) == 24


@pytest.mark.parametrize("shoe", sample(SHOES))
def test_effects_of_removal_are_those_of_removing_each_card(shoe: str) -> None:
    effects = effects_by_card(SHOES[shoe], FLUSH)
    assert list(effects) == [card for card in DECK if card in effects]
    before = price(distribution(SHOES[shoe]), FLUSH).ev
    for card in parse_cards("7H 7C KH 9S"):
        after = price(distribution(SHOES[shoe].without([card])), FLUSH).ev
        assert effects[card] == after - before
