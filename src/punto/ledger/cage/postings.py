"""Postings: the transfers that each event of the cage or a bank causes."""

from typing import assert_never

from punto.ledger.accounts import (
    ADJUSTMENTS,
    CAGE,
    VOUCHERS,
    Account,
    account_named,
    bank,
    chips,
    claims,
    drop,
    patron,
)
from punto.ledger.cage import events as e
from punto.ledger.transfers import Purpose, Transfer


def postings(event: e.Event) -> tuple[Transfer, ...]:
    """Return the transfers that one event causes, in order."""
    match event:
        case e.CreditsBought(patron=who, cents=cents):
            return _moved(CAGE, patron(who), cents, Purpose.CREDITS)
        case e.VoucherRedeemed(patron=who, cents=cents):
            return _moved(VOUCHERS, patron(who), cents, Purpose.VOUCHER_REDEEMED)
        case e.VoucherIssued(patron=who, cents=cents):
            return _moved(patron(who), VOUCHERS, cents, Purpose.VOUCHER_ISSUED)
        case e.VoucherPaid(cents=cents):
            return _moved(VOUCHERS, CAGE, cents, Purpose.VOUCHER_PAID)
        case e.BankOpened(table=table, cents=cents):
            return _moved(CAGE, bank(table), cents, Purpose.OPENER)
        case e.BankFilled(table=table, cents=cents):
            return _moved(CAGE, bank(table), cents, Purpose.FILL)
        case e.BankCredited(table=table, cents=cents):
            return _moved(bank(table), CAGE, cents, Purpose.CREDIT)
        case e.BankClosed(table=table, counted_cents=counted, book_cents=book):
            return _counted(bank(table), counted, book, Purpose.CLOSER)
        case e.ChipsBought(table=table, cents=cents):
            cash = _moved(CAGE, drop(table), cents, Purpose.DROP)
            return (*cash, *_moved(bank(table), chips(table), cents, Purpose.CHIPS))
        case e.DropCounted(table=table, counted_cents=counted, book_cents=book):
            return _counted(drop(table), counted, book, Purpose.DROP_COUNTED)
        case e.ClaimPaid(table=table, patron=who, cents=cents, from_credits=from_credits):
            purse = patron(who) if from_credits else CAGE
            return _moved(purse, claims(table, who), cents, Purpose.CLAIM)
        case e.Adjusted(account=name, cents=cents):
            return _moved(ADJUSTMENTS, account_named(name), cents, Purpose.ADJUSTMENT)
        case e.LimitsSet():
            return ()
        case _:
            assert_never(event)


def _moved(source: Account, target: Account, cents: int, purpose: Purpose) -> tuple[Transfer, ...]:
    """Move an amount from source to target; a negative amount moves the other way."""
    if cents < 0:
        return (Transfer(target, source, -cents, purpose),)
    return (Transfer(source, target, cents, purpose),) if cents else ()


def _counted(account: Account, counted: int, book: int, purpose: Purpose) -> tuple[Transfer, ...]:
    """Close an account's period: adjust the book balance to the count, and move it to the cage."""
    put_right = _moved(ADJUSTMENTS, account, counted - book, Purpose.VARIANCE)
    return (*put_right, *_moved(account, CAGE, counted, purpose))
