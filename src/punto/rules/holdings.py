"""Holdings: facts about the cards of one hand that a condition may test, beyond the outcome.

The outcome has totals, numbers of cards and pairs by rank. Some side bets need more: suits, the
rank of a third card, or the two-card total of a hand that drew. Each such fact is a `Field`: its
value after the first two cards, its final value with or without a third card, and which cards it
must distinguish, so that a distribution is computed no finer than the wager needs.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import combinations_with_replacement

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.cards import RANKS, SUITS, Card, Suit
from punto.rules.hands import Side, point_total

Value = int | str
NO_THIRD = "none"
RED = (Suit.HEARTS, Suit.DIAMONDS)


class SuitDetail(IntEnum):
    """How finely a fact distinguishes suits."""

    NONE = 0
    COLOUR = 1
    SUIT = 2


@dataclass(frozen=True, slots=True)
class Field:
    """One fact about a hand: its values, how it is computed, and the cards it distinguishes."""

    values: tuple[Value, ...]
    start: Callable[[Card, Card], Hashable]
    finish: Callable[[Hashable, Card | None], Value]
    by_rank: bool  # or by point value alone
    suits: SuitDetail = SuitDetail.NONE
    waits: bool = True  # a third card may change it


@dataclass(frozen=True, slots=True)
class HandIs:
    """A condition on one hand: a fact about it has one of these values."""

    side: Side
    field: str
    values: tuple[Value, ...]

    def holds(self, hands: "Hands") -> bool:
        """Whether the hand's facts satisfy it.

        >>> royal = HandIs(Side.PLAYER, "ranks", ("QK",))
        >>> royal.holds({Side.PLAYER: {"ranks": "QK"}}), royal.holds({Side.PLAYER: {"ranks": "KK"}})
        (True, False)
        """
        return hands[self.side][self.field] in self.values


Hands = Mapping[Side, Mapping[str, Value]]  # the facts of each hand, by the names of the fields


def fact(name: str, cards: tuple[Card, ...]) -> Value:
    """Return a fact about a hand of two or three cards.

    >>> from punto.rules.cards import parse_cards
    >>> fact("highest", parse_cards("AH 9S JC")), fact("first_two", parse_cards("7H 6S 2C"))
    ('J', 3)
    """
    field = FIELDS[name]
    third = cards[2] if len(cards) == 3 else None
    return field.finish(field.start(*cards[:2]), third)


def facts(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Hands:
    """Return every fact about the two hands of a complete round."""
    cards = {Side.PLAYER: player, Side.BANKER: banker}
    return {side: {name: fact(name, hand) for name in FIELDS} for side, hand in cards.items()}


def _total(one: Card, two: Card) -> Hashable:
    return point_total((one.points, two.points))


def _nothing(one: Card, two: Card) -> Hashable:
    return None


def _pair(one: Card, two: Card) -> Hashable:
    if one.rank is not two.rank:
        return "none"
    if one.suit is two.suit:
        return "perfect"
    return "coloured" if colour(one) == colour(two) else "mixed"


def _ranks(one: Card, two: Card) -> Hashable:
    return sort_ranks(one.rank.letter + two.rank.letter)


def _suits(one: Card, two: Card) -> Hashable:
    return frozenset({one.suit, two.suit})


def _suits_of_two(one: Card, two: Card) -> Hashable:
    return len({one.suit, two.suit})


def _colours(one: Card, two: Card) -> Hashable:
    return frozenset({colour(one), colour(two)})


def _highest(one: Card, two: Card) -> Hashable:
    return max(RANKS.index(one.rank), RANKS.index(two.rank))


def _as_it_is(start: Hashable, third: Card | None) -> Value:
    assert isinstance(start, int | str)
    return start


def _third(start: Hashable, third: Card | None) -> Value:
    return NO_THIRD if third is None else third.rank.letter


def _all_ranks(start: Hashable, third: Card | None) -> Value:
    assert isinstance(start, str)
    return start if third is None else sort_ranks(start + third.rank.letter)


def _kinds(start: Hashable, third: Card | None) -> Value:
    return len(set(str(_all_ranks(start, third))))


def _all_suits(start: Hashable, third: Card | None) -> Value:
    assert isinstance(start, frozenset)
    return len(start if third is None else start | {third.suit})


def _all_colours(start: Hashable, third: Card | None) -> Value:
    assert isinstance(start, frozenset)
    found = start if third is None else start | {colour(third)}
    return "mixed" if len(found) > 1 else str(*found)


def _highest_of_all(start: Hashable, third: Card | None) -> Value:
    assert isinstance(start, int)
    return RANKS[start if third is None else max(start, RANKS.index(third.rank))].letter


_LETTERS = tuple(rank.letter for rank in RANKS)
_TWO = tuple(map("".join, combinations_with_replacement(_LETTERS, 2)))
_THREE = tuple(map("".join, combinations_with_replacement(_LETTERS, 3)))
_SUIT, _COLOUR = SuitDetail.SUIT, SuitDetail.COLOUR

FIELDS: dict[str, Field] = {
    "first_two": Field(tuple(range(10)), _total, _as_it_is, by_rank=False, waits=False),
    "third": Field((NO_THIRD, *_LETTERS), _nothing, _third, by_rank=True),
    "pair": Field(
        ("none", "mixed", "coloured", "perfect"), _pair, _as_it_is, True, _SUIT, waits=False
    ),
    "ranks": Field(_TWO, _ranks, _as_it_is, by_rank=True, waits=False),
    "all_ranks": Field((*_TWO, *_THREE), _ranks, _all_ranks, by_rank=True),
    "kinds": Field((1, 2, 3), _ranks, _kinds, by_rank=True),
    "highest": Field(_LETTERS, _highest, _highest_of_all, by_rank=True),
    "first_two_suits": Field((1, 2), _suits_of_two, _as_it_is, False, _SUIT, waits=False),
    "suits": Field((1, 2, 3), _suits, _all_suits, False, _SUIT),
    "colours": Field(("red", "black", "mixed"), _colours, _all_colours, False, _COLOUR),
}


def colour(card: Card) -> str:
    """Return the colour: hearts and diamonds are red."""
    return "red" if card.suit in RED else "black"


def sort_ranks(letters: str) -> str:
    """Sort rank letters from ace to king, so that the order of cards does not matter.

    >>> sort_ranks("KQ"), sort_ranks("7A7")
    ('QK', 'A77')
    """
    return "".join(sorted(letters, key=_LETTERS.index))


@cache
def card_types(by_rank: bool, suits: SuitDetail) -> tuple[tuple[Card, ...], ...]:
    """Group the 52 cards into classes that these distinctions treat as equal.

    >>> [len(card_types(*details)) for details in ((False, 0), (True, 0), (False, 1), (True, 2))]
    [10, 13, 20, 52]
    """
    groups: dict[Hashable, list[Card]] = {}
    for rank in RANKS:
        for suit in SUITS:
            card = Card(rank, suit)
            mark = (None, colour(card), suit)[suits]
            groups.setdefault((rank if by_rank else rank.points, mark), []).append(card)
    return tuple(map(tuple, groups.values()))


def read_field(name: str) -> tuple[Side, str] | None:
    """Return the side and fact that a field name such as player_third means, None if none.

    >>> read_field("banker_first_two"), read_field("winner")
    ((<Side.BANKER: 'banker'>, 'first_two'), None)
    """
    side, _, field = name.partition("_")
    if field not in FIELDS or side not in (each.value for each in Side):
        return None
    return Side(side), field


def read_values(field: str, words: Iterable[object], place: Message) -> tuple[Value, ...]:
    """Read the values in a definition; ranks of several cards may be in any order."""
    found: list[Value] = []
    allowed = FIELDS[field].values
    for word in words:
        value = word
        if isinstance(word, str) and field in ("ranks", "all_ranks"):
            letters = word.upper().replace("10", "T")
            value = sort_ranks(letters) if set(letters) <= set(_LETTERS) else word
        elif isinstance(word, int) and not isinstance(word, bool) and field in ("third", "highest"):
            value = "T" if word == 10 else str(word)
        elif isinstance(word, str) and field in ("third", "highest") and word != NO_THIRD:
            value = word.upper().replace("10", "T")
        if isinstance(value, bool) or not isinstance(value, int | str) or value not in allowed:
            shown = (*map(str, allowed[:14]), *(("…",) if len(allowed) > 14 else ()))
            raise Refused(
                Reason.UNREADABLE_WAGER,
                "In {place} {field} can be {shown}, not {word!r}.",
                place=place,
                field=field,
                shown=shown,
                word=str(word)[:40],
            )
        found.append(value)
    return tuple(found)
