"""Events: what has happened at the cage and to the banks, in the past tense."""

from typing import TypeAlias

from punto.ledger.cage.state import Limits
from punto.table.events import Happened


class CreditsBought(Happened, frozen=True, tag="credits-bought"):
    patron: str
    cents: int


class VoucherRedeemed(Happened, frozen=True, tag="voucher-redeemed"):
    patron: str
    cents: int
    seal: str


class VoucherIssued(Happened, frozen=True, tag="voucher-issued"):
    patron: str
    cents: int
    seal: str


class VoucherPaid(Happened, frozen=True, tag="voucher-paid"):
    cents: int
    seal: str
    patron: str = ""  # who had cashed out for it


class BankOpened(Happened, frozen=True, tag="bank-opened"):
    table: str
    cents: int
    witness: str


class BankFilled(Happened, frozen=True, tag="bank-filled"):
    table: str
    cents: int
    witness: str


class BankCredited(Happened, frozen=True, tag="bank-credited"):
    table: str
    cents: int
    witness: str


class BankClosed(Happened, frozen=True, tag="bank-closed"):
    """The count and the book balance; the difference is the variance."""

    table: str
    counted_cents: int
    book_cents: int
    witness: str


class ChipsBought(Happened, frozen=True, tag="chips-bought"):
    table: str
    cents: int


class DropCounted(Happened, frozen=True, tag="drop-counted"):
    table: str
    counted_cents: int
    book_cents: int
    witness: str


class ClaimPaid(Happened, frozen=True, tag="claim-paid"):
    table: str
    patron: str
    cents: int
    from_credits: bool


class Adjusted(Happened, frozen=True, tag="adjusted"):
    account: str
    cents: int


class LimitsSet(Happened, frozen=True, tag="limits-set"):
    limits: Limits


Event: TypeAlias = (
    CreditsBought
    | VoucherRedeemed
    | VoucherIssued
    | VoucherPaid
    | BankOpened
    | BankFilled
    | BankCredited
    | BankClosed
    | ChipsBought
    | DropCounted
    | ClaimPaid
    | Adjusted
    | LimitsSet
)
