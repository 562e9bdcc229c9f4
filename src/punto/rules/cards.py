"""Cards: thirteen ranks, four suits, decks of 52, and the two-letter codes people type."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from punto.refusals import Reason, Refused


class Suit(Enum):
    """A suit by its code letter; suits never decide anything in baccarat."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        return "♠♥♦♣"["SHDC".index(self.value)]


class Rank(Enum):
    """A rank: its letter and its points (ace one, two to nine as printed, tens and faces zero)."""

    ACE = ("A", 1)
    TWO = ("2", 2)
    THREE = ("3", 3)
    FOUR = ("4", 4)
    FIVE = ("5", 5)
    SIX = ("6", 6)
    SEVEN = ("7", 7)
    EIGHT = ("8", 8)
    NINE = ("9", 9)
    TEN = ("T", 0)
    JACK = ("J", 0)
    QUEEN = ("Q", 0)
    KING = ("K", 0)

    def __init__(self, letter: str, points: int) -> None:
        self.letter = letter
        self.points = points


RANKS: tuple[Rank, ...] = tuple(Rank)
SUITS: tuple[Suit, ...] = tuple(Suit)
COPIES_PER_DECK_OF_A_RANK = len(SUITS)


@dataclass(frozen=True, slots=True)
class Card:
    """One card. The 52 of a deck are in DECK; more decks hold more copies of the same cards."""

    rank: Rank
    suit: Suit

    @property
    def points(self) -> int:
        return self.rank.points

    @property
    def code(self) -> str:
        """Return rank then suit.

        >>> Card(Rank.TEN, Suit.HEARTS).code
        'TH'
        """
        return self.rank.letter + self.suit.value

    def __str__(self) -> str:
        return self.code


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)

POINTS: dict[str, int] = {card.code: card.points for card in DECK}  # by a card's code

_BY_CODE: dict[str, Card] = {card.code: card for card in DECK}
_BY_CODE |= {f"10{suit.value}": Card(Rank.TEN, suit) for suit in SUITS}


def parse_card(text: str) -> Card:
    """Read one card code, in either case, 10 accepted for T.

    >>> parse_card("10h") == parse_card("TH")
    True
    """
    card = _BY_CODE.get(text.upper())
    if card is None:
        raise Refused(
            Reason.UNREADABLE_CARD,
            "{text!r} is not a card; write rank then suit, A23456789TJQK then S, H, D or"
            " C, as in TH.",
            text=text[:20],
        )
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read card codes in the order they were dealt, separated by spaces or commas.

    >>> [card.code for card in parse_cards("2c, 5D 10h")]
    ['2C', '5D', 'TH']
    """
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def print_cards(cards: Iterable[Card]) -> str:
    """Write card codes separated by spaces, as `parse_cards` reads them."""
    return " ".join(card.code for card in cards)
