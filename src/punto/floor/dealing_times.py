"""How long each step takes where software deals: set for the floor, as no clause sets a time."""

from msgspec import Struct

from punto.refusals import Reason, Refused

BETTING_MS = 25_000  # the house's usual betting time


class DealingTimes(Struct, frozen=True):
    """How long each step takes at a table that deals itself, and betting at any table.

    The rules say who closes betting, not when, and a journal is decided the same however long
    steps took. `punto serve` sets the house's betting time, and a table's configuration its own.
    """

    betting_ms: int = BETTING_MS  # from the call for stakes to their close
    card_ms: int = 1_200  # after a card is drawn or turned face up
    call_ms: int = 800  # after any other step of the dealer
    contributing_ms: int = 8_000  # from the seal of a shoe until its contributors are fixed
    revealing_ms: int = 10_000  # at most, for their values to be revealed
    outcome_ms: int = 6_000  # after an outcome, for patrons to see it and be paid
    patron_ms: int = 60_000  # for a patron who draws or holds cards to take the next step
    away_ms: int = 120_000  # without a step by a person who has taken the table over


def check_dealing_times(dealing_times: DealingTimes) -> DealingTimes:
    """Refuse times that cannot be played: too little time for stakes, or a negative pause."""
    if dealing_times.betting_ms < 1_000:
        raise Refused(
            Reason.INCONSISTENT_CONFIGURATION, "Leave at least a second to place stakes in."
        )
    pauses = (
        dealing_times.card_ms,
        dealing_times.call_ms,
        dealing_times.contributing_ms,
        dealing_times.revealing_ms,
        dealing_times.outcome_ms,
        dealing_times.patron_ms,
        dealing_times.away_ms,
    )
    if min(pauses) < 0:
        raise Refused(Reason.INCONSISTENT_CONFIGURATION, "A pause cannot be negative.")
    return dealing_times
