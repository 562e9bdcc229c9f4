"""Accounts: who owns the money, and whether the balance may be negative."""

from enum import Enum

from msgspec import Struct

from punto.refusals import Reason, Refused


class Kind(Enum):
    """The kinds of account; only the house's own may be negative."""

    PATRON = "patron"  # credits of a patron
    HELD = "held"  # stakes on a table that are not settled yet
    VOUCHERS = "vouchers"  # owed to the holders of open vouchers
    BANK = "bank"  # a table's float: its tray, or its share of the house's credits
    CHIPS = "chips"  # chips outside the tray, at tables whose stakes are made in chips
    DROP = "drop"  # cash in the box of a table
    CLAIMS = "claims"  # what a patron owes a table after a correction (negative)
    CAGE = "cage"  # where money enters and leaves, so that all accounts sum to zero
    ADJUSTMENTS = "adjustments"  # counts over or short, and corrections by staff

    @property
    def house(self) -> bool:
        """Whether it is the house's own account, which may be negative."""
        return self not in (Kind.PATRON, Kind.HELD, Kind.VOUCHERS)


class Account(Struct, frozen=True, order=True, gc=False):
    """One account: its kind, and the person or table that owns it."""

    kind: str
    owner: str = ""

    @property
    def name(self) -> str:
        """Return its name in the books.

        >>> bank("t1").name
        'bank:t1'
        """
        return f"{self.kind}:{self.owner}" if self.owner else self.kind

    @property
    def house(self) -> bool:
        return Kind(self.kind).house


def account_named(name: str) -> Account:
    """Return the account with this name.

    >>> account_named("patron:seat1") == patron("seat1")
    True
    >>> account_named("claims:t1:seat1") == claims("t1", "seat1")
    True
    """
    kind, _, owner = name.partition(":")
    return Account(Kind(kind).value, owner)


def read_account(text: str) -> Account:
    """Return the account with this name; refuse a name that no account can have."""
    try:
        found = account_named(text)
    except ValueError:
        found = None
    if found is None or not (text.isascii() and text.isprintable()):
        raise Refused(
            Reason.UNKNOWN_ACCOUNT, "An account is named as patron:seat1, bank:t1 or cage."
        )
    return found


def patron(patron_id: str) -> Account:
    return Account("patron", patron_id)


def held(table_id: str) -> Account:
    return Account("held", table_id)


def bank(table_id: str) -> Account:
    return Account("bank", table_id)


def chips(table_id: str) -> Account:
    return Account("chips", table_id)


def drop(table_id: str) -> Account:
    return Account("drop", table_id)


def claims(table_id: str, patron_id: str) -> Account:
    """Return a patron's claims account, one per table: its journal alone shows what is owed there.

    A table id contains no colon.
    """
    return Account("claims", f"{table_id}:{patron_id}")


CAGE = Account("cage")
VOUCHERS = Account("vouchers")
ADJUSTMENTS = Account("adjustments")
