"""A shoe shuffled with the operating system's random source, sealed before the first card.

It is dealt in the order that the contributions' seed makes of the sealed one, and its seal is
opened after the last card.
"""

from collections.abc import Callable
from os import urandom

from punto.floor.devices.device import Reveal
from punto.floor.devices.shuffle import Chance, shuffle
from punto.refusals import Reason, Refused
from punto.rules.shoe import full_shoe
from punto.table.shared_order import dealt_order
from punto.table.shoes import seal

SALT_BYTES = 32  # 256 bits, so that orders cannot be guessed and checked against the seal

Save = Callable[[str, tuple[str, ...], str], None]  # writes commitment, order and salt to disk


class ShuffledShoe:
    """An electronic table's cards; their order stays secret until `reveal` ends the shoe."""

    def __init__(self, decks: int, chance: Chance = urandom, save: Save | None = None) -> None:
        """Shuffle and seal; the order is saved before its seal can be published."""
        order = tuple(card.code for card in shuffle(full_shoe(decks), chance))
        self._take(order, chance(SALT_BYTES).hex())
        if save is not None:
            save(self.commitment, self._order, self._salt)

    @classmethod
    def restore(cls, order: tuple[str, ...], salt: str) -> "ShuffledShoe":
        """A shoe that was sealed before, from its saved order and salt."""
        shoe = cls.__new__(cls)
        shoe._take(order, salt)
        return shoe

    def _take(self, order: tuple[str, ...], salt: str) -> None:
        self._order = self._dealt = order
        self._salt = salt
        self._seed = ""  # made from the contributions
        self._gone = 0
        self._over = False
        self.commitment = seal(order, salt)

    def __repr__(self) -> str:
        left = len(self._order) - self._gone
        return f"<shuffled shoe {self.commitment[:8]}, {left} cards left>"

    def mix(self, seed: str) -> None:
        """Deal in the order that the contributions' seed makes of the sealed one."""
        if seed != self._seed:
            self._seed, self._dealt = seed, dealt_order(self._order, seed)

    def go_to(self, gone: int) -> None:
        """Continue after this many cards."""
        self._gone = min(gone, len(self._order))

    def draw(self) -> str:
        """The next card's code."""
        if self._over:
            raise Refused(Reason.SHOE_NEEDED, "This shoe's order has been revealed: load another.")
        if self._gone == len(self._order):
            raise Refused(Reason.CARD_MISSING, "The shoe is empty: load another.")
        self._gone += 1
        return self._dealt[self._gone - 1]

    def reveal(self) -> Reveal:
        """End the shoe and return its order and salt."""
        self._over = True
        return Reveal(self._order, self._salt)

    def close(self) -> None:
        """Do nothing: there is no input."""
