"""Staff: the positions, their order, and the powers the documents give them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TypeAlias


class Position(IntEnum):
    """Positions in their usual order, from the lowest; a table may be set to another (`Ranks`)."""

    DEALER = 1
    PIT_SUPERVISOR = 2
    PIT_MANAGER = 3
    GAMING_SHIFT_MANAGER = 4
    ASSISTANT_CASINO_MANAGER = 5

    @property
    def title(self) -> str:
        return self.name.replace("_", " ").title()

    @property
    def typed(self) -> str:
        """Its name as scripts and settings write it.

        >>> Position.PIT_MANAGER.typed
        'pit-manager'
        """
        return self.name.lower().replace("_", "-")


POSITIONS = {each.typed: each for each in Position}

Ranks: TypeAlias = tuple[Position, ...]  # all five, from the lowest to the highest
USUAL_RANKS: Ranks = tuple(Position)
RANKS_CLAUSE = "reading ranks-of-staff"


def reaches(ranks: Ranks, held: Position, needed: Position) -> bool:
    """Whether one position may do what another may: it is that one, or a higher one (6.2).

    >>> reaches(USUAL_RANKS, Position.PIT_MANAGER, Position.PIT_SUPERVISOR)
    True
    """
    return ranks.index(held) >= ranks.index(needed)


def highest(ranks: Ranks, *positions: Position) -> Position:
    """The highest of some positions."""
    return max(positions, key=ranks.index)


def is_ranking(order: Iterable[Position]) -> bool:
    """Whether this is an order of all five positions with the dealer lowest."""
    ranked = tuple(order)
    return sorted(ranked) == sorted(Position) and ranked[0] is Position.DEALER


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
