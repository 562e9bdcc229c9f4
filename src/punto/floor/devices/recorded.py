"""A recorded shoe: cards in an order known beforehand, for replay, training and tests."""

from collections.abc import Iterable

from punto.floor.devices.device import Reveal
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.table.keeping import seal


class RecordedShoe:
    """Gives cards in the order recorded; sealed where the record has the salt it was sealed with.

    >>> shoe = RecordedShoe(["2c", "10H"])
    >>> shoe.draw(), shoe.draw()
    ('2C', 'TH')
    """

    def __init__(self, order: Iterable[str], salt: str = "") -> None:
        self._order = tuple(parse_card(code).code for code in order)
        self._salt = salt
        self._gone = 0
        self._over = False
        self.commitment = seal(self._order, salt) if salt else ""

    def go_to(self, gone: int) -> None:
        """The card after so many comes next."""
        self._gone = gone

    def draw(self) -> str:
        """The next card's code."""
        if self._over or self._gone >= len(self._order):
            raise Refused(Reason.CARD_MISSING, "The record of this shoe has no further card.")
        self._gone += 1
        return self._order[self._gone - 1]

    def reveal(self) -> Reveal | None:
        """End the shoe; its order and salt where it was sealed."""
        self._over = True
        return Reveal(self._order, self._salt) if self._salt else None

    def close(self) -> None:
        """Nothing is open."""
