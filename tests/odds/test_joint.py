"""Wagers on single cards beside others: covariances and results against dealing every order."""

from fractions import Fraction
from itertools import permutations

import pytest

from punto.odds.composition import Composition
from punto.odds.custom import parse_wager
from punto.odds.detail import looks_at_suits
from punto.odds.distribution import distribution
from punto.odds.joint import joint_profits
from punto.odds.price import price
from punto.odds.removal import effects_by_card, effects_of_removal
from punto.odds.stakes import covariance
from punto.risk.result import round_result
from punto.rules.cards import DECK, RANKS, Card, Rank, parse_cards
from punto.rules.games import find_game
from punto.rules.holdings import facts
from punto.rules.round import deal_round
from punto.rules.wagers import decide_wager

RED = parse_wager(
    'id = "red"\nname = "Red"\npush = { player_colours = "black" }\n'
    'lines = [{ pays = "3 to 1", when = { player_colours = "red" } }]'
)
BANKER, TIE = (find_game("tiger").wager(name) for name in ("banker", "tie"))
SMALL = parse_cards("4H 4S 6D 9C KH 2D 7S")


def composition(cards: tuple[Card, ...]) -> Composition:
    by_rank = tuple(sum(card.rank is rank for card in cards) for rank in RANKS)
    return Composition(by_rank, tuple(cards.count(card) for card in DECK))


def dealt_out(cards: tuple[Card, ...]) -> list[tuple[Fraction, Fraction]]:
    """The profits on red and on Banker in every order of a few cards."""
    found = []
    for order in permutations(cards, 6):
        dealt = deal_round(iter(order))
        assert dealt is not None
        hands = facts(dealt.player.cards, dealt.banker.cards)
        each = []
        for wager in (RED, BANKER):
            verdict = decide_wager(wager, dealt.outcome, hands)
            odds = verdict.line.odds if verdict.line else None
            lost = Fraction(0) if verdict.pushes else Fraction(-1)
            each.append(Fraction(odds.numerator, odds.denominator) if odds else lost)
        found.append((each[0], each[1]))
    return found


def test_a_covariance_is_that_of_every_order_of_a_few_cards() -> None:
    law = distribution(composition(SMALL))
    orders = dealt_out(SMALL)
    n = len(orders)
    mean_red = sum((x for x, _ in orders), Fraction(0)) / n
    mean_banker = sum((y for _, y in orders), Fraction(0)) / n
    together = sum((x * y for x, y in orders), Fraction(0)) / n
    assert covariance(law, RED, BANKER) == together - mean_red * mean_banker
    assert covariance(law, BANKER, RED) == covariance(law, RED, BANKER)
    result = round_result(law, {RED: 20_00, BANKER: 100_00})
    nets = [20_00 * x + 100_00 * y for x, y in orders]
    for net in set(nets):
        assert result.probability(int(net)) == Fraction(nets.count(net), n)


def test_of_plain_wagers_it_is_what_outcomes_say() -> None:
    law = distribution(Composition.of_decks(8))
    joint = joint_profits(law, [BANKER, TIE])
    deals = sum(deals for deals, _ in joint)
    assert deals == law.deals
    together = Fraction(sum(n * x * y for n, (x, y) in joint), deals * 20)
    apart = [
        Fraction(sum(n * each[k] for n, each in joint), deals * parts)
        for k, parts in ((0, 20), (1, 1))
    ]
    assert covariance(law, BANKER, TIE) == together - apart[0] * apart[1]


@pytest.mark.parametrize("decks", [4, 8])
def test_effects_by_card_come_to_nothing_and_to_those_by_rank(decks: int) -> None:
    shoe = Composition.of_decks(decks)
    by_card = effects_by_card(shoe, RED)
    assert sum(by_card.values()) == 0  # as many of each card
    by_rank = effects_of_removal(shoe, [RED])["red"]
    for rank in RANKS:
        assert sum(by_card[card] for card in DECK if card.rank is rank) == 4 * by_rank[rank]
    assert by_card[parse_cards("AH")[0]] < 0 < by_card[parse_cards("AS")[0]]


def test_effects_by_card_of_any_shoe_are_differences_of_two_shoes() -> None:
    """A shoe short of hearts; cards that differ in colour or rank, and cards that do not."""
    shoe = Composition.of_decks(4).without(parse_cards("AH AH 9H KH 7S 7C"))
    law = distribution(shoe)
    by_card = effects_by_card(shoe, RED)
    for card in parse_cards("AH AD AS 9H 7C KD"):
        lighter = distribution(shoe.without([card]))
        assert by_card[card] == price(lighter, RED).ev - price(law, RED).ev
    assert by_card[parse_cards("AH")[0]] == by_card[parse_cards("AD")[0]]
    assert shoe.by_card is not None
    assert sum(n * by_card[card] for n, card in zip(shoe.by_card, DECK, strict=True)) == 0
    by_rank = effects_of_removal(shoe, [RED])["red"]
    held = [
        (n, by_card[card])
        for n, card in zip(shoe.by_card, DECK, strict=True)
        if card.rank is Rank.ACE
    ]
    assert by_rank[Rank.ACE] == sum(n * e for n, e in held) / shoe[Rank.ACE]


def test_only_wagers_on_suits_have_effects_by_card() -> None:
    third = parse_wager(
        'id = "t"\nname = "T"\nlines = [{ pays = "9 to 1", when = { player_third = "8" } }]'
    )
    assert [looks_at_suits(each) for each in (RED, BANKER, third)] == [True, False, False]
