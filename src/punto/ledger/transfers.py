"""Transfers: money from one account to another, in whole minor units, immutable."""

from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct

from punto.ledger.accounts import Account, Kind
from punto.messages import Amount
from punto.refusals import Reason, Refused


class Purpose(Enum):
    """Why money moved."""

    # A stake's life.
    STAKE = "stake"  # it is pending
    WITHDRAWAL = "withdrawal"  # it, or part of it, is withdrawn before the outcome
    VOID = "void"  # it, or part of it, did not count and is returned
    LOSS = "loss"  # it is posted and lost to the table
    RETURN = "return"  # it is posted and returned, having won or pushed
    WINNINGS = "winnings"
    # Reversals of the above, by a correction.
    VOID_REVERSED = "void-reversed"
    LOSS_REVERSED = "loss-reversed"
    RETURN_REVERSED = "return-reversed"
    WINNINGS_REVERSED = "winnings-reversed"
    CORRECTION = "correction"  # a correction in a patron's favour is paid out
    CLAIM = "claim"  # a patron pays a debt left by a correction
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
    CHIPS = "chips"  # sold from the tray for cash
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
    """A positive amount moved from one account to another, and the stake concerned, if any."""

    source: Account
    target: Account
    cents: int
    purpose: Purpose
    stake: int = 0
    wager: str = ""


Balances = Mapping[Account, int]


def reverse(transfer: Transfer) -> Transfer:
    """Return the exact reversal of a settlement transfer."""
    return Transfer(
        transfer.target,
        transfer.source,
        transfer.cents,
        REVERSED[transfer.purpose],
        transfer.stake,
        transfer.wager,
    )


def changes(transfers: Iterable[Transfer]) -> dict[Account, int]:
    """Return the net change of each account in these transfers."""
    changed: dict[Account, int] = {}
    for transfer in transfers:
        changed[transfer.source] = changed.get(transfer.source, 0) - transfer.cents
        changed[transfer.target] = changed.get(transfer.target, 0) + transfer.cents
    return changed


def applied(balances: Balances, transfers: Iterable[Transfer]) -> dict[Account, int]:
    """Return the balances after transfers; refuse them all if one may not go negative but would."""
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
    """Return the sum of all balances: zero unless the books are wrong."""
    return sum(balances.values())


def _too_little(account: Account, has: int, needs: int) -> Refused:
    is_patron = account.kind == Kind.PATRON.value
    return Refused(
        Reason.NOT_ENOUGH_CREDITS,
        "{account} has {has}, and this takes {needs}.",
        account=account.owner if is_patron else account.name,
        has=Amount(has),
        needs=Amount(needs),
    )
