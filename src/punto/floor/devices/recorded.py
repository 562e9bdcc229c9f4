"""A recorded shoe: cards in a known order, for replay, training and tests."""

from collections.abc import Iterable

from punto.floor.devices.device import Reveal
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.table.shared_order import dealt_order
from punto.table.shoes import seal


class RecordedShoe:
    """Deals cards in the recorded order, under its original seal if the record has the salt.

    >>> shoe = RecordedShoe(["2c", "10H"])
    >>> shoe.draw(), shoe.draw()
    ('2C', 'TH')
    """

    def __init__(self, order: Iterable[str], salt: str = "") -> None:
        self._order = tuple(parse_card(code).code for code in order)
        self._dealt = self._order
        self._salt = salt
        self._seed = ""  # made from the contributions
        self._gone = 0
        self._over = False
        self.commitment = seal(self._order, salt) if salt else ""

    def mix(self, seed: str) -> None:
        """Deal in the order that the contributions' seed makes of the recorded one."""
        if seed != self._seed:
            self._seed, self._dealt = seed, dealt_order(self._order, seed)

    def go_to(self, gone: int) -> None:
        """Continue after this many cards."""
        self._gone = gone

    def draw(self) -> str:
        """The next card's code."""
        if self._over or self._gone >= len(self._order):
            raise Refused(Reason.CARD_MISSING, "The record of this shoe has no further card.")
        self._gone += 1
        return self._dealt[self._gone - 1]

    def reveal(self) -> Reveal | None:
        """End the shoe and return its order and salt; None if it was not sealed."""
        self._over = True
        return Reveal(self._order, self._salt) if self._salt else None

    def close(self) -> None:
        """Do nothing: there is no input."""
