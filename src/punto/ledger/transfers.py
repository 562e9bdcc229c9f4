"""Transfers: money from one account to another, whole minor units, never edited."""

from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct

from punto.ledger.accounts import Account
from punto.refusals import Reason, Refused


class Purpose(Enum):
    """Why money moved."""

    STAKE = "stake"  # a stake is pending
    RETURN = "return"  # a stake, or the rest of one, goes back
    LOSS = "loss"  # a stake is posted to the table
    WINNINGS = "winnings"
    REVERSAL = "reversal"  # the opposite of an earlier transfer
    CORRECTION = "correction"
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    FILL = "fill"
    CREDIT = "credit"
    ADJUSTMENT = "adjustment"


class Transfer(Struct, frozen=True):
    """An amount above zero from one account to another, and the stake it is about, if any."""

    source: Account
    target: Account
    cents: int
    purpose: Purpose
    stake: int = 0
    wager: str = ""


Balances = Mapping[Account, int]


def applied(balances: Balances, transfers: Iterable[Transfer]) -> dict[Account, int]:
    """Balances after transfers; refused as a whole where a patron's would fall below zero."""
    after = dict(balances)
    for transfer in transfers:
        if transfer.cents <= 0:
            raise Refused(Reason.AMOUNT_NOT_POSITIVE, "Money moves in amounts above zero only.")
        after[transfer.source] = after.get(transfer.source, 0) - transfer.cents
        after[transfer.target] = after.get(transfer.target, 0) + transfer.cents
    for account, cents in after.items():
        if cents < 0 and not account.house:
            raise Refused(
                Reason.NOT_ENOUGH_CREDITS, f"{account.name} does not hold enough for that."
            )
    return after


def trial_balance(balances: Balances) -> int:
    """The sum of all balances: zero, or the books are wrong."""
    return sum(balances.values())
