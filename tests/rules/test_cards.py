"""Card codes: accepted, refused, and round trips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.refusals import Reason, Refused
from punto.rules.cards import (
    COPIES_PER_DECK_OF_A_RANK,
    DECK,
    RANKS,
    SUITS,
    Rank,
    Suit,
    parse_card,
    parse_cards,
    print_cards,
)

cards = st.lists(st.sampled_from(DECK)).map(tuple)


@given(cards)
def test_print_then_parse_is_the_same(dealt: tuple[object, ...]) -> None:
    text = print_cards(dealt)  # type: ignore[arg-type]
    assert parse_cards(text) == parse_cards(text.lower()) == dealt


def test_the_deck_in_order() -> None:
    assert " ".join(card.code for card in DECK[:14]) == "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH"
    assert tuple(Suit) == SUITS
    assert (len(RANKS), COPIES_PER_DECK_OF_A_RANK) == (13, 4)
    assert [suit.symbol for suit in Suit] == ["♠", "♥", "♦", "♣"]


def test_ten_may_be_written_out() -> None:
    for text in ("10H", "10h", "th", "TH", "Th"):
        assert parse_card(text) is not None
        assert (parse_card(text).rank, parse_card(text).suit) == (Rank.TEN, Suit.HEARTS)
    assert parse_card("10c").suit is Suit.CLUBS


def test_cards_may_be_parted_by_spaces_and_commas() -> None:
    assert print_cards(parse_cards(" 2C,5D ,\t3H\nAH ")) == "2C 5D 3H AH"
    assert parse_cards("") == ()


@pytest.mark.parametrize(
    "text", ["", "A", "S", "AA", "1H", "11H", "0H", "XH", "HA", "AS2", "2 C", "♠A", "Joker", "ß"]
)
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        parse_card(text)
    assert refusal.value.reason is Reason.UNREADABLE_CARD
    assert str(refusal.value) == (
        f"{text!r} is not a card; write rank then suit, A23456789TJQK then S, H, D or C, as in TH."
    )


def test_a_long_word_is_cut_in_the_sentence() -> None:
    with pytest.raises(Refused, match=f"^'{'x' * 20}' is not a card"):
        parse_card("x" * 21)
