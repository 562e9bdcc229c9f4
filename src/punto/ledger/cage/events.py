"""Events: what has happened at the cage and to the banks, in the past tense."""

from typing import TypeAlias

from msgspec import Struct

from punto.ledger.cage.state import Limits


class CreditsBought(Struct, frozen=True, tag="credits-bought"):
    patron: str
    cents: int


class VoucherRedeemed(Struct, frozen=True, tag="voucher-redeemed"):
    patron: str
    cents: int
    seal: str


class VoucherIssued(Struct, frozen=True, tag="voucher-issued"):
    patron: str
    cents: int
    seal: str


class VoucherPaid(Struct, frozen=True, tag="voucher-paid"):
    cents: int
    seal: str


class BankOpened(Struct, frozen=True, tag="bank-opened"):
    table: str
    cents: int
    witness: str


class BankFilled(Struct, frozen=True, tag="bank-filled"):
    table: str
    cents: int
    witness: str


class BankCredited(Struct, frozen=True, tag="bank-credited"):
    table: str
    cents: int
    witness: str


class BankClosed(Struct, frozen=True, tag="bank-closed"):
    """The count and what the books said; the difference is the variance."""

    table: str
    counted_cents: int
    book_cents: int
    witness: str


class ChipsBought(Struct, frozen=True, tag="chips-bought"):
    table: str
    cents: int


class DropCounted(Struct, frozen=True, tag="drop-counted"):
    table: str
    counted_cents: int
    book_cents: int
    witness: str


class ClaimPaid(Struct, frozen=True, tag="claim-paid"):
    table: str
    patron: str
    cents: int
    from_credits: bool


class Adjusted(Struct, frozen=True, tag="adjusted"):
    account: str
    cents: int
    why: str


class LimitsSet(Struct, frozen=True, tag="limits-set"):
    limits: Limits
    why: str


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
