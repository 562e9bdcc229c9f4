"""How fast a table goes: a setting of the floor, because no clause says how long anything takes."""

from msgspec import Struct

from punto.refusals import Reason, Refused


class Pace(Struct, frozen=True):
    """How long each thing takes at a table where nobody's hands do it.

    It is no part of the table's configuration: the law knows who closes betting, not when, and a
    table's past is decided the same whatever pace it was played at.
    """

    betting_ms: int = 25_000  # from the call for stakes to their close
    card_ms: int = 1_200  # after a card was drawn or turned up
    call_ms: int = 800  # after anything else that the dealer says or does
    outcome_ms: int = 6_000  # after an outcome, to see it and be paid


def check_pace(pace: Pace) -> Pace:
    """Refuse a pace that nobody could play at."""
    if pace.betting_ms < 1_000:
        raise Refused(
            Reason.INCONSISTENT_CONFIGURATION, "Leave at least a second to place stakes in."
        )
    if min(pace.card_ms, pace.call_ms, pace.outcome_ms) < 0:
        raise Refused(Reason.INCONSISTENT_CONFIGURATION, "A pause takes no time or some, not less.")
    return pace
