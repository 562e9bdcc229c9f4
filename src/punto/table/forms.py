"""Forms: a command that a table asks for, what of it is known, and what is to be filled in."""

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from punto.table import commands as c


class Giver(Enum):
    """Who gives a command that the prompt asks for."""

    STAFF = "staff"
    PATRON = "patron"
    DEVICE = "device"  # a card reader, or the dealer of a table that deals itself


class Field(Struct, frozen=True):
    """A field of a command to fill in, with its choices if there are few."""

    name: str
    required: bool = True
    choices: tuple[str, ...] = ()


class Form(Struct, frozen=True):
    """A command to be given as it stands, but for the fields that are to be filled in."""

    command: c.Command
    fields: tuple[Field, ...] = ()
    giver: Giver = Giver.STAFF
    patron: str = ""  # whose it is to give, where it is a patron's
    from_shoe: bool = False  # requested from the virtual shoe, which deals and names the cards

    @property
    def name(self) -> str:
        """The name of the command on the wire."""
        return tag_of(self.command)

    def by(self, patron: str) -> "Form":
        """The same, for this patron to give."""
        return replace(self, giver=Giver.PATRON, patron=patron)


def tag_of(command: c.Command) -> str:
    """The name of a command on the wire.

    >>> tag_of(c.OpenBetting())
    'open-betting'
    """
    return str(type(command).__struct_config__.tag)
