"""Wagers on the cards themselves: against every order of small shoes, and against plain wagers."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from punto.odds.composition import Composition
from punto.odds.custom import parse_wager, parse_wagers
from punto.odds.distribution import distribution
from punto.odds.knowledge import NOTHING, Knowledge
from punto.odds.price import price
from punto.odds.refined_lines import count_lines
from punto.odds.removal import effects_of_removal
from punto.odds.stakes import covariance, expectation
from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, Card, parse_cards
from punto.rules.games import find_game
from punto.rules.holdings import FIELDS, fact
from punto.rules.wager_language import CARD_CONDITIONS
from punto.rules.wagers import Wager, verdicts
from tests.rules.oracle import play

Hand = tuple[str, ...]  # codes, as 7H
ORDER = "A23456789TJQK"
EIGHT = Composition.of_decks(8)


@cache
def one_line(when: str) -> Wager:
    return parse_wager(f'id = "w"\nname = "W"\nlines = [{{ pays = "3 to 1", when = {when} }}]')


def ranks(hand: Hand) -> list[str]:
    return [card[0] for card in hand]


def suits(hand: Hand) -> set[str]:
    return {card[1] for card in hand}


def red(hand: Hand) -> list[bool]:
    return [card[1] in "HD" for card in hand]


def worth(hand: Hand) -> int:
    return sum(ORDER.index(card[0]) + 1 if card[0] in ORDER[:9] else 0 for card in hand) % 10


# Conditions, and the same said again by hand, of Player's and Banker's cards.
CASES: dict[str, Callable[[Hand, Hand], bool]] = {
    "{ player_first_two = [3, 4, 5] }": lambda p, b: worth(p[:2]) in (3, 4, 5),
    "{ banker_third = 'none' }": lambda p, b: len(b) == 2,
    "{ player_third = [8, 'K'] }": lambda p, b: len(p) == 3 and p[2][0] in "8K",
    "{ player_pair = 'perfect' }": lambda p, b: p[0] == p[1],
    "{ banker_pair = ['mixed', 'coloured'] }": lambda p, b: b[0][0] == b[1][0] and b[0] != b[1],
    "{ banker_pair = 'mixed' }": lambda p, b: b[0][0] == b[1][0] and len(set(red(b[:2]))) == 2,
    "{ player_ranks = 'K8' }": lambda p, b: sorted(ranks(p)[:2]) == ["8", "K"],
    "{ player_all_ranks = ['82K', '88'] }": lambda p, b: (
        sorted(ranks(p)) in (["2", "8", "K"], ["8", "8"])
    ),
    "{ banker_kinds = 1 }": lambda p, b: len(set(ranks(b))) == 1,
    "{ player_highest = ['9', 'K'] }": lambda p, b: max(ranks(p), key=ORDER.index) in "9K",
    "{ player_first_two_suits = 1 }": lambda p, b: len(suits(p[:2])) == 1,
    "{ banker_suits = 3 }": lambda p, b: len(suits(b)) == 3,
    "{ player_colours = 'red' }": lambda p, b: all(red(p)),
    "{ banker_colours = 'mixed' }": lambda p, b: len(set(red(b))) == 2,
    "{ player_colours = 'black', banker_colours = 'black' }": lambda p, b: not any(red(p + b)),
    "{ winner = 'banker', player_suits = 1 }": lambda p, b: (
        worth(b) > worth(p) and len(suits(p)) == 1
    ),
    "{ any = [{ player_third = 8 }, { pairs = 'both' }], not = { cards = 4 } }": lambda p, b: (
        len(p + b) > 4
        and (
            (len(p) == 3 and p[2][0] == "8")
            or (p[0][0] == p[1][0] and b[0][0] == b[1][0] and p[0][0] != b[0][0])
        )
    ),
    "{ all = [{ any = [{ margin = 1 }, { margin = 2 }] }, { banker_highest = 'K' }] }": (
        lambda p, b: abs(worth(p) - worth(b)) in (1, 2) and "K" in ranks(b)
    ),
}
TINY = ["8H 8H KS 2D 9C 3H 8S", "KH KD 8H 2S 2S AC 7D", "9H 9D 9S 3C 3C KD KD", "5H 4H 2C TC 8D"]
TINY += ["7H 7S KH KS 2H 2S 9D", "TH KH QH JH 8S 3S 2S"]  # suits and tens can be exchanged


def of_cards(text: str) -> Composition:
    cards = parse_cards(text)
    by_card = tuple(cards.count(card) for card in DECK)
    counts = tuple(sum(card.rank.letter == letter for card in cards) for letter in ORDER)
    return Composition(counts, by_card)


def dealt(order: Hand) -> tuple[Hand, Hand] | None:
    """The hands of a round by the tests' own rules; None where the cards run out."""
    try:
        _, _, in_player, in_banker = play(tuple(worth((card,)) for card in order))
    except (IndexError, ValueError):
        return None
    player, banker = order[0:3:2], order[1:4:2]
    if in_player == 3:
        player += (order[4],)
    if in_banker == 3:
        banker += (order[4 + (in_player == 3)],)
    return player, banker


@pytest.mark.parametrize("shoe", TINY)
@pytest.mark.parametrize("known", ["", "3=8", "1=89K", "5=2", "6=K8"])
def test_every_condition_agrees_with_dealing_every_order(shoe: str, known: str) -> None:
    codes = tuple(card.code for card in parse_cards(shoe))
    place, _, letters = known.partition("=")
    if place and int(place) > len(codes):
        return
    found = dict.fromkeys(CASES, 0)
    deals = void = 0
    for order in permutations(codes, min(len(codes), 6)):
        if place and order[int(place) - 1][0] not in letters:
            continue
        deals += 1
        hands = dealt(order)
        if hands is None:
            void += 1
            continue
        for condition, holds in CASES.items():
            found[condition] += holds(*hands)
    if not deals:
        return
    knowledge = Knowledge.parse([known] if known else [])
    for condition, count in found.items():
        try:
            wager = one_line(condition)
        except Refused as refused:  # too rare to be possible at all
            raise AssertionError(condition) from refused
        won, pushed, voided, total = count_lines(of_cards(shoe), knowledge, wager)
        assert (won, pushed, voided, total) == ((count,), 0, void, deals), condition


def test_cards_told_apart_without_need_change_nothing() -> None:
    """A plain wager with a condition that always holds, down to suits, costs what it cost."""
    always = f"player_suits = [1, 2, 3], banker_highest = {list(ORDER)}"
    shoe = EIGHT.without(parse_cards("8H 9D 8S KC 2C"))
    for plain in (
        "winner = 'tie', pairs = 'twin'",
        "winner = 'banker', banker_total = 6",
        "cards = 5",
    ):
        for known in (NOTHING, Knowledge.parse(["2=9", "5=A23"])):
            given = distribution(shoe, known)
            fine = price(given, one_line(f"{{ {plain}, {always} }}"))
            coarse = price(given, one_line(f"{{ {plain} }}"))
            assert fine.wager.needs_cards
            assert not coarse.wager.needs_cards
            assert (fine.won, fine.deals) == (coarse.won, coarse.deals)


def test_chance_agrees_on_a_whole_shoe() -> None:
    chance = np.random.default_rng(3)
    wager = one_line("{ winner = 'player', player_suits = 1 }")
    shoe = np.repeat(np.arange(52), 8)
    rounds = hits = 0
    for _ in range(400):
        order = chance.permutation(shoe)
        for start in range(0, 408, 6):
            six = tuple(DECK[card].code for card in order[start : start + 6])
            hands = dealt(six)
            assert hands is not None
            rounds += 1
            hits += worth(hands[0]) > worth(hands[1]) and len(suits(hands[0])) == 1
    exact = float(price(distribution(EIGHT), wager).hit_rate)
    assert abs(hits / rounds - exact) < 4 * (exact * (1 - exact) / rounds) ** 0.5


def test_the_expectation_and_variance_follow_and_removals_balance() -> None:
    wager = one_line("{ player_pair = 'perfect' }")
    found = price(distribution(EIGHT), wager)
    assert found.hit_rate == Fraction(7, 415)
    assert expectation(distribution(EIGHT), wager) == found.ev
    assert covariance(distribution(EIGHT), wager, wager) == found.variance
    effects = effects_of_removal(EIGHT, [wager])["w"]
    assert sum(EIGHT[rank] * effect for rank, effect in effects.items()) == 0


def test_several_pushes_and_pays_of_nothing() -> None:
    ez, short = parse_wagers(
        """
        [[wager]]
        id = "ez"
        name = "EZ Banker"
        lines = [
          { pays = "0 to 1", when = { winner = "banker", banker_total = 7, banker_cards = 3 } },
          { pays = "1 to 1", when = { winner = "banker", banker_total = 7, banker_cards = 2 } },
          { pays = "1 to 1", when = { winner = "banker", not = { banker_total = 7 } } },
        ]
        push = [{ winner = "tie", cards = 4 }, { winner = "tie", cards = [5, 6] }]

        [[wager]]
        id = "short"
        name = "Short"
        lines = [{ pays = "1 to 1", when = { cards = 4 } }]
        """
    )
    found = price(distribution(EIGHT), ez)
    assert found.pushed == 112_633_011_329_024 + 475_627_426_473_216
    assert sum(found.won) == 2_179_619_555_108_864
    assert len(ez.lines) == 2
    assert short.push is None


@pytest.mark.parametrize(
    ("when", "reason", "words"),
    [
        ("{ player_third = '1' }", Reason.UNREADABLE_WAGER, "third can be none, A, 2"),
        ("{ player_ranks = 'X' }", Reason.UNREADABLE_WAGER, "ranks can be"),
        ("{ player_suits = true }", Reason.UNREADABLE_WAGER, "suits can be 1, 2, 3"),
        ("{ player_suits = [] }", Reason.UNREADABLE_WAGER, "is empty"),
        ("{ any = [] }", Reason.UNREADABLE_WAGER, "joins nothing"),
        ("{ not = {} }", Reason.UNREADABLE_WAGER, "Give line 1 a condition"),
        ("{ dealer_third = 8 }", Reason.UNREADABLE_WAGER, "There is no field 'dealer_third'"),
        ("{ player_third = 8, player_cards = 2 }", Reason.UNSOUND_WAGER, "can ever satisfy line 1"),
        ("{ player_first_two = 9, player_third = 2 }", Reason.UNSOUND_WAGER, "can ever satisfy"),
        (f"{'{ not = ' * 12}{{ cards = 4 }}{' }' * 12}", Reason.UNREADABLE_WAGER, "too deeply"),
    ],
)
def test_a_bad_condition_is_refused(when: str, reason: Reason, words: str) -> None:
    with pytest.raises(Refused, match=words) as refused:
        one_line(when)
    assert refused.value.reason is reason


def test_lines_on_cards_may_not_overlap() -> None:
    with pytest.raises(Refused, match=r"line 2 .* overlaps line 1"):
        parse_wager(
            'id = "w"\nname = "W"\nlines = [{ pays = "1 to 1", when = { player_suits = 1 } },'
            ' { pays = "2 to 1", when = { player_colours = "red" } }]'
        )
    with pytest.raises(Refused, match="the push overlaps line 1"):
        parse_wager(
            'id = "w"\nname = "W"\npush = { player_suits = 1 }\n'
            'lines = [{ pays = "1 to 1", when = { player_pair = "perfect" } }]'
        )


def test_suits_must_be_known() -> None:
    by_rank = Composition((32,) * 13)
    with pytest.raises(Refused, match="Suits matter here") as refused:
        price(distribution(by_rank), one_line("{ player_suits = 1 }"))
    assert refused.value.reason is Reason.UNREADABLE_SHOE
    third = one_line("{ player_third = 8 }")
    assert price(distribution(by_rank), third).won == price(distribution(EIGHT), third).won
    with pytest.raises(Refused, match="outcomes are known"):
        verdicts(third)
    for known in (["1=K", "6=A"], ["1=2", "2=2"]):
        with pytest.raises(Refused):
            count_lines(Composition.parse("A=7,2=1"), Knowledge.parse(known), third)


def test_seen_cards_take_their_suits_with_them() -> None:
    hearts = [Card(card.rank, card.suit) for card in DECK if card.suit.value == "H"] * 8
    found = price(distribution(EIGHT.without(hearts)), one_line("{ player_first_two_suits = 1 }"))
    assert found.hit_rate == Fraction(103, 311)
    with pytest.raises(Refused, match="do not add up"):
        Composition((1,) + (0,) * 12, (0,) * 52)
    with pytest.raises(Refused) as refused:
        EIGHT.without(parse_cards("8H " * 8)).without(parse_cards("8H"))
    assert refused.value.reason is Reason.TOO_MANY_COPIES


def test_facts_of_a_hand_have_the_values_they_say() -> None:
    for name, field in FIELDS.items():
        for cards in ("8H 8H", "KH QS 7D", "AC 2C 3C", "9D 9H 9D"):
            assert fact(name, parse_cards(cards)) in field.values
    assert len(CARD_CONDITIONS) == 2 * len(FIELDS)
    assert not any(wager.needs_cards for wager in find_game("tiger").wagers)
