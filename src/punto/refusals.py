"""Why something is refused: one enum in order of precedence, and the exception that carries it."""

from enum import StrEnum


class Reason(StrEnum):
    """Every reason there is; where several apply, the earliest here is the one that is told."""

    UNREADABLE_REQUEST = "unreadable-request"
    NOTHING_THERE = "nothing-there"
    TOO_OFTEN = "too-often"
    NOT_SIGNED_IN = "not-signed-in"
    LOCKED_OUT = "locked-out"
    WRONG_PASSWORD = "wrong-password"
    NAME_TAKEN = "name-taken"
    UNKNOWN_PERSON = "unknown-person"
    UNKNOWN_TABLE = "unknown-table"
    ID_USED_BEFORE = "id-used-before"
    UNKNOWN_GAME = "unknown-game"
    UNKNOWN_CLAUSE = "unknown-clause"
    TABLE_CLOSED = "table-closed"
    TABLE_OPEN = "table-open"
    NOT_YOURS = "not-yours"
    NOT_AUTHORISED = "not-authorised"
    WITNESS_NEEDED = "witness-needed"
    WHY_NEEDED = "why-needed"
    BANK_CLOSED = "bank-closed"
    BANK_OPEN = "bank-open"
    CASE_PENDING = "case-pending"
    ROUND_IN_PLAY = "round-in-play"
    NO_ROUND = "no-round"
    SHOE_NEEDED = "shoe-needed"
    SHOE_IN_USE = "shoe-in-use"
    BURN_NEEDED = "burn-needed"
    BETTING_CLOSED = "betting-closed"
    BETTING_OPEN = "betting-open"
    NO_SUCH_CASE = "no-such-case"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    DECKS_OUT_OF_RANGE = "decks-out-of-range"
    UNKNOWN_DEVICE = "unknown-device"
    READ_MISSING = "read-missing"
    READ_UNHEARD = "read-unheard"
    UNREADABLE_CARD = "unreadable-card"
    NOT_THE_HANDLER = "not-the-handler"
    CARDS_FACE_DOWN = "cards-face-down"
    TOTALS_NOT_ANNOUNCED = "totals-not-announced"
    ROUND_NOT_COMPLETE = "round-not-complete"
    TOO_MANY_COPIES = "too-many-copies"
    CARD_NOT_ALLOWED = "card-not-allowed"
    CARD_UNREAD = "card-unread"
    CARD_CONTRADICTS = "card-contradicts"
    CARD_MISSING = "card-missing"
    UNKNOWN_WAGER = "unknown-wager"
    UNKNOWN_POSITION = "unknown-position"
    TERMINAL_TAKEN = "terminal-taken"
    UNKNOWN_STAKE = "unknown-stake"
    UNREADABLE_VOUCHER = "unreadable-voucher"
    UNKNOWN_VOUCHER = "unknown-voucher"
    VOUCHER_TAKEN = "voucher-taken"
    UNKNOWN_ACCOUNT = "unknown-account"
    UNREADABLE_AMOUNT = "unreadable-amount"
    AMOUNT_NOT_POSITIVE = "amount-not-positive"
    AMOUNT_TOO_LARGE = "amount-too-large"
    UNIT_NOT_EXACT = "unit-not-exact"
    INCONSISTENT_CONFIGURATION = "inconsistent-configuration"
    NOT_A_MULTIPLE = "not-a-multiple"
    NOT_OWED = "not-owed"
    NOT_ENOUGH_CREDITS = "not-enough-credits"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    AREA_FULL = "area-full"
    DIFFERENTIAL_EXCEEDED = "differential-exceeded"
    SIDE_ASKED_TO_DECREASE = "side-asked-to-decrease"
    ALL_OR_NOTHING = "all-or-nothing"
    SEAL_BROKEN = "seal-broken"
    NOT_COVERED = "not-covered"
    APPROVAL_NEEDED = "approval-needed"
    UNREADABLE_SHOE = "unreadable-shoe"
    IMPOSSIBLE_COUNT = "impossible-count"
    UNREADABLE_WAGER = "unreadable-wager"
    UNSOUND_WAGER = "unsound-wager"
    WAGER_ID_TAKEN = "wager-id-taken"
    EDGE_OUT_OF_REACH = "edge-out-of-reach"
    MISSING_EXTRA = "missing-extra"
    UNWRITABLE_FILE = "unwritable-file"
    NO_CLUSTER = "no-cluster"
    NO_SERVER = "no-server"


class Refused(Exception):  # noqa: N818  (a refusal is an answer, not an error of ours)
    """The person can mend it: one sentence says what is wrong, and the clause where there is one.

    >>> raise Refused(Reason.UNKNOWN_WAGER, "Tiger has no wager 'dragon'.", clause="tiger 3.5")
    Traceback (most recent call last):
    ...
    punto.refusals.Refused: Tiger has no wager 'dragon'. (tiger 3.5)
    """

    def __init__(self, reason: Reason, sentence: str, *, clause: str | None = None) -> None:
        super().__init__(f"{sentence} ({clause})" if clause else sentence)
        self.reason = reason
        self.sentence = sentence
        self.clause = clause
