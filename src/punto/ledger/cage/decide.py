"""May this be done at the cage, now, by this person? `decide` answers with what happens."""

from typing import assert_never

from punto.ledger.accounts import Account, Kind, account_named, bank, claims, drop, held, patron
from punto.ledger.cage import commands as c
from punto.ledger.cage import events as e
from punto.ledger.cage.authority import check_authority
from punto.ledger.cage.state import State, Voucher
from punto.ledger.transfers import Balances
from punto.money import AMOUNT_CENTS_MAX, print_amount
from punto.refusals import Reason, Refused
from punto.table.approvals import check_second

Events = tuple[e.Event, ...]

# What these hold follows from stakes in play, open vouchers and every adjustment made.
NEVER_ADJUSTED = (Kind.HELD, Kind.VOUCHERS, Kind.ADJUSTMENTS)


def decide(state: State, books: Balances, command: c.Command) -> Events:
    """What happens when somebody gives this command now; a refused one changes nothing."""
    check_authority(command)
    match command:
        case c.BuyCredits():
            return _buy_credits(state, books, command)
        case c.RedeemVoucher(patron=who, seal=seal):
            voucher = _open_voucher(state, seal)
            _room_for(state, books, who, voucher.cents)
            return (e.VoucherRedeemed(who, voucher.cents, seal),)
        case c.CashOut():
            return _cash_out(state, books, command)
        case c.PayVoucher(seal=seal):
            return (e.VoucherPaid(_open_voucher(state, seal).cents, seal),)
        case c.OpenBank(table=table, cents=cents, witness=witness):
            if table in state.banks:
                raise Refused(Reason.BANK_OPEN, f"The bank of {table} is open already.")
            _amount(cents)
            return (e.BankOpened(table, cents, witness),)
        case c.FillBank(table=table, cents=cents, witness=witness):
            _open_bank(state, table)
            _amount(cents)
            return (e.BankFilled(table, cents, witness),)
        case c.CreditBank(table=table, cents=cents, witness=witness):
            _open_bank(state, table)
            _amount(cents)
            _holds(books, bank(table), cents)
            return (e.BankCredited(table, cents, witness),)
        case c.CloseBank():
            return _close_bank(state, books, command)
        case c.BuyChips(table=table, cents=cents):
            _open_bank(state, table)
            _amount(cents)
            _holds(books, bank(table), cents)
            return (e.ChipsBought(table, cents),)
        case c.CountDrop(table=table, counted_cents=counted, witness=witness):
            _count(counted)
            return (e.DropCounted(table, counted, books.get(drop(table), 0), witness),)
        case c.PayClaim():
            return _pay_claim(books, command)
        case c.Adjust():
            return _adjust(state, books, command)
        case c.SetLimits(limits=limits, why=why):
            _why(why)
            for cents in (
                limits.purchase_cents_max,
                limits.voucher_cents_max,
                limits.credits_cents_max,
            ):
                _amount(cents)
            if limits.approval_cents is not None:
                _count(limits.approval_cents)
            return (e.LimitsSet(limits, why=why),)
        case _:
            assert_never(command)


def _buy_credits(state: State, books: Balances, command: c.BuyCredits) -> Events:
    _amount(command.cents)
    _at_most(command.cents, state.limits.purchase_cents_max, "Cash is taken")
    _room_for(state, books, command.patron, command.cents)
    return (e.CreditsBought(command.patron, command.cents),)


def _cash_out(state: State, books: Balances, command: c.CashOut) -> Events:
    if command.seal in state.vouchers:
        raise Refused(Reason.VOUCHER_TAKEN, "That code is on another voucher: make a new one.")
    _amount(command.cents)
    _holds(books, patron(command.patron), command.cents)
    _at_most(command.cents, state.limits.voucher_cents_max, "A voucher is made out")
    return (e.VoucherIssued(command.patron, command.cents, command.seal),)


def _close_bank(state: State, books: Balances, command: c.CloseBank) -> Events:
    """The closer: counted, or where there is nothing to count, what the books say."""
    _open_bank(state, command.table)
    if books.get(held(command.table), 0):
        raise Refused(
            Reason.ROUND_IN_PLAY, f"Stakes are in play on {command.table}: finish the round first."
        )
    book, counted = books.get(bank(command.table), 0), command.counted_cents
    if counted is None:
        return (e.BankClosed(command.table, book, book, command.witness),)
    _count(counted)
    return (e.BankClosed(command.table, counted, book, command.witness),)


def _pay_claim(books: Balances, command: c.PayClaim) -> Events:
    owed = -books.get(claims(command.table, command.patron), 0)
    _amount(command.cents)
    if command.cents > owed:
        raise Refused(
            Reason.NOT_OWED, f"{command.patron} owes {print_amount(max(owed, 0))}, not more."
        )
    if command.from_credits:
        _holds(books, patron(command.patron), command.cents)
    return (e.ClaimPaid(command.table, command.patron, command.cents, command.from_credits),)


def _adjust(state: State, books: Balances, command: c.Adjust) -> Events:
    _why(command.why)
    account = _named(command.account)
    if Kind(account.kind) in NEVER_ADJUSTED:
        raise Refused(
            Reason.UNKNOWN_ACCOUNT,
            f"{account.name} follows from what happened and is never adjusted.",
        )
    _amount(abs(command.cents))
    if not account.house:
        _holds(books, account, -command.cents)
    check_second(command, state.limits.approval_cents, abs(command.cents))
    return (e.Adjusted(account.name, command.cents, why=command.why),)


def _named(name: str) -> Account:
    """An account by its name: the cage's is its own, any other is somebody's."""
    kind, _, owner = name.partition(":")
    unowned = (Kind.CAGE.value, Kind.VOUCHERS.value, Kind.ADJUSTMENTS.value)
    if kind not in {each.value for each in Kind} or bool(owner) == (kind in unowned):
        raise Refused(Reason.UNKNOWN_ACCOUNT, f"{name[:40]!r} is no account's name.")
    return account_named(name)


def _open_voucher(state: State, seal: str) -> Voucher:
    voucher = state.vouchers.get(seal)
    if voucher is None:
        raise Refused(
            Reason.UNKNOWN_VOUCHER, "No such voucher is open: it was used before or never issued."
        )
    return voucher


def _open_bank(state: State, table: str) -> None:
    if table not in state.banks:
        raise Refused(Reason.BANK_CLOSED, f"The bank of {table} is not open: open it first.")


def _room_for(state: State, books: Balances, who: str, cents: int) -> None:
    after = books.get(patron(who), 0) + cents
    _at_most(after, state.limits.credits_cents_max, "Credits are held")


def _holds(books: Balances, account: Account, cents: int) -> None:
    has = books.get(account, 0)
    if cents > has:
        raise Refused(
            Reason.NOT_ENOUGH_CREDITS,
            f"{account.name} holds {print_amount(has)}, less than {print_amount(cents)}.",
        )


def _at_most(cents: int, limit: int, what: str) -> None:
    if cents > limit:
        raise Refused(
            Reason.ABOVE_MAXIMUM,
            f"{what} up to {print_amount(limit)}, not for {print_amount(cents)}.",
        )


def _count(cents: int) -> None:
    if cents:
        _amount(cents)


def _amount(cents: int) -> None:
    if cents <= 0:
        raise Refused(
            Reason.AMOUNT_NOT_POSITIVE, f"Name an amount above zero, not {print_amount(cents)}."
        )
    if cents > AMOUNT_CENTS_MAX:
        raise Refused(
            Reason.AMOUNT_TOO_LARGE,
            f"No more than {print_amount(AMOUNT_CENTS_MAX)} is moved at once.",
        )


def _why(why: str) -> None:
    if not why.strip():
        raise Refused(Reason.WHY_NEEDED, "Say why: it is kept beside the entry.")
