"""Adds up small sums that one person moves alone within a day.

The cage's own limits apply to a single command. Below them, what one member of staff issues to one
patron, cashes out for one, pays for the vouchers of one, or takes in cash for what one owes is
added up over 24 hours, and so are all adjustments; a total at the limit needs a second person too.
So does a total over all patrons, chips included, at ten times the limit: a cashier's day has many
patrons, but accounts are easily made. Accounts that do not count as two people count as one here.
"""

from msgspec import Struct
from msgspec.structs import replace

from punto.floor.submission import Submission
from punto.journal.entry_index import IndexKind
from punto.journal.people.separation import Separation
from punto.journal.queries.moved_alone import Moved, moved_alone_cents
from punto.journal.store import Store
from punto.ledger.cage import commands as c
from punto.ledger.cage.state import State
from punto.messages import Amount
from punto.refusals import Reason, Refused
from punto.table.approvals import APPROVES
from punto.table.people import Staff

TOGETHER_MS = 24 * 3_600_000
ALL_PATRONS_TIMES = 10  # the limit for one patron, in total over all patrons
SUMMED = (c.BuyCredits, c.BuyChips, c.CashOut, c.PayVoucher, c.PayClaim, c.Adjust)


class Sum(Struct, frozen=True):
    """What a command moves, which sums it is added to, and the limit of one patron's.

    Chips are sold to anyone at the table: of them there is only a total over all patrons.
    """

    cents: int
    moved: Moved
    limit_cents: int | None
    has_patron: bool = True


def is_summed(submission: Submission) -> bool:
    """Whether a command counts towards its sender's daily total."""
    return isinstance(submission.by, Staff) and isinstance(submission.command, SUMMED)


def check_sum(
    store: Store, separation: Separation, cage: State, submission: Submission, now_ms: int
) -> None:
    """Refuse a sum that brings the daily total to the limit."""
    wanted = _sum_of(cage, submission)
    if wanted is None or wanted.limit_cents is None or wanted.cents >= wanted.limit_cents:
        return  # refused by the cage, or the cage itself requires a second person
    all_cents = wanted.limit_cents * ALL_PATRONS_TIMES
    totals = [(wanted.moved, wanted.limit_cents if wanted.has_patron else all_cents)]
    if wanted.moved.patron:
        totals.append((replace(wanted.moved, patron=""), all_cents))
    since_ms, by = now_ms - TOGETHER_MS, separation.connected(submission.by.id, now_ms)
    for moved, most_cents in totals:
        with store.begin_read() as transaction:
            before_cents = moved_alone_cents(transaction, by, moved, since_ms, but_id=submission.id)
        if before_cents and before_cents + wanted.cents >= most_cents:
            raise Refused(
                Reason.APPROVAL_NEEDED,
                "With what you have moved alone within 24 hours it is about {amount}: a second"
                " person has to approve it, a {position} or above.",
                amount=Amount(before_cents + wanted.cents),
                position=APPROVES,
            )


def _sum_of(cage: State, submission: Submission) -> Sum | None:
    command, limit_cents = submission.command, cage.limits.issue_approval_cents
    tag = str(type(command).__struct_config__.tag)
    match command:
        case c.BuyCredits(patron=who, cents=cents):
            return Sum(cents, Moved(IndexKind.CREDITS_ISSUED, tag, who), limit_cents)
        case c.BuyChips(cents=cents):
            return Sum(cents, Moved(IndexKind.CHIPS_SOLD, tag), limit_cents, has_patron=False)
        case c.CashOut(patron=who, cents=cents):
            return Sum(cents, Moved(IndexKind.PAID_OUT, tag, who), limit_cents)
        case c.PayVoucher(seal=seal) if seal in cage.vouchers:
            voucher = cage.vouchers[seal]
            return Sum(voucher.cents, Moved(IndexKind.PAID_OUT, tag, voucher.patron), limit_cents)
        case c.PayClaim(patron=who, cents=cents, from_credits=False):
            return Sum(cents, Moved(IndexKind.CLAIM_PAID, tag, who), limit_cents)
        case c.Adjust(cents=cents):
            return Sum(abs(cents), Moved(IndexKind.ADJUSTMENT, tag), cage.limits.approval_cents)
        case _:
            return None
