"""Whether a wager on single cards is decided, against every card that could still come."""

from itertools import product
from random import Random

import pytest

from punto.rules.card_certainty import decided_card_wagers
from punto.rules.cards import DECK, Card, parse_cards
from punto.rules.certainty import Seen
from punto.rules.holdings import facts
from punto.rules.round import deal_round
from punto.rules.wagers import decide_wager
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
"""
GAME = lucky_game(wagers=WAGERS)


def hands(cards: tuple[Card | None, ...]) -> tuple[Seen, Seen]:
    """The first four cards, seen or not."""
    return (cards[0], cards[2], None), (cards[1], cards[3], None)


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
            told = facts(dealt.player.cards, dealt.banker.cards)
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


def test_nothing_is_decided_before_a_card_is_seen() -> None:
    nothing = (None, None, None)
    assert decided_card_wagers(GAME, nothing, nothing) == frozenset()


def test_a_pair_is_lost_with_two_cards_of_each_hand_whatever_else_is_hidden() -> None:
    one, two = parse_cards("4H 4C")
    left = decided_card_wagers(GAME, (one, two, None), (None, None, None))
    assert left == {"red", "third", "nine"}  # a natural 8: nobody draws
    assert decided_card_wagers(GAME, (one, two, None), (one, two, None)) >= {"perfect", "red"}
