"""Decides cage commands: `decide` returns the events of a command, or refuses it."""

from typing import assert_never

from punto.ledger.accounts import Account, Kind, account_named, bank, claims, drop, held, patron
from punto.ledger.cage import commands as c
from punto.ledger.cage import events as e
from punto.ledger.cage.authority import check_authority
from punto.ledger.cage.preconditions import (
    check_amount,
    check_bank_open,
    check_count,
    check_holds,
    check_issue,
    check_limit,
    check_reason,
    check_room,
)
from punto.ledger.cage.state import State
from punto.ledger.cage.vouchers import issue_voucher, pay_voucher, redeem_voucher
from punto.ledger.transfers import Balances
from punto.messages import Amount, Message
from punto.refusals import Reason, Refused
from punto.table.approvals import check_raised, check_second
from punto.table.people import Actor, Approval, Origin

Events = tuple[e.Event, ...]

# Balances derived from stakes in play, open vouchers and every adjustment made.
NEVER_ADJUSTED = (Kind.HELD, Kind.VOUCHERS, Kind.ADJUSTMENTS)


def decide(
    state: State,
    books: Balances,
    command: c.Command,
    by: Actor,
    approval: Approval | None = None,
) -> Events:
    """Return the events of a command, or refuse it."""
    origin = Origin(by, approval=approval)
    check_authority(command, origin)
    match command:
        case c.BuyCredits():
            return _buy_credits(state, books, command, origin)
        case c.CashOut():
            return issue_voucher(state, books, command, origin)
        case c.RedeemVoucher():
            return redeem_voucher(state, books, command)
        case c.PayVoucher():
            return pay_voucher(state, command, origin)
        case c.OpenBank(table=table, cents=cents, witness=witness):
            if table in state.banks:
                raise Refused(Reason.BANK_OPEN, "The bank of {table} is open already.", table=table)
            check_amount(cents)
            return (e.BankOpened(table, cents, witness),)
        case c.FillBank(table=table, cents=cents, witness=witness):
            check_bank_open(state, table)
            check_amount(cents)
            return (e.BankFilled(table, cents, witness),)
        case c.CreditBank(table=table, cents=cents, witness=witness):
            check_bank_open(state, table)
            check_amount(cents)
            check_holds(books, bank(table), cents)
            return (e.BankCredited(table, cents, witness),)
        case c.CloseBank():
            return _close_bank(state, books, command)
        case c.BuyChips(table=table, cents=cents):
            check_bank_open(state, table)
            check_amount(cents)
            check_holds(books, bank(table), cents)
            check_issue(state, origin, cents)
            return (e.ChipsBought(table, cents),)
        case c.CountDrop(table=table, counted_cents=counted, witness=witness):
            check_count(counted)
            return (e.DropCounted(table, counted, books.get(drop(table), 0), witness),)
        case c.PayClaim():
            return _pay_claim(state, books, command, origin)
        case c.Adjust():
            return _adjust(state, books, command, origin)
        case c.SetLimits():
            return _set_limits(state, command, origin)
        case _:
            assert_never(command)


def _buy_credits(state: State, books: Balances, command: c.BuyCredits, origin: Origin) -> Events:
    check_amount(command.cents)
    check_limit(command.cents, state.limits.purchase_cents_max, Message.of("Cash is taken"))
    check_room(state, books, command.patron, command.cents)
    check_issue(state, origin, command.cents)
    return (e.CreditsBought(command.patron, command.cents),)


def _set_limits(state: State, command: c.SetLimits, origin: Origin) -> Events:
    """Set the limits; relaxing an approval limit needs an approval itself."""
    limits, now = command.limits, state.limits
    check_reason(command.why)
    for cents in (limits.purchase_cents_max, limits.voucher_cents_max, limits.credits_cents_max):
        check_amount(cents)
    for wanted, before in (
        (limits.approval_cents, now.approval_cents),
        (limits.issue_approval_cents, now.issue_approval_cents),
    ):
        if wanted is not None:
            check_count(wanted)
        check_raised(origin, before, wanted)
    return (e.LimitsSet(limits, why=command.why),)


def _close_bank(state: State, books: Balances, command: c.CloseBank) -> Events:
    """Close a bank with the counted amount, or the book balance if there is nothing to count."""
    check_bank_open(state, command.table)
    if books.get(held(command.table), 0):
        raise Refused(
            Reason.ROUND_IN_PLAY,
            "Stakes are in play on {table}: finish the round first.",
            table=command.table,
        )
    book, counted = books.get(bank(command.table), 0), command.counted_cents
    if counted is None:
        return (e.BankClosed(command.table, book, book, command.witness),)
    check_count(counted)
    return (e.BankClosed(command.table, counted, book, command.witness),)


def _pay_claim(state: State, books: Balances, command: c.PayClaim, origin: Origin) -> Events:
    owed = -books.get(claims(command.table, command.patron), 0)
    check_amount(command.cents)
    if command.cents > owed:
        raise Refused(
            Reason.NOT_OWED,
            "{patron} owes {owed}, not more.",
            patron=command.patron,
            owed=Amount(max(owed, 0)),
        )
    if command.from_credits:
        check_holds(books, patron(command.patron), command.cents)
    else:  # a debt is gone for cash that no one else counts
        check_issue(state, origin, command.cents)
    return (e.ClaimPaid(command.table, command.patron, command.cents, command.from_credits),)


def _adjust(state: State, books: Balances, command: c.Adjust, origin: Origin) -> Events:
    check_reason(command.why)
    account = _named(command.account)
    if Kind(account.kind) in NEVER_ADJUSTED:
        raise Refused(
            Reason.UNKNOWN_ACCOUNT,
            "{account} follows from what happened and is never adjusted.",
            account=account.name,
        )
    check_amount(abs(command.cents))
    if not account.house:
        check_holds(books, account, -command.cents)
    check_second(origin, state.limits.approval_cents, abs(command.cents))
    return (e.Adjusted(account.name, command.cents, why=command.why),)


def _named(name: str) -> Account:
    """Return an account by name, or refuse a name that no account can have."""
    kind, _, owner = name.partition(":")
    unowned = (Kind.CAGE.value, Kind.VOUCHERS.value, Kind.ADJUSTMENTS.value)
    if kind not in {each.value for each in Kind} or bool(owner) == (kind in unowned):
        raise Refused(Reason.UNKNOWN_ACCOUNT, "{name!r} is no account's name.", name=name[:40])
    return account_named(name)
