"""Vouchers: issued for credits, redeemed or paid once. Their codes are in `voucher_codes.py`."""

from punto.ledger.accounts import patron
from punto.ledger.cage import commands as c
from punto.ledger.cage import events as e
from punto.ledger.cage.preconditions import (
    check_amount,
    check_holds,
    check_issue,
    check_limit,
    check_room,
)
from punto.ledger.cage.state import State, Voucher
from punto.ledger.cage.used_seals import is_used
from punto.ledger.cage.voucher_codes import NO_SEAL
from punto.ledger.transfers import Balances
from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.table.people import Origin

Events = tuple[e.Event, ...]


def issue_voucher(state: State, books: Balances, command: c.CashOut, origin: Origin) -> Events:
    if command.seal == NO_SEAL:
        raise Refused(
            Reason.UNREADABLE_VOUCHER,
            "The house makes the codes of vouchers: ask for one at /api/v1/vouchers/codes.",
        )
    if command.seal in state.vouchers or is_used(state.used, command.seal):
        raise Refused(
            Reason.VOUCHER_TAKEN, "That code is or was on another voucher: ask for a new one."
        )
    check_amount(command.cents)
    check_holds(books, patron(command.patron), command.cents)
    check_limit(command.cents, state.limits.voucher_cents_max, Message.of("A voucher is made out"))
    check_issue(state, origin, command.cents)
    return (e.VoucherIssued(command.patron, command.cents, command.seal),)


def redeem_voucher(state: State, books: Balances, command: c.RedeemVoucher) -> Events:
    voucher = _open_voucher(state, command.seal)
    check_room(state, books, command.patron, voucher.cents)
    return (e.VoucherRedeemed(command.patron, voucher.cents, command.seal),)


def pay_voucher(state: State, command: c.PayVoucher, origin: Origin) -> Events:
    voucher = _open_voucher(state, command.seal)
    check_issue(state, origin, voucher.cents)
    return (e.VoucherPaid(voucher.cents, command.seal, voucher.patron),)


def _open_voucher(state: State, seal: str) -> Voucher:
    voucher = state.vouchers.get(seal)
    if voucher is None:
        raise Refused(
            Reason.UNKNOWN_VOUCHER, "No such voucher is open: it was used before or never issued."
        )
    return voucher
