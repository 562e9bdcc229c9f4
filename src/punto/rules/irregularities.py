"""Irregularities as data: what can go wrong, and the remedy each game's clause prescribes."""

from dataclasses import dataclass
from enum import StrEnum

from punto.rules.staff import Position


class Irregularity(StrEnum):
    """A kind of irregularity at a table."""

    FOREIGN_CARDS = "foreign-cards"
    EXTRA_OR_MISSING_CARDS = "extra-or-missing-cards"
    UNSHUFFLED_CARDS = "unshuffled-cards"
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    DRAWN_TOGETHER_ORDER_KNOWN = "drawn-together-order-known"
    DRAWN_TOGETHER_IN_INITIAL_DEAL = "drawn-together-in-initial-deal"
    DRAWN_TOGETHER_AFTER_INITIAL_DEAL = "drawn-together-after-initial-deal"
    SHOE_ORDER_ALTERED = "shoe-order-altered"
    TOO_FEW_CARDS = "too-few-cards"
    LATE_STAKE = "late-stake"
    LATE_WITHDRAWAL = "late-withdrawal"
    FACE_UP_IN_DEVICE = "face-up-in-device"
    DEALT_IN_WRONG_ORDER = "dealt-in-wrong-order"
    PASSED_TO_WRONG_PATRON = "passed-to-wrong-patron"
    EXPOSED_OR_NOT_PASSED = "exposed-or-not-passed"
    DEVICE_RESET = "device-reset"
    HANDLER_ABSENT = "handler-absent"
    PATRON_LEFT_WITH_CARDS = "patron-left-with-cards"
    EXPOSED_BY_MOVING_DEVICE = "exposed-by-moving-device"
    ALTERED_BY_MOVING_DEVICE = "altered-by-moving-device"
    CUT_CARD_FIRST = "cut-card-first"
    UNDER_MINIMUM = "under-minimum"
    OVER_MAXIMUM = "over-maximum"
    POWER_FAILURE = "power-failure"
    DIFFERENTIAL_EXCEEDED = "differential-exceeded"
    DAMAGED_CARD = "damaged-card"
    NOT_COVERED = "not-covered"
    WRONG_DISPLAY = "wrong-display"


class Remedy(StrEnum):
    """How an irregularity is remedied."""

    VOID = "void"  # the round is void, every stake returned
    VOID_UNLESS_RECONSTRUCTED = "void-unless-reconstructed"
    RECONSTRUCT = "reconstruct"  # the cards are corrected and the round continues
    CONTINUE = "continue"  # the round continues unchanged
    REFUSE = "refuse"  # the attempted action does not count
    DEALER_EXPOSES = "dealer-exposes"
    REPLACE_MISSING = "replace-missing"
    REOPEN_BETTING = "reopen-betting"
    ADJUST = "adjust"  # stakes are settled, returned, lowered or removed as the clause says
    DECIDE = "decide"  # a named position decides


class Option(StrEnum):
    """Whether patrons may withdraw stakes, and which."""

    NONE = "none"
    WITHDRAW_ANY = "withdraw-any"
    WITHDRAW_ALL = "withdraw-all"  # a patron withdraws all stakes or none


@dataclass(frozen=True, slots=True)
class Procedure:
    """How one game deals with one irregularity."""

    irregularity: Irregularity
    clause: str
    remedy: Remedy
    option: Option = Option.NONE
    authority: Position | None = None  # the lowest that may resolve it, if the clause names one
    option_clause: str = ""  # the sub-clause that grants the option, if separate
