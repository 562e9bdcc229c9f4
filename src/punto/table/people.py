"""Who acts at a table: staff with a position, patrons for themselves, and the house's machines."""

from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from punto.rules.staff import Position


class Staff(Struct, frozen=True, tag="staff", gc=False):
    """A person who works the table."""

    id: str
    position: Position


class Patron(Struct, frozen=True, tag="patron", gc=False):
    """Someone who plays."""

    id: str


class Role(Enum):
    """What a machine is there for."""

    READER = "reader"  # reads the cards of a physical shoe
    SHOE = "shoe"  # holds a virtual shoe that people deal from
    DEALER = "dealer"  # deals a table by itself


AUTOMATIC_DEALER = "automatic dealer"  # its id; no account has a space in its name


class Machine(Struct, frozen=True, tag="machine", gc=False):
    """A machine of the house. No account signs in as one, so no person can act as one."""

    id: str
    role: Role
    pressed_by: str = ""  # the person who made it act, where one did

    @property
    def position(self) -> Position:
        """It stands in a dealer's place."""
        return Position.DEALER


Actor: TypeAlias = Staff | Patron | Machine


class Approval(Struct, frozen=True):
    """A second person's yes to a command, for one round where it is about a round."""

    by: Staff
    round: int = 0


class Origin(Struct, frozen=True, gc=False):
    """Where a command comes from: who gives it, when, and who has approved it."""

    by: Actor
    at_ms: int = 0  # UTC
    approval: Approval | None = None
