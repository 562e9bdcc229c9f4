"""People at a table: staff with a position, patrons who act for themselves."""

from typing import TypeAlias

from msgspec import Struct

from punto.rules.staff import Position


class Staff(Struct, frozen=True, tag="staff", gc=False):
    """Somebody who works the table, or the automatic dealer in a dealer's place."""

    id: str
    position: Position


class Patron(Struct, frozen=True, tag="patron", gc=False):
    """Somebody who plays."""

    id: str


Actor: TypeAlias = Staff | Patron


class Approval(Struct, frozen=True):
    """A second person's yes to a command, for one round where it is about a round."""

    by: Staff
    round: int = 0
