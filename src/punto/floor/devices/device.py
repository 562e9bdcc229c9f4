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

    def draw(self) -> str:
        """The code of the next card, which has now left the device; refused where none comes."""

    def burn(self, count: int) -> None:
        """So many cards leave the device unseen."""

    def reveal(self) -> Reveal | None:
        """End the shoe and tell its order; no card is drawn from it again."""
