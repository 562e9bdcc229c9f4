"""Cards known with their suits: against dealing every order, and what ranks alone say."""

from fractions import Fraction
from itertools import permutations

import pytest

from punto.odds.composition import Composition
from punto.odds.custom import parse_wager
from punto.odds.distribution import distribution
from punto.odds.knowledge import Knowledge, agrees
from punto.odds.price import price
from punto.odds.question import ask
from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, RANKS, Card, parse_cards
from punto.rules.games import find_game
from punto.rules.holdings import facts
from punto.rules.outcome import outcome_index
from punto.rules.round import deal_round
from punto.rules.wagers import decide_wager

EIGHT = Composition.of_decks(8)
RED = parse_wager(
    'id = "red"\nname = "Red"\nlines = [{ pays = "3 to 1", when = { player_colours = "red" } }]'
)
PAIR = parse_wager(
    'id = "pair"\nname = "Pair"\nlines = [{ pays = "25 to 1", when = { banker_pair = "perfect" } }]'
)
CARDS = parse_cards("7H 7H 7S 8D 8S KC KC 2D")


def shoe_of(cards: tuple[Card, ...]) -> Composition:
    by_rank = tuple(sum(card.rank is rank for card in cards) for rank in RANKS)
    return Composition(by_rank, tuple(cards.count(card) for card in DECK))


@pytest.mark.parametrize(
    "entries",
    [
        ["1=7H"],
        ["1=7H8"],  # the seven of hearts, or any eight
        ["2=7H7S", "4=7H"],
        ["5=KC", "6=2D"],
        ["1+3=7H7S"],
        ["1+2+4=8DKCKC", "3=7"],
    ],
    ids=str,
)
def test_small_shoes_agree_with_dealing_every_order(entries: list[str]) -> None:
    known = Knowledge.parse(entries)
    found = distribution(shoe_of(CARDS), known)
    counted = [0] * len(found.counts)
    paid = {RED: Fraction(0), PAIR: Fraction(0)}
    ways = list(known.arrangements())
    for order in permutations(CARDS, 6):
        if not any(all(map(agrees, order, allowed)) for allowed in ways):
            continue
        dealt = deal_round(iter(order))
        assert dealt is not None
        counted[outcome_index()[dealt.outcome]] += 1
        hands = facts(dealt.player.cards, dealt.banker.cards)
        for wager in paid:
            line = decide_wager(wager, dealt.outcome, hands).line
            paid[wager] += -1 if line is None else line.odds.numerator  # to 1
    assert list(found.counts) == counted
    for wager, total in paid.items():
        assert price(found, wager).ev == total / sum(counted)


def test_too_few_cards_for_a_round_are_dealt_out() -> None:
    cards = parse_cards("7H 7S KC KD 2H")
    found = distribution(shoe_of(cards), Knowledge.parse(["1=7H"]))
    assert found.deals == 24  # of five cards, the other four in any order
    assert found.deals == sum(found.counts) + found.void


def test_a_suit_says_nothing_to_wagers_on_ranks() -> None:
    tiger = find_game("tiger")
    by_rank = ask(tiger, known=Knowledge.parse(["1=7", "2=K"]))
    by_card = ask(tiger, known=Knowledge.parse(["1=7H", "2=KS"]))
    for wager in tiger.wagers:
        assert by_rank.price(wager.id).ev == by_card.price(wager.id).ev


def test_a_suit_says_much_to_a_wager_on_suits() -> None:
    def expects(*entries: str) -> Fraction:
        return price(distribution(EIGHT, Knowledge.parse(entries)), PAIR).ev

    assert expects("2=7H", "4=7H") == 25
    assert expects("2=7H", "4=7S") == -1
    # Of the 31 sevens left, seven are the same card.
    assert expects("2=7H", "4=7") == expects("2=7", "4=7") == Fraction(26 * 7, 31) - 1


def test_what_the_shoe_does_not_hold_is_refused() -> None:
    gone = EIGHT.without(parse_cards("7H " * 8))
    for shoe, entries in ((gone, ["1=7H"]), (shoe_of(CARDS), ["1=7S", "2=7S"])):
        with pytest.raises(Refused) as refused:
            distribution(shoe, Knowledge.parse(entries))
        assert refused.value.reason is Reason.IMPOSSIBLE_COUNT
    with pytest.raises(Refused, match="given by rank alone"):
        distribution(Composition.parse("A=8,7=8,K=9"), Knowledge.parse(["1=7H"]))


def test_suits_are_printed_as_they_are_read() -> None:
    for entries in (["1=7H"], ["2=7S7H8"], ["1+3=7HKS"]):
        assert str(Knowledge.parse(entries)) == ", ".join(entries)
    with pytest.raises(Refused, match="with its suit, or none"):
        Knowledge.parse(["1+3=7HK"])
    for text in ("1=H7", "1=H", "1=7HH"):
        with pytest.raises(Refused, match="names no ranks"):
            Knowledge.parse([text])
