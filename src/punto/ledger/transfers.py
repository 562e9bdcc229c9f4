"""Transfers: money from one account to another, whole minor units, never edited."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct

from punto.ledger.accounts import Account, Kind
from punto.money import print_amount
from punto.refusals import Reason, Refused


class Purpose(Enum):
    """Why money moved."""

    # A stake's life.
    STAKE = "stake"  # it is pending
    WITHDRAWAL = "withdrawal"  # it, or a part of it, is taken back before the outcome
    VOID = "void"  # it, or a part of it, did not count and goes back
    LOSS = "loss"  # it is posted and lost to the table
    RETURN = "return"  # it is posted and goes back, having won or pushed
    WINNINGS = "winnings"
    # The opposite of each of those that a correction undoes.
    VOID_REVERSED = "void-reversed"
    LOSS_REVERSED = "loss-reversed"
    RETURN_REVERSED = "return-reversed"
    WINNINGS_REVERSED = "winnings-reversed"
    CORRECTION = "correction"  # what a correction leaves in a patron's favour is handed over
    CLAIM = "claim"  # what one leaves a patron owing is paid
    # The cage.
    CREDITS = "credits"  # bought with cash
    VOUCHER_ISSUED = "voucher-issued"
    VOUCHER_REDEEMED = "voucher-redeemed"  # for credits
    VOUCHER_PAID = "voucher-paid"  # in cash
    # A table's bank.
    OPENER = "opener"
    FILL = "fill"
    CREDIT = "credit"  # chips go back to the cage
    CLOSER = "closer"
    CHIPS = "chips"  # handed out of the tray for cash
    DROP = "drop"  # that cash goes into the table's box
    DROP_COUNTED = "drop-counted"
    VARIANCE = "variance"  # a count differs from the books
    ADJUSTMENT = "adjustment"


REVERSED = {
    Purpose.VOID: Purpose.VOID_REVERSED,
    Purpose.LOSS: Purpose.LOSS_REVERSED,
    Purpose.RETURN: Purpose.RETURN_REVERSED,
    Purpose.WINNINGS: Purpose.WINNINGS_REVERSED,
}


class Transfer(Struct, frozen=True, gc=False):
    """An amount above zero from one account to another, and the stake it is about, if any."""

    source: Account
    target: Account
    cents: int
    purpose: Purpose
    stake: int = 0
    wager: str = ""


Balances = Mapping[Account, int]


def reverse(transfer: Transfer) -> Transfer:
    """The transfer that undoes one of a settlement, to the cent and to the account."""
    return Transfer(
        transfer.target,
        transfer.source,
        transfer.cents,
        REVERSED[transfer.purpose],
        transfer.stake,
        transfer.wager,
    )


def changes(transfers: Iterable[Transfer]) -> dict[Account, int]:
    """By how much each account changes that transfers touch."""
    changed: Counter[Account] = Counter()
    for transfer in transfers:
        changed[transfer.source] -= transfer.cents
        changed[transfer.target] += transfer.cents
    return dict(changed)


def applied(balances: Balances, transfers: Iterable[Transfer]) -> dict[Account, int]:
    """Balances after transfers; refused as a whole where one that may not falls below zero."""
    moved = tuple(transfers)
    for transfer in moved:
        if transfer.cents <= 0:
            raise Refused(Reason.AMOUNT_NOT_POSITIVE, "Money moves in amounts above zero only.")
    after = dict(balances)
    for account, change in changes(moved).items():
        before = balances.get(account, 0)
        if before + change < 0 and not account.house:
            raise _too_little(account, before, -change)
        after[account] = before + change
    return after


def trial_balance(balances: Balances) -> int:
    """The sum of all balances: zero, or the books are wrong."""
    return sum(balances.values())


def _too_little(account: Account, has: int, needs: int) -> Refused:
    what = f"{account.owner} has" if account.kind == Kind.PATRON.value else f"{account.name} holds"
    return Refused(
        Reason.NOT_ENOUGH_CREDITS,
        f"{what} {print_amount(has)}, and this takes {print_amount(needs)}.",
    )
