"""Whether a wager on single cards is decided, against every card that could still come."""

from dataclasses import replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

import pytest

from punto.rules.card_certainty import decided_card_wagers
from punto.rules.cards import DECK, Card, parse_cards
from punto.rules.certainty import Seen
from punto.rules.game import Game
from punto.rules.hands import Hand, Side
from punto.rules.holdings import HandIs, Value, fact
from punto.rules.outcome import Pairs, outcomes
from punto.rules.round import deal_round
from punto.rules.wagers import Pays, Wager, When, decide_wager
from tests.rules.made_up import lucky_game

WAGERS = """
[[wager]]
id = "red"
name = "Red"
lines = [{ pays = "3 to 1", when = { player_colours = "red" } }]
push = { player_colours = "black" }

[[wager]]
id = "perfect"
name = "Perfect"
lines = [
  { pays = "25 to 1", when = { player_pair = "perfect" } },
  { pays = "5 to 1", when = { banker_pair = "perfect", not = { player_pair = "perfect" } } },
]

[[wager]]
id = "third"
name = "Third"
lines = [{ pays = "3 to 1", when = { banker_third = ["3", "8"], winner = "banker" } }]

[[wager]]
id = "nine"
name = "Nine"
lines = [{ pays = "9 to 1", when = { player_colours = "red", player_total = 9, banker_total = 7 } }]

[[wager]]
id = "size"
name = "Size"
lines = [{ pays = "2 to 1", when = { banker_colours = "red", player_cards = 3, banker_cards = 2 } }]

[[wager]]
id = "long"
name = "Long"
lines = [
  { pays = "2 to 1", when = { banker_suits = 3, player_cards = 2 } },
  { pays = "4 to 1", when = { all = [{ player_suits = 3, banker_cards = 3 }] } },
]

[[wager]]
id = "twins"
name = "Twins"
lines = [{ pays = "7 to 1", when = { player_first_two_suits = 2, pairs = "player" } }]
push = { any = [{ banker_first_two_suits = 2, pairs = "both" }] }

[[wager]]
id = "guests"
name = "Guests"
lines = [{ pays = "7 to 1", when = { banker_first_two_suits = 2, pairs = "banker" } }]
"""
GAME = lucky_game(wagers=WAGERS)


def hands(cards: tuple[Card | None, ...]) -> tuple[Seen, Seen]:
    """The first four cards, seen or not."""
    return (cards[0], cards[2], None), (cards[1], cards[3], None)


@lru_cache(maxsize=1024)
def told_of(hand: tuple[Card, ...]) -> dict[str, Value]:
    """The facts of a hand that these wagers ask for."""
    asked = ("colours", "pair", "third", "suits", "first_two_suits")
    return {name: fact(name, hand) for name in asked}


def exhausted(cards: tuple[Card | None, ...]) -> set[str]:
    """The same by dealing every card that may come."""
    possible: dict[str, set[str]] = {wager.id: set() for wager in GAME.card_wagers}
    unseen = cards.count(None)
    for faces in product(DECK, repeat=unseen):
        rest = iter(faces)
        first = [card or next(rest) for card in cards]
        for fifth, sixth in product(DECK, repeat=2):
            dealt = deal_round(iter((*first, fifth, sixth)))
            assert dealt is not None
            told = {
                Side.PLAYER: told_of(dealt.player.cards),
                Side.BANKER: told_of(dealt.banker.cards),
            }
            for wager in GAME.card_wagers:
                verdict = decide_wager(wager, dealt.outcome, told)
                won = "won" if verdict.line else "pushed" if verdict.pushes else "lost"
                possible[wager.id].add(won)
            if len(dealt.cards) == 4:
                break
    return {name for name, ways in possible.items() if ways in ({"won"}, {"lost"})}


@pytest.mark.parametrize("seed", range(12))
def test_it_is_decided_as_every_ending_says(seed: int) -> None:
    chance = Random(seed)
    cards: list[Card | None] = [*chance.choices(DECK, k=4)]
    if seed % 3 == 0:
        cards[1] = cards[3]  # a perfect pair of the banker
    if seed % 4 == 3:
        cards[2] = cards[0]
    assert decided_card_wagers(GAME, *hands(tuple(cards))) == exhausted(tuple(cards))


@pytest.mark.parametrize(
    "cards", ["9H KC 9S AD", "8H 4C AD 4S", "2H 9C 2S 9D", "7H 7C 7S 7D"], ids=str
)
def test_pairs_of_ranks_count_beside_the_cards_themselves(cards: str) -> None:
    """A pair of the player, of the banker, of both, and of both in one rank."""
    seen = parse_cards(cards)
    assert decided_card_wagers(GAME, *hands(seen)) == exhausted(seen)


ANY = (HandIs(Side.PLAYER, "colours", ("red", "black", "mixed")),)
OF_OUTCOMES = ("winner", "player_total", "banker_total", "player_cards", "banker_cards", "pairs")


def seen_of(hand: Hand) -> Seen:
    first, second, third = (*hand.cards, None)[:3]
    return first, second, third


def pushes_on(**outcome: Any) -> Game:
    """A game with a wager that looks at the cards, and pushes on this outcome."""
    never = Pays("1 to 1", When(hands=(HandIs(Side.PLAYER, "third", ()),)), "x")
    wager = Wager("pushes", "Pushes", (never,), "x", When(hands=ANY, **outcome), "x")
    return replace(lucky_game(), wagers=(wager,))


@pytest.mark.parametrize("seed", range(60))
def test_when_all_cards_are_seen_every_part_of_the_outcome_counts(seed: int) -> None:
    """A wager that pushes on exactly this outcome is not decided; on any other it is lost."""
    dealt = deal_round(iter(Random(seed).choices(DECK, k=6)))
    assert dealt is not None
    seen = [seen_of(hand) for hand in (dealt.player, dealt.banker)]
    known = {name: getattr(dealt.outcome, name) for name in OF_OUTCOMES}
    assert decided_card_wagers(pushes_on(**known), *seen) == frozenset()
    for name in OF_OUTCOMES:
        others = tuple({getattr(each, name) for each in outcomes()} - {known[name]})
        assert decided_card_wagers(pushes_on(**{**known, name: others}), *seen) == {"pushes"}


@pytest.mark.parametrize(
    "outcome",
    [{"player_total": total} for total in range(10)] + [{"pairs": Pairs.PLAYER}],
    ids=str,
)
def test_a_card_that_is_not_seen_may_be_any_card(outcome: dict[str, Any]) -> None:
    """Against a natural, so that no one draws."""
    jack, nine, king = parse_cards("JH 9H KC")
    hidden, natural = (jack, None, None), (nine, king, None)
    assert decided_card_wagers(pushes_on(**outcome), hidden, natural) == frozenset()


def test_a_condition_that_must_not_hold_is_asked_of_the_cards_too() -> None:
    red, black, nine, king = parse_cards("JH JC 9H KC")
    first_two = When(hands=(HandIs(Side.BANKER, "first_two", (9,)),))
    not_red = When(none_of=(When(hands=(HandIs(Side.PLAYER, "colours", ("red",)),)),))
    wager = Wager("not-red", "Not red", (Pays("1 to 1", not_red, "x"),), "x", first_two, "x")
    game = replace(lucky_game(), wagers=(wager,))
    natural = (nine, king, None)
    assert decided_card_wagers(game, (black, black, None), natural) == {"not-red"}
    assert decided_card_wagers(game, (red, red, None), natural) == frozenset(), "it pushes"
    assert decided_card_wagers(game, (red, None, None), natural) == frozenset()


def test_nothing_is_decided_before_a_card_is_seen() -> None:
    nothing = (None, None, None)
    game = lucky_game()
    assert [wager.id for wager in game.card_wagers] == ["red-player"]
    assert decided_card_wagers(game, nothing, nothing) == frozenset()


def test_a_pair_is_lost_with_two_cards_of_each_hand_whatever_else_is_hidden() -> None:
    one, two = parse_cards("4H 4C")
    left = decided_card_wagers(GAME, (one, two, None), (None, None, None))
    # A natural 8: nobody draws, and the banker's pair would be one of two.
    assert left == {"red", "third", "nine", "size", "long", "guests"}
    assert decided_card_wagers(GAME, (one, two, None), (one, two, None)) >= {"perfect", "red"}
