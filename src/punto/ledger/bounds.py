"""Bounds on balances: far below 64 bits, so that no sum ever overflows.

A command is refused if a balance would end further from zero than `BALANCE_CENTS_MAX`. Payments
that follow from the law are always made: a settlement, its reversal, a withdrawal. So a stake is
refused once its table's bank or its patron is past the bound; one round pays at most 40 times what
is held, and all balances stay far below `CENTS_MAX`.
"""

from collections.abc import Sequence

from punto.ledger.accounts import Account, bank
from punto.ledger.transfers import Balances, Purpose, Transfer, applied
from punto.messages import Amount
from punto.refusals import Reason, Refused

BALANCE_CENTS_MAX = 10**15  # ten thousand billion in the table's currency
CENTS_MAX = 2**62  # no balance is ever written beyond this, whatever the cause

# Consequences of accepted stakes: always paid, whatever the balance.
ALWAYS_PAID = frozenset(
    (
        Purpose.WITHDRAWAL,
        Purpose.VOID,
        Purpose.LOSS,
        Purpose.RETURN,
        Purpose.WINNINGS,
        Purpose.VOID_REVERSED,
        Purpose.LOSS_REVERSED,
        Purpose.RETURN_REVERSED,
        Purpose.WINNINGS_REVERSED,
        Purpose.CORRECTION,
    )
)


def transferred(books: Balances, moved: Sequence[Transfer]) -> dict[Account, int]:
    """Return the new balances of the accounts that transfers change, or refuse all of them.

    Accounts are checked in the order of the transfers, so that a retry is refused identically.
    """
    before = {
        account: books.get(account, 0) for each in moved for account in (each.source, each.target)
    }
    after = applied(before, moved)
    staked = [each for each in moved if each.purpose is Purpose.STAKE]
    is_due = not staked and all(each.purpose in ALWAYS_PAID for each in moved)
    bound = CENTS_MAX if is_due else BALANCE_CENTS_MAX
    for account, cents in after.items():
        if abs(cents) > bound and abs(cents) > abs(before[account]):
            raise _too_much(account, bound)
    for each in staked:
        for account in (each.source, bank(each.target.owner)):
            if abs(books.get(account, 0)) > BALANCE_CENTS_MAX:
                raise _too_much(account, BALANCE_CENTS_MAX)
    return after


def _too_much(account: Account, bound: int) -> Refused:
    return Refused(
        Reason.AMOUNT_TOO_LARGE,
        "{account} would pass {most}, the most an account may hold.",
        account=account.name,
        most=Amount(bound),
    )
