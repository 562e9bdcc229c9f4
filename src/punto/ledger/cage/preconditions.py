"""What must be so before the cage does something: each check refuses with its reason."""

from punto.ledger.accounts import Account, patron
from punto.ledger.cage.state import State
from punto.ledger.transfers import Balances
from punto.messages import Amount, Message
from punto.money import AMOUNT_CENTS_MAX
from punto.refusals import Reason, Refused
from punto.table.approvals import check_second
from punto.table.people import Origin, Staff


def check_bank_open(state: State, table: str) -> None:
    """Refuse what needs a table's bank that is not open."""
    if table not in state.banks:
        raise Refused(
            Reason.BANK_CLOSED, "The bank of {table} is not open: open it first.", table=table
        )


def check_room(state: State, books: Balances, who: str, cents: int) -> None:
    """Refuse what would leave a patron with more credits than may be held."""
    after = books.get(patron(who), 0) + cents
    check_limit(after, state.limits.credits_cents_max, Message.of("Credits are held"))


def check_holds(books: Balances, account: Account, cents: int) -> None:
    """Refuse to take more from an account than it holds."""
    has = books.get(account, 0)
    if cents > has:
        raise Refused(
            Reason.NOT_ENOUGH_CREDITS,
            "{account} holds {has}, less than {amount}.",
            account=account.name,
            has=Amount(has),
            amount=Amount(cents),
        )


def check_limit(cents: int, limit: int, what: Message) -> None:
    """Refuse an amount above a limit."""
    if cents > limit:
        raise Refused(
            Reason.ABOVE_MAXIMUM,
            "{what} up to {limit}, not for {amount}.",
            what=what,
            limit=Amount(limit),
            amount=Amount(cents),
        )


def check_issue(state: State, origin: Origin, cents: int) -> None:
    """Refuse a large sum that staff issue or pay without approval; patrons move their own."""
    if isinstance(origin.by, Staff):
        check_second(origin, state.limits.issue_approval_cents, cents)


def check_count(cents: int) -> None:
    """Refuse a counted amount that no count can give; it may be nothing."""
    if cents:
        check_amount(cents)


def check_amount(cents: int) -> None:
    """Refuse an amount that is not positive, or too large for one transfer."""
    if cents <= 0:
        raise Refused(
            Reason.AMOUNT_NOT_POSITIVE,
            "Name an amount above zero, not {amount}.",
            amount=Amount(cents),
        )
    if cents > AMOUNT_CENTS_MAX:
        raise Refused(
            Reason.AMOUNT_TOO_LARGE,
            "No more than {most} is moved at once.",
            most=Amount(AMOUNT_CENTS_MAX),
        )


def check_reason(why: str) -> None:
    """Refuse what is done without a reason."""
    if not why.strip():
        raise Refused(Reason.WHY_NEEDED, "Say why: it is kept beside the entry.")
