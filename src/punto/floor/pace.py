"""The pace of an automatic table: a setting of the floor, because no clause sets any duration."""

from msgspec import Struct

from punto.refusals import Reason, Refused


class Pace(Struct, frozen=True):
    """How long each step takes at a table that deals itself.

    The rules say who closes betting, not when, and a journal is decided the same whatever the pace
    was. A table may have a betting time of its own in its configuration.
    """

    betting_ms: int = 25_000  # from the call for stakes to their close
    card_ms: int = 1_200  # after a card is drawn or turned face up
    call_ms: int = 800  # after any other step of the dealer
    contributing_ms: int = 8_000  # from the seal of a shoe until its contributors are fixed
    revealing_ms: int = 10_000  # at most, for their values to be revealed
    outcome_ms: int = 6_000  # after an outcome, for patrons to see it and be paid
    patron_ms: int = 60_000  # for a patron who draws or holds cards to take the next step
    away_ms: int = 120_000  # without a step by a person who has taken the table over


def check_pace(pace: Pace) -> Pace:
    """Refuse a pace that cannot be played: too little time for stakes, or a negative pause."""
    if pace.betting_ms < 1_000:
        raise Refused(
            Reason.INCONSISTENT_CONFIGURATION, "Leave at least a second to place stakes in."
        )
    pauses = (
        pace.card_ms,
        pace.call_ms,
        pace.contributing_ms,
        pace.revealing_ms,
        pace.outcome_ms,
        pace.patron_ms,
        pace.away_ms,
    )
    if min(pauses) < 0:
        raise Refused(Reason.INCONSISTENT_CONFIGURATION, "A pause cannot be negative.")
    return pace
