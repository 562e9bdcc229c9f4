"""Hands: the two sides of a round, their point totals, naturals and pairs."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from punto.rules.cards import Card


class Side(Enum):
    """The two hands of a round. `Side.PLAYER` is a hand; the person at the table is a patron."""

    PLAYER = "player"
    BANKER = "banker"

    @property
    def title(self) -> str:
        return self.value.capitalize()


def point_total(points: Iterable[int]) -> int:
    """Return the last digit of the sum.

    >>> point_total([7, 8])
    5
    """
    return sum(points) % 10


NATURAL_FROM = 8


def is_natural(points: tuple[int, ...]) -> bool:
    """Whether the first two cards total eight or nine."""
    return len(points) == 2 and point_total(points) >= NATURAL_FROM


def is_pair(first: Card, second: Card) -> bool:
    """Whether both have the same rank; ten and king are not a pair (reading pair-is-rank).

    >>> from punto.rules.cards import parse_card
    >>> is_pair(parse_card("KS"), parse_card("KH")), is_pair(parse_card("KS"), parse_card("TH"))
    (True, False)
    """
    return first.rank is second.rank


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one side, in the order it received them."""

    cards: tuple[Card, ...] = ()

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(card.points for card in self.cards)

    @property
    def total(self) -> int:
        return point_total(card.points for card in self.cards)

    @property
    def natural(self) -> bool:
        return is_natural(self.points)

    @property
    def pair(self) -> bool:
        return len(self.cards) >= 2 and is_pair(*self.cards[:2])

    def plus(self, card: Card) -> "Hand":
        return Hand((*self.cards, card))
