"""What a dealing device is to a table: a seal beforehand, then cards, then the seal opened."""

from typing import Protocol

from msgspec import Struct


class Reveal(Struct, frozen=True):
    """What opens a shoe's seal: the order of all its cards, and the salt."""

    order: tuple[str, ...]
    salt: str


class Device(Protocol):
    """One shoe's worth of cards."""

    @property
    def commitment(self) -> str:
        """The seal of the order; empty where no software knows the order."""

    def go_to(self, gone: int) -> None:
        """So many cards have left the shoe, by the table's count; others than these come next.

        Cards on the felt need nobody to count them.
        """

    def draw(self) -> str:
        """The code of the next card, which has now left the device; refused where none comes."""

    def reveal(self) -> Reveal | None:
        """End the shoe and tell its order; no card is drawn from it again."""

    def close(self) -> None:
        """Let go of what it reads from; whoever waits there for a card is told so."""
