"""A shoe shuffled by the operating system's chance: sealed before the first card, opened after."""

from os import urandom

from punto.floor.devices.device import Reveal
from punto.floor.devices.shuffling import Chance, shuffle
from punto.refusals import Reason, Refused
from punto.rules.shoe import full_shoe
from punto.table.keeping import seal

SALT_BYTES = 32  # 256 bits, so that nobody tries orders against the seal


class ShuffledShoe:
    """An electronic table's cards. Nothing tells their order before `reveal` ends the shoe."""

    def __init__(self, decks: int, chance: Chance = urandom) -> None:
        self._order = tuple(card.code for card in shuffle(full_shoe(decks), chance))
        self._salt = chance(SALT_BYTES).hex()
        self._gone = 0
        self._over = False
        self.commitment = seal(self._order, self._salt)

    def __repr__(self) -> str:
        left = len(self._order) - self._gone
        return f"<shuffled shoe {self.commitment[:8]}, {left} cards left>"

    def draw(self) -> str:
        """The next card's code."""
        if self._over:
            raise Refused(Reason.SHOE_NEEDED, "This shoe's order was told: load another.")
        if self._gone == len(self._order):
            raise Refused(Reason.CARD_MISSING, "The shoe is empty: load another.")
        self._gone += 1
        return self._order[self._gone - 1]

    def burn(self, count: int) -> None:
        """So many cards leave unseen."""
        self._gone = min(self._gone + count, len(self._order))

    def reveal(self) -> Reveal:
        """End the shoe and tell its order and salt."""
        self._over = True
        return Reveal(self._order, self._salt)
