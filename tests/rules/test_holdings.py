"""Facts about a hand, against a second statement of each, over every two cards and many thirds."""

from collections.abc import Callable, Iterable
from itertools import product

import pytest

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, Card
from punto.rules.hands import Side
from punto.rules.holdings import (
    FIELDS,
    HandIs,
    SuitDetail,
    Value,
    card_types,
    fact,
    facts,
    read_field,
    read_values,
)

ORDER = "A23456789TJQK"
PLACE = Message.of("wager lucky")
Fact = Callable[[tuple[str, ...]], Value]  # of codes such as 7H


def points(code: str) -> int:
    return "A23456789".find(code[0]) + 1


def letters(codes: Iterable[str]) -> str:
    return "".join(sorted((code[0] for code in codes), key=ORDER.index))


def colours(codes: Iterable[str]) -> set[str]:
    return {"red" if code[1] in "HD" else "black" for code in codes}


def pair(codes: tuple[str, ...]) -> str:
    one, two = codes[:2]
    if one[0] != two[0]:
        return "none"
    if one[1] == two[1]:
        return "perfect"
    return "coloured" if len(colours((one, two))) == 1 else "mixed"


FACTS: dict[str, Fact] = {
    "first_two": lambda codes: (points(codes[0]) + points(codes[1])) % 10,
    "third": lambda codes: codes[2][0] if len(codes) == 3 else "none",
    "pair": pair,
    "ranks": lambda codes: letters(codes[:2]),
    "all_ranks": letters,
    "kinds": lambda codes: len({code[0] for code in codes}),
    "highest": lambda codes: letters(codes)[-1],
    "first_two_suits": lambda codes: len({code[1] for code in codes[:2]}),
    "suits": lambda codes: len({code[1] for code in codes}),
    "colours": lambda codes: "mixed" if len(colours(codes)) > 1 else colours(codes).pop(),
}
WAITING = {"third", "all_ranks", "kinds", "highest", "suits", "colours"}
BY_RANK = {"third", "pair", "ranks", "all_ranks", "kinds", "highest"}
SUIT_DETAIL = {
    "pair": SuitDetail.SUIT,
    "first_two_suits": SuitDetail.SUIT,
    "suits": SuitDetail.SUIT,
    "colours": SuitDetail.COLOUR,
}
THIRDS = (None, *DECK[::3])  # every rank and suit


def hands() -> Iterable[tuple[Card, ...]]:
    for one, two in product(DECK, repeat=2):
        for third in THIRDS if one.code < two.code else (None, *DECK[:3]):
            yield (one, two) if third is None else (one, two, third)


@pytest.mark.parametrize("name", FACTS)
def test_every_fact_of_every_hand(name: str) -> None:
    found = set()
    for hand in hands():
        value = fact(name, hand)
        assert value == FACTS[name](tuple(card.code for card in hand)), hand
        found.add(value)
    possible = FIELDS[name].values
    assert found <= set(possible)
    assert len(possible) == len(set(possible))
    if name != "all_ranks":  # three of a kind in every rank takes more thirds than these
        assert found == set(possible)


def test_all_ranks_of_three_cards() -> None:
    three = {letters(codes) for codes in product(ORDER, repeat=3)}
    two = {letters(codes) for codes in product(ORDER, repeat=2)}
    assert set(FIELDS["all_ranks"].values) == two | three


def test_there_is_a_second_statement_of_every_fact() -> None:
    assert set(FACTS) == set(FIELDS)


def test_how_many_types_of_card_each_detail_makes() -> None:
    details = (SuitDetail.NONE, SuitDetail.COLOUR, SuitDetail.SUIT)
    assert [len(card_types(False, each)) for each in details] == [10, 20, 40]
    assert [len(card_types(True, each)) for each in details] == [13, 26, 52]


@pytest.mark.parametrize("name", FACTS)
def test_what_a_fact_distinguishes(name: str) -> None:
    field = FIELDS[name]
    assert field.waits is (name in WAITING)
    assert field.by_rank is (name in BY_RANK)
    assert field.suits is SUIT_DETAIL.get(name, SuitDetail.NONE)


@pytest.mark.parametrize("name", FACTS)
def test_cards_of_one_type_make_the_same_fact_in_any_place(name: str) -> None:
    field = FIELDS[name]
    others = DECK[::7]
    for cards in card_types(field.by_rank, field.suits):
        for card in cards[1:]:
            for one, two in product(others, repeat=2):
                # A card of a type is compared with others only as far as the type tells them apart.
                same = {one, two} & set(cards)
                if not same:
                    assert fact(name, (cards[0], one, two)) == fact(name, (card, one, two))
                    assert fact(name, (one, cards[0], two)) == fact(name, (one, card, two))
                    assert fact(name, (one, two, cards[0])) == fact(name, (one, two, card))


@pytest.mark.parametrize("name", sorted(WAITING))
def test_a_third_card_may_change_what_waits_for_it(name: str) -> None:
    two = DECK[:2]
    assert any(fact(name, two) != fact(name, (*two, third)) for third in DECK)


def test_the_types_of_cards_are_all_cards_once() -> None:
    for by_rank, suits in product((False, True), SuitDetail):
        types = card_types(by_rank, suits)
        assert sorted(card.code for cards in types for card in cards) == sorted(
            card.code for card in DECK
        )
        told = {
            tuple(
                (
                    card.rank if by_rank else card.points,
                    (None, card.suit.value in "HD", card.suit)[suits],
                )
                for card in cards
            )
            for cards in types
        }
        assert all(len(set(each)) == 1 for each in told)
        assert len({each[0] for each in told}) == len(types)


def test_the_facts_of_two_hands() -> None:
    player, banker = DECK[:2], (DECK[20], DECK[33], DECK[46])
    assert facts(player, banker) == {
        Side.PLAYER: {name: fact(name, player) for name in FIELDS},
        Side.BANKER: {name: fact(name, banker) for name in FIELDS},
    }


def test_a_condition_asks_its_own_side_and_fact() -> None:
    hands = facts(DECK[:2], DECK[20:22])
    for side, cards in ((Side.PLAYER, DECK[:2]), (Side.BANKER, DECK[20:22])):
        for name in FIELDS:
            value = fact(name, cards)
            others = tuple(each for each in FIELDS[name].values if each != value)
            assert HandIs(side, name, (value,)).holds(hands)
            assert HandIs(side, name, (*others[:1], value)).holds(hands)
            assert not HandIs(side, name, others).holds(hands)


def test_names_of_fields() -> None:
    for side, field in product(Side, FIELDS):
        assert read_field(f"{side.value}_{field}") == (side, field)
    for name in (
        "third",
        "player",
        "player_",
        "_third",
        "tie_third",
        "player_fourth",
        "player third",
    ):
        assert read_field(name) is None


READ = [
    ("ranks", "KQ", "QK"),
    ("ranks", "qk", "QK"),
    ("ranks", "K10", "TK"),
    ("all_ranks", "7a7", "A77"),
    ("all_ranks", "KQ10", "TQK"),
    ("third", 8, "8"),
    ("third", 10, "T"),
    ("third", "10", "T"),
    ("third", "k", "K"),
    ("third", "none", "none"),
    ("highest", 9, "9"),
    ("highest", 10, "T"),
    ("highest", "a", "A"),
    ("first_two", 0, 0),
    ("first_two", 9, 9),
    ("kinds", 3, 3),
    ("colours", "red", "red"),
    ("pair", "perfect", "perfect"),
]


@pytest.mark.parametrize(("field", "word", "value"), READ)
def test_values_are_read(field: str, word: object, value: Value) -> None:
    assert read_values(field, [word], PLACE) == (value,)
    one, two = FIELDS[field].values[:2]
    assert read_values(field, [one, word, two], PLACE) == (one, value, two)


UNREADABLE: list[tuple[str, object]] = [
    ("ranks", "QKA"),
    ("ranks", "QX"),
    ("ranks", 77),
    ("all_ranks", "7"),
    ("third", "1"),
    ("third", 1),
    ("third", 11),
    ("third", True),
    ("third", "NONE"),
    ("highest", "none"),
    ("first_two", 10),
    ("first_two", -1),
    ("first_two", "5"),
    ("first_two", True),
    ("first_two", False),
    ("first_two", 5.0),
    ("kinds", 0),
    ("colours", "Red"),
    ("pair", None),
    ("suits", ["red"]),
]


@pytest.mark.parametrize(("field", "word"), UNREADABLE)
def test_values_that_cannot_be(field: str, word: object) -> None:
    with pytest.raises(Refused) as refused:
        read_values(field, [FIELDS[field].values[0], word], PLACE)
    assert refused.value.reason is Reason.UNREADABLE_WAGER
    said = str(refused.value)
    assert said.startswith(f"In wager lucky {field} can be ")
    assert said.endswith(f", not {str(word)[:40]!r}.")
    values = tuple(map(str, FIELDS[field].values))
    shown = (*values[:14], "…") if len(values) > 14 else values
    assert refused.value.message.facts["shown"] == shown


def test_a_long_word_is_cut_in_the_sentence() -> None:
    with pytest.raises(Refused, match=f"not '{'x' * 40}'") as refused:
        read_values("pair", ["x" * 200], PLACE)
    assert "x" * 41 not in str(refused.value)
