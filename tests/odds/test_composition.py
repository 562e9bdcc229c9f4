"""Compositions: parsing, remaining cards, and impossible shoes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.odds.composition import Composition
from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, RANKS, Rank, parse_cards

counts = st.lists(st.integers(0, 40), min_size=13, max_size=13).map(tuple)


@given(counts.filter(any))
def test_what_is_printed_is_read_back(found: tuple[int, ...]) -> None:
    assert Composition.parse(str(Composition(found))).counts == found


@pytest.mark.parametrize("decks", range(4, 11))
def test_whole_decks_know_their_number(decks: int) -> None:
    shoe = Composition.of_decks(decks)
    assert (shoe.cards, shoe.decks, shoe.absent) == (52 * decks, decks, ())
    assert shoe.without(DECK * decks).cards == 0


def test_other_shoes_are_no_number_of_decks() -> None:
    assert Composition((4,) * 13).decks is None  # one deck: no game is dealt from it
    assert Composition((33,) * 13).decks is None
    assert Composition((32,) * 12 + (31,)).decks is None


def test_ranks_not_named_are_used_up() -> None:
    shoe = Composition.parse("10=3")
    assert shoe[Rank.TEN] == 3
    assert shoe.absent == tuple(rank for rank in RANKS if rank is not Rank.TEN)


@pytest.mark.parametrize(
    ("text", "reason", "word"),
    [
        ("", Reason.UNREADABLE_SHOE, "''"),
        ("A", Reason.UNREADABLE_SHOE, "'A'"),
        ("A=", Reason.UNREADABLE_SHOE, "'A='"),
        ("A=1,", Reason.UNREADABLE_SHOE, "''"),
        ("A=1.5", Reason.UNREADABLE_SHOE, "'A=1.5'"),
        ("A=１", Reason.UNREADABLE_SHOE, "A="),
        ("B=1", Reason.UNREADABLE_SHOE, "'B=1'"),
        ("1=4", Reason.UNREADABLE_SHOE, "'1=4'"),
        ("A=9999999999", Reason.UNREADABLE_SHOE, "A=9999999999"),
        ("A=1,a=2", Reason.UNREADABLE_SHOE, "A twice"),
        ("T=1,10=2", Reason.UNREADABLE_SHOE, "T twice"),
        ("A=-1", Reason.IMPOSSIBLE_COUNT, "-1 cards of rank A"),
        ("K=41", Reason.IMPOSSIBLE_COUNT, "41 cards of rank K"),
    ],
)
def test_unreadable_and_impossible_shoes_are_refused(text: str, reason: Reason, word: str) -> None:
    with pytest.raises(Refused, match=word) as refusal:
        Composition.parse(text)
    assert refusal.value.reason is reason


def test_a_shoe_holds_no_more_than_its_decks() -> None:
    assert Composition.parse("A=24", decks=6)[Rank.ACE] == 24
    with pytest.raises(Refused, match="6 decks hold from 0 to 24"):
        Composition.parse("A=25", decks=6)


@pytest.mark.parametrize("found", [(-1,) * 13, (41,) * 13, (32,) * 12, (32,) * 14])
def test_no_impossible_composition_can_be_made(found: tuple[int, ...]) -> None:
    with pytest.raises(Refused):
        Composition(found)


@pytest.mark.parametrize("decks", [-1, 0, 3, 11, 10**9])
def test_other_numbers_of_decks_are_refused(decks: int) -> None:
    with pytest.raises(Refused) as refusal:
        Composition.of_decks(decks)
    assert refusal.value.reason is Reason.DECKS_OUT_OF_RANGE


def test_no_more_cards_are_seen_than_there_are() -> None:
    with pytest.raises(Refused, match="8H is seen 5 times") as refusal:
        Composition.of_decks(4).without(parse_cards("8H " * 5), decks=4)
    assert refusal.value.reason is Reason.TOO_MANY_COPIES
    with pytest.raises(Refused, match="2 cards of rank 8 are seen; the shoe held 1"):
        Composition.parse("8=1").without(parse_cards("8H 8D"))
