"""Unapproved changes: what voids, corrections, options and other cards of one person were about.

A change below a table's approval limit needs no second person. Each table adds up those of its
last rounds (`table/approvals.py`); here they are added up by person, over all tables, so that
no one gets more than the limit by moving between tables or by rounds without stakes in between.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from punto.messages import Amount
from punto.refusals import Reason, Refused
from punto.table.approvals import APPROVES, OF_A_ROUND, about
from punto.table.state import State

TOGETHER_MS = 24 * 3_600_000  # so long a person's changes are added up
SUBJECT = "unapproved:"
CHANGING = frozenset(str(each.__struct_config__.tag) for each in OF_A_ROUND)


class Unapproved(Struct, frozen=True):
    """A change that one person made alone: the money it was about, and the limit that held."""

    person: str
    currency: str
    round: int
    cents: int
    limit_cents: int | None
    digits: int

    @property
    def subject(self) -> str:
        return subject_of(self.person, self.currency)


class UnapprovedTotals(Struct, frozen=True, array_like=True):
    """A person's changes at a table since the first entry, and the last of them.

    Several changes of one round, such as an option and then another order, count as the largest.
    """

    cents: int = 0
    round: int = 0  # the last one that was changed
    round_cents: int = 0  # what that round counts as
    last_cents: int = 0  # what the last change added
    last_limit_cents: int | None = None

    def counted_cents(self, number: int) -> int:
        """What a round counts as already, if it is the last one that was changed."""
        return self.round_cents if number == self.round else 0


def subject_of(person: str, currency: str) -> str:
    """Under which a person's changes are added up: amounts of each currency by themselves."""
    return f"{SUBJECT}{currency}:{person}"


def unapproved(state: State, person: str, events: Iterable[Any]) -> Unapproved | None:
    """What the events of one change were about; None if no money. `state` is the one before."""
    found = [each for event in events if (each := about(state, event)) is not None]
    if not found:
        return None
    config, cents, number = max(found, key=lambda each: each[1])
    if not cents:
        return None
    limit_cents = config.approval_cents
    return Unapproved(person, config.currency, number, cents, limit_cents, config.digits)


def add_unapproved(before: UnapprovedTotals, change: Unapproved) -> UnapprovedTotals:
    """The totals after one more change."""
    counted_cents = before.counted_cents(change.round)
    round_cents = max(change.cents, counted_cents)
    added_cents = round_cents - counted_cents
    return UnapprovedTotals(
        before.cents + added_cents, change.round, round_cents, added_cents, change.limit_cents
    )


def is_too_much(before_cents: int, cents: int, limit_cents: int | None) -> bool:
    """Whether a change needs a second person because of what its author changed before it.

    >>> is_too_much(0, 100, 100), is_too_much(1, 99, 100), is_too_much(1, 98, 100)
    (False, True, False)
    """
    return limit_cents is not None and before_cents > 0 and before_cents + cents >= limit_cents


def too_much(before_cents: int, change: Unapproved) -> Refused:
    """The refusal of a change that brings its author's total to the limit."""
    return Refused(
        Reason.APPROVAL_NEEDED,
        "With what you have changed alone within 24 hours it is about {amount}: a second person"
        " has to approve it, a {position} or above.",
        amount=Amount(before_cents + change.cents, change.digits),
        position=APPROVES,
    )


def is_changing(command: object) -> bool:
    """Whether a command may change a round, so that its author's changes are added up."""
    return isinstance(command, OF_A_ROUND)
