"""A shoe shuffled by the operating system's chance: sealed before the first card, opened after."""

from collections.abc import Callable
from os import urandom

from punto.floor.devices.device import Reveal
from punto.floor.devices.shuffling import Chance, shuffle
from punto.refusals import Reason, Refused
from punto.rules.shoe import full_shoe
from punto.table.keeping import seal

SALT_BYTES = 32  # 256 bits, so that nobody tries orders against the seal

Keep = Callable[[str, tuple[str, ...], str], None]  # writes commitment, order and salt to disk


class ShuffledShoe:
    """An electronic table's cards. Nothing tells their order before `reveal` ends the shoe."""

    def __init__(self, decks: int, chance: Chance = urandom, keep: Keep | None = None) -> None:
        """Shuffle and seal; the order is kept before anybody can hear of its seal."""
        order = tuple(card.code for card in shuffle(full_shoe(decks), chance))
        self._take(order, chance(SALT_BYTES).hex())
        if keep is not None:
            keep(self.commitment, self._order, self._salt)

    @classmethod
    def again(cls, order: tuple[str, ...], salt: str) -> "ShuffledShoe":
        """A shoe that was sealed before, from the order that was kept."""
        shoe = cls.__new__(cls)
        shoe._take(order, salt)
        return shoe

    def _take(self, order: tuple[str, ...], salt: str) -> None:
        self._order = order
        self._salt = salt
        self._gone = 0
        self._over = False
        self.commitment = seal(order, salt)

    def __repr__(self) -> str:
        left = len(self._order) - self._gone
        return f"<shuffled shoe {self.commitment[:8]}, {left} cards left>"

    def go_to(self, gone: int) -> None:
        """The card after so many comes next."""
        self._gone = min(gone, len(self._order))

    def draw(self) -> str:
        """The next card's code."""
        if self._over:
            raise Refused(Reason.SHOE_NEEDED, "This shoe's order was told: load another.")
        if self._gone == len(self._order):
            raise Refused(Reason.CARD_MISSING, "The shoe is empty: load another.")
        self._gone += 1
        return self._order[self._gone - 1]

    def reveal(self) -> Reveal:
        """End the shoe and tell its order and salt."""
        self._over = True
        return Reveal(self._order, self._salt)

    def close(self) -> None:
        """Nothing is open."""
