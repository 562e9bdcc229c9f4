"""Events of a table's dealers: signed on, in another's place or not, and signed off."""

from punto.table.shoe_events import Happened


class DealerSignedOn(Happened, frozen=True, tag="dealer-signed-on"):
    """This dealer deals from here on: a person's id, or the automatic dealer's."""

    dealer: str
    relieves: str = ""  # who was signed on before


class DealerSignedOff(Happened, frozen=True, tag="dealer-signed-off"):
    dealer: str
