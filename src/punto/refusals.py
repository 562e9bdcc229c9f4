"""Refusals: why something is refused, and the exception that carries it.

A reason says what is wrong and its kind says what can be done about it. HTTP status, close code
and retry advice follow from them (`web/errors.py`), and so does what may be done now
(`table/legal.py`): nothing else classifies reasons.
"""

from enum import Enum, StrEnum
from functools import cached_property
from typing import Self

from punto.messages import Fact, Message, word


class Kind(Enum):
    """What a refusal is about, and so what helps."""

    REQUEST = "request"  # what was sent: correct it and send it again
    PERSON = "person"  # who sent it: someone else may do it
    MOMENT = "moment"  # when it was sent: it may be done later
    HOUSE = "house"  # the system itself: nothing was wrong with the request


class Reason(StrEnum):
    """Every reason for a refusal, with its kind; where several apply, the earliest is given."""

    kind: Kind

    def __new__(cls, value: str, kind: Kind = Kind.REQUEST) -> "Reason":
        reason = str.__new__(cls, value)
        reason._value_ = value
        reason.kind = kind
        return reason

    UNREADABLE_REQUEST = "unreadable-request", Kind.REQUEST
    NOTHING_THERE = "nothing-there", Kind.REQUEST
    TOO_OFTEN = "too-often", Kind.MOMENT
    HALTED = "halted", Kind.HOUSE
    UNAVAILABLE = "unavailable", Kind.HOUSE
    CONFLICT = "conflict", Kind.HOUSE
    INTERNAL = "internal", Kind.HOUSE
    NOT_SIGNED_IN = "not-signed-in", Kind.PERSON
    LOCKED_OUT = "locked-out", Kind.PERSON
    WRONG_PASSWORD = "wrong-password", Kind.PERSON
    SECOND_FACTOR_NEEDED = "second-factor-needed", Kind.PERSON
    NAME_TAKEN = "name-taken", Kind.REQUEST
    UNKNOWN_PERSON = "unknown-person", Kind.REQUEST
    UNKNOWN_TABLE = "unknown-table", Kind.REQUEST
    ID_USED_BEFORE = "id-used-before", Kind.REQUEST
    UNKNOWN_GAME = "unknown-game", Kind.REQUEST
    UNKNOWN_CLAUSE = "unknown-clause", Kind.REQUEST
    TABLE_CLOSED = "table-closed", Kind.MOMENT
    TABLE_OPEN = "table-open", Kind.MOMENT
    NOT_YOURS = "not-yours", Kind.PERSON
    NOT_AUTHORISED = "not-authorised", Kind.PERSON
    NOT_THE_CARD_SOURCE = "not-the-card-source", Kind.PERSON
    WITNESS_NEEDED = "witness-needed", Kind.REQUEST
    WHY_NEEDED = "why-needed", Kind.REQUEST
    BANK_CLOSED = "bank-closed", Kind.MOMENT
    BANK_OPEN = "bank-open", Kind.MOMENT
    CASE_PENDING = "case-pending", Kind.MOMENT
    ROUND_IN_PLAY = "round-in-play", Kind.MOMENT
    NO_ROUND = "no-round", Kind.MOMENT
    SHOE_NEEDED = "shoe-needed", Kind.MOMENT
    SHOE_IN_USE = "shoe-in-use", Kind.MOMENT
    CONTRIBUTION_NEEDED = "contribution-needed", Kind.MOMENT
    CONTRIBUTIONS_CLOSED = "contributions-closed", Kind.MOMENT
    BURN_NEEDED = "burn-needed", Kind.MOMENT
    BETTING_CLOSED = "betting-closed", Kind.MOMENT
    BETTING_OPEN = "betting-open", Kind.MOMENT
    NO_SUCH_CASE = "no-such-case", Kind.MOMENT
    METHOD_NOT_ALLOWED = "method-not-allowed", Kind.MOMENT
    DECKS_OUT_OF_RANGE = "decks-out-of-range", Kind.REQUEST
    UNKNOWN_DEVICE = "unknown-device", Kind.REQUEST
    READ_MISSING = "read-missing", Kind.REQUEST
    READ_UNHEARD = "read-unheard", Kind.REQUEST
    UNREADABLE_CARD = "unreadable-card", Kind.REQUEST
    NOT_THE_HANDLER = "not-the-handler", Kind.PERSON
    CARDS_FACE_DOWN = "cards-face-down", Kind.MOMENT
    TOTALS_NOT_ANNOUNCED = "totals-not-announced", Kind.MOMENT
    ROUND_NOT_COMPLETE = "round-not-complete", Kind.MOMENT
    TOO_MANY_COPIES = "too-many-copies", Kind.REQUEST
    CARD_NOT_ALLOWED = "card-not-allowed", Kind.MOMENT
    CARD_UNREAD = "card-unread", Kind.REQUEST
    CARD_CONTRADICTS = "card-contradicts", Kind.REQUEST
    CARD_MISSING = "card-missing", Kind.REQUEST
    UNKNOWN_WAGER = "unknown-wager", Kind.REQUEST
    UNKNOWN_POSITION = "unknown-position", Kind.REQUEST
    TERMINAL_TAKEN = "terminal-taken", Kind.REQUEST
    UNKNOWN_STAKE = "unknown-stake", Kind.REQUEST
    UNREADABLE_VOUCHER = "unreadable-voucher", Kind.REQUEST
    UNKNOWN_VOUCHER = "unknown-voucher", Kind.REQUEST
    VOUCHER_TAKEN = "voucher-taken", Kind.REQUEST
    UNKNOWN_ACCOUNT = "unknown-account", Kind.REQUEST
    UNREADABLE_AMOUNT = "unreadable-amount", Kind.REQUEST
    AMOUNT_NOT_POSITIVE = "amount-not-positive", Kind.REQUEST
    AMOUNT_TOO_LARGE = "amount-too-large", Kind.REQUEST
    UNIT_NOT_EXACT = "unit-not-exact", Kind.REQUEST
    INCONSISTENT_CONFIGURATION = "inconsistent-configuration", Kind.REQUEST
    NOT_A_MULTIPLE = "not-a-multiple", Kind.REQUEST
    NOT_OWED = "not-owed", Kind.REQUEST
    NOT_ENOUGH_CREDITS = "not-enough-credits", Kind.REQUEST
    BELOW_MINIMUM = "below-minimum", Kind.REQUEST
    ABOVE_MAXIMUM = "above-maximum", Kind.REQUEST
    AREA_FULL = "area-full", Kind.REQUEST
    DIFFERENTIAL_EXCEEDED = "differential-exceeded", Kind.REQUEST
    SIDE_ASKED_TO_DECREASE = "side-asked-to-decrease", Kind.REQUEST
    ALL_OR_NOTHING = "all-or-nothing", Kind.REQUEST
    SEAL_BROKEN = "seal-broken", Kind.REQUEST
    NOT_COVERED = "not-covered", Kind.MOMENT
    APPROVAL_NEEDED = "approval-needed", Kind.REQUEST
    UNREADABLE_SHOE = "unreadable-shoe", Kind.REQUEST
    IMPOSSIBLE_COUNT = "impossible-count", Kind.REQUEST
    UNREADABLE_WAGER = "unreadable-wager", Kind.REQUEST
    UNSOUND_WAGER = "unsound-wager", Kind.REQUEST
    WAGER_ID_TAKEN = "wager-id-taken", Kind.REQUEST
    EDGE_OUT_OF_REACH = "edge-out-of-reach", Kind.REQUEST
    MISSING_EXTRA = "missing-extra", Kind.HOUSE
    UNWRITABLE_FILE = "unwritable-file", Kind.HOUSE
    NO_CLUSTER = "no-cluster", Kind.HOUSE
    NO_SERVER = "no-server", Kind.HOUSE


class Refused(Exception):  # noqa: N818  (a refusal is an answer, not an error of ours)
    """A refusal: a reason, one sentence that says what to do, and the clause where there is one.

    The sentence is a literal template with named facts, so that it exists in every language.

    >>> raise Refused(
    ...     Reason.UNKNOWN_WAGER,
    ...     "{game} has no wager {wager!r}.",
    ...     clause="tiger 3.5",
    ...     game="Tiger",
    ...     wager="dragon",
    ... )
    Traceback (most recent call last):
    ...
    punto.refusals.Refused: Tiger has no wager 'dragon'. (tiger 3.5)
    """

    def __init__(
        self, reason: Reason, template: str, /, *, clause: str | None = None, **facts: object
    ) -> None:
        super().__init__(reason, template)
        self.reason = reason
        self.clause = clause
        self._template = template
        self._facts = facts

    @classmethod
    def of(cls, reason: Reason, message: Message, clause: str | None = None) -> Self:
        """A refusal with a message that has been made elsewhere."""
        refused = cls(reason, message.template, clause=clause)
        refused.message = message
        return refused

    @cached_property
    def message(self) -> Message:
        """The sentence to be: made when it is read, for most refusals are only counted."""
        return Message.of(self._template, **self._facts)

    @property
    def template(self) -> str:
        return self.message.template

    @property
    def facts(self) -> dict[str, Fact]:
        return self.message.facts

    @property
    def sentence(self) -> str:
        """The sentence in English."""
        return word(self.message)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.clause})" if self.clause else self.sentence
