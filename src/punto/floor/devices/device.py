"""The interface of a dealing device: a seal beforehand, then cards, then the seal opened."""

from typing import Protocol

from msgspec import Struct


class Reveal(Struct, frozen=True):
    """The opening of a shoe's seal: the order of all its cards, and the salt."""

    order: tuple[str, ...]
    salt: str


class Device(Protocol):
    """One shoe's worth of cards."""

    @property
    def commitment(self) -> str:
        """The seal of the order; empty if no software knows the order."""

    def mix(self, seed: str) -> None:
        """Deal in the order that the contributions' seed makes of the sealed order."""

    def go_to(self, gone: int) -> None:
        """Continue after this many cards, by the table's count.

        Devices that read physical cards ignore it.
        """

    def draw(self) -> str:
        """Take the next card from the device and return its code; refused if none comes."""

    def reveal(self) -> Reveal | None:
        """End the shoe and return its order; no card is drawn from it again."""

    def close(self) -> None:
        """Close the input; a thread waiting there for a card gets a refusal."""
