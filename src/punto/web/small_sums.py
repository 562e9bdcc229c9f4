"""Adds up small sums that one person moves alone within a day.

The cage's own limits apply to a single command. Below them, one member of staff's issues to one
patron, cash-outs for one patron, and all adjustments are added up over 24 hours; a total at the
limit needs a second person too, and so does a total of issues to all patrons, or of cash-outs for
all of them, at ten times the limit: a cashier's day has many patrons, but accounts are easily made.
Accounts that do not count as two people count as one here. Vouchers paid are not added up: they
were counted when issued.
"""

from punto.floor.submission import Submission
from punto.journal.entry_index import IndexKind
from punto.journal.people.separation import Separation
from punto.journal.queries.moved_alone import EVERY_ACCOUNT, moved_alone_cents
from punto.journal.store import Store
from punto.ledger.accounts import patron
from punto.ledger.cage import commands as c
from punto.ledger.cage.state import Limits
from punto.messages import Amount
from punto.refusals import Reason, Refused
from punto.table.approvals import APPROVES
from punto.table.people import Staff

TOGETHER_MS = 24 * 3_600_000
ALL_PATRONS_TIMES = 10  # the limit for one patron, in total over all patrons


def is_summed(submission: Submission) -> bool:
    """Whether a command counts towards its sender's daily total."""
    is_staff = isinstance(submission.by, Staff)
    return is_staff and isinstance(submission.command, c.BuyCredits | c.CashOut | c.Adjust)


def check_sum(
    store: Store, separation: Separation, limits: Limits, submission: Submission, now_ms: int
) -> None:
    """Refuse a sum that brings the daily total to the limit."""
    match submission.command:
        case c.BuyCredits(patron=who, cents=cents):
            kind, account, limit_cents = (
                IndexKind.CREDITS_ISSUED,
                patron(who).name,
                limits.issue_approval_cents,
            )
        case c.CashOut(patron=who, cents=cents):
            kind, account, limit_cents = (
                IndexKind.PAID_OUT,
                patron(who).name,
                limits.issue_approval_cents,
            )
        case c.Adjust(cents=cents):
            kind, account, limit_cents = (
                IndexKind.ADJUSTMENT,
                EVERY_ACCOUNT,
                limits.approval_cents,
            )
        case _:
            return
    if limit_cents is None or abs(cents) >= limit_cents:
        return  # the cage itself requires a second person
    totals_max = {account: limit_cents}
    if account:
        totals_max[EVERY_ACCOUNT] = limit_cents * ALL_PATRONS_TIMES
    since_ms, by = now_ms - TOGETHER_MS, separation.connected(submission.by.id, now_ms)
    for whose, most_cents in totals_max.items():
        with store.begin_read() as transaction:
            before_cents = moved_alone_cents(
                transaction, by, kind, since_ms, account=whose, but_id=submission.id
            )
        if before_cents and before_cents + abs(cents) >= most_cents:
            raise Refused(
                Reason.APPROVAL_NEEDED,
                "With what you have moved alone within 24 hours it is about {amount}: a second"
                " person has to approve it, a {position} or above.",
                amount=Amount(before_cents + abs(cents)),
                position=APPROVES,
            )
