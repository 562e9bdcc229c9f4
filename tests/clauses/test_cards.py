"""Card values, hand totals and deck contents."""

import pytest

from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, Rank, parse_cards
from punto.rules.game import Game
from punto.rules.hands import Hand, is_natural, point_total
from punto.rules.round import read_round
from punto.rules.shoe import check_decks
from tests.clauses.rounds import read
from tests.clauses.shows import DT, NC, RAPID, TIGER, TNC, everywhere, shows


@shows(everywhere("2.1"))
def test_four_to_ten_decks(game: Game, clause: str) -> None:
    assert [check_decks(game, decks) for decks in range(4, 11)] == list(range(4, 11))
    for decks in (-1, 0, 3, 11):
        with pytest.raises(Refused) as refusal:
            check_decks(game, decks)
        assert refusal.value.reason is Reason.DECKS_OUT_OF_RANGE
        assert refusal.value.clause == f"{game.id} {clause}"


@shows(everywhere("2.1"))
def test_a_deck_is_52_different_cards_without_jokers(game: Game, clause: str) -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {card.code[0] for card in DECK} == set("A23456789TJQK")


@shows(
    {
        NC: ("5.1", "5.1.1"),
        RAPID: ("5.1", "5.1.1"),
        TNC: ("5.1", "5.1.1"),
        TIGER: ("5.1", "5.1.1"),
        DT: ("5.1", "5.1.1"),
    }
)
def test_a_copy_too_many_is_refused(game: Game, clause: str) -> None:
    four_kings_and_fives = parse_cards("KH KH KH KH 5H 5D")
    assert read_round(game, four_kings_and_fives, decks=4).outcome.player_total == 5
    with pytest.raises(Refused) as refusal:
        read_round(game, parse_cards("KH KH KH KH KH KH"), decks=5)
    assert refusal.value.reason is Reason.TOO_MANY_COPIES
    assert refusal.value.clause == f"{game.id} 5.1.1"


@shows(everywhere("3.3.1"))
def test_pips_count_as_printed_and_an_ace_one(game: Game, clause: str) -> None:
    counted = {rank.letter: rank.points for rank in Rank if rank.letter in "A23456789"}
    assert counted == dict(zip("A23456789", range(1, 10), strict=True))


@shows(everywhere("3.3.2"))
def test_tens_and_faces_count_nothing(game: Game, clause: str) -> None:
    assert [rank.points for rank in (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)] == [0, 0, 0, 0]


@shows(
    {NC: ("1.1.5", "3.4.1"), RAPID: ("1.1.6", "3.4.1"), TNC: ("1.1.5", "3.4.1")},
    {TIGER: "3.4.1", DT: "3.4.1"},
)
def test_up_to_nine_the_sum_is_the_total(game: Game, clause: str) -> None:
    for first in range(10):
        for second in range(10 - first):
            assert point_total((first, second)) == first + second


@shows(everywhere("3.4.2"))
def test_from_ten_on_only_the_last_digit_counts(game: Game, clause: str) -> None:
    assert [point_total((9, 9, n)) for n in range(10)] == [8, 9, 0, 1, 2, 3, 4, 5, 6, 7]
    assert Hand(parse_cards("7H 8C")).total == 5


@shows(
    {NC: "1.1.1", RAPID: "1.1.1", TNC: "1.1.2", TIGER: "1.1.3", DT: "1.1.4"},
    {NC: "3.6", RAPID: "3.6", TNC: "3.6", TIGER: "3.13", DT: "3.13"},
)
def test_two_hands_hold_all_the_cards_of_a_round(game: Game, clause: str) -> None:
    dealt = read(game, "KS 2D KH 3C 4S AD")
    assert dealt.player.cards == parse_cards("KS KH 4S")
    assert dealt.banker.cards == parse_cards("2D 3C AD")


@shows(
    {NC: "1.1.3", RAPID: "1.1.3", TNC: "1.1.4", TIGER: "1.1.6", DT: "1.1.7"},
    {NC: "1.1.2", RAPID: "1.1.2", TNC: "1.1.3", TIGER: "1.1.5", DT: "1.1.6"},
)
def test_a_natural_is_eight_or_nine_on_the_first_two_cards(game: Game, clause: str) -> None:
    naturals = {(a, b) for a in range(10) for b in range(10) if is_natural((a, b))}
    assert naturals == {(a, b) for a in range(10) for b in range(10) if (a + b) % 10 in (8, 9)}
    assert not is_natural((8,))
    assert not is_natural((1, 2, 5))
