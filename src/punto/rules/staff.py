"""Staff: the positions in rank order and the powers the documents give them."""

from dataclasses import dataclass
from enum import Enum, IntEnum


class Position(IntEnum):
    """Positions from lowest to highest; a higher one may do what a lower one may (6.2)."""

    DEALER = 1
    PIT_SUPERVISOR = 2
    PIT_MANAGER = 3
    GAMING_SHIFT_MANAGER = 4
    ASSISTANT_CASINO_MANAGER = 5

    @property
    def title(self) -> str:
        return self.name.replace("_", " ").title()


class Power(Enum):
    """Something the documents let staff do at their discretion or on request."""

    ANNOUNCE = "announce the opening and closing of bets, totals and outcome"
    PLACE_ON_BEHALF = "place a patron's stakes on request"
    RESTRICT_STAKES_PER_AREA = "allow fewer than three stakes on an area"
    CHOOSE_METHOD_A_OR_B = "choose between methods A and B before a round"
    ALLOW_METHOD_C = "let a patron control the dealing device"
    CHOOSE_HANDLER = "choose who handles the cards where the order of bettors does not tell"
    CHOOSE_FIRST_REVEALED = "choose which hand is revealed first"
    ALLOW_DRAWING_WITHOUT_STAKE = "let a patron draw cards without a stake"
    ALLOW_SQUEEZING = "let any patron or designee squeeze cards"
    ALLOW_FIRST_CARD_WITHDRAWAL = "let stakes be withdrawn when the cut card comes first"
    DETERMINE_ORDER = "settle the order of cards drawn together after the initial deal"
    OVERSEE_MISSING_CARDS = "oversee the replacement of cards a patron took away"
    REMOVE_STAKES = "remove stakes until the table differential is met"
    DECIDE_IRREGULARITY = "establish an irregularity and apply its clause"
    DECIDE_UNCOVERED = "decide an irregularity the rules do not cover"


@dataclass(frozen=True, slots=True)
class Grant:
    """A power, the lowest position that has it, and the clause or reading that gives it."""

    power: Power
    position: Position
    clause: str
