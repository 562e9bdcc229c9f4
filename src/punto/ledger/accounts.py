"""Accounts: whose money it is, and whether the account may fall below zero."""

from enum import Enum

from msgspec import Struct


class Kind(Enum):
    """The kinds of account there are; only the house's own may fall below zero."""

    PATRON = "patron"  # credits of a patron
    HELD = "held"  # stakes on a table, decided by nobody yet
    VOUCHERS = "vouchers"  # what the house owes to whoever brings a voucher
    BANK = "bank"  # a table's float: its tray, or its share of the house's credits
    CHIPS = "chips"  # chips outside the tray, at tables whose stakes are made in chips
    DROP = "drop"  # cash in the box of a table
    CLAIMS = "claims"  # what a corrected round leaves a patron owing (below zero) at a table
    CAGE = "cage"  # where money enters and leaves, so that all accounts together come to zero
    ADJUSTMENTS = "adjustments"  # what counts found over or short, and what staff put right

    @property
    def house(self) -> bool:
        """Whether it is the house's own, so that a balance below zero is its own affair."""
        return self not in (Kind.PATRON, Kind.HELD, Kind.VOUCHERS)


class Account(Struct, frozen=True, order=True, gc=False):
    """One account: a kind, and whose or which table's it is."""

    kind: str
    owner: str = ""

    @property
    def name(self) -> str:
        """The name it goes by in the books.

        >>> bank("t1").name
        'bank:t1'
        """
        return f"{self.kind}:{self.owner}" if self.owner else self.kind

    @property
    def house(self) -> bool:
        return Kind(self.kind).house


def account_named(name: str) -> Account:
    """The account that goes by this name.

    >>> account_named("patron:seat1") == patron("seat1")
    True
    >>> account_named("claims:t1:seat1") == claims("t1", "seat1")
    True
    """
    kind, _, owner = name.partition(":")
    return Account(Kind(kind).value, owner)


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
    """Kept for each table, so that a table's own journal tells what its corrections left owed.

    The id of a table holds no colon.
    """
    return Account("claims", f"{table_id}:{patron_id}")


CAGE = Account("cage")
VOUCHERS = Account("vouchers")
ADJUSTMENTS = Account("adjustments")
