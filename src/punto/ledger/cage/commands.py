"""Commands: what people ask of the cage and of a table's bank."""

from typing import TypeAlias

from punto.ledger.cage.state import Limits
from punto.table.commands import Approvable, Given


class BuyCredits(Given, frozen=True, tag="buy-credits"):
    """A patron pays cash."""

    patron: str
    cents: int


class RedeemVoucher(Given, frozen=True, tag="redeem-voucher"):
    """A patron brings a voucher and takes credits for it."""

    patron: str
    seal: str


class CashOut(Given, frozen=True, tag="cash-out"):
    """A patron takes a voucher for credits; the seal is that of a new code."""

    patron: str
    cents: int
    seal: str


class PayVoucher(Given, frozen=True, tag="pay-voucher"):
    """Somebody brings a voucher and takes cash for it."""

    seal: str


class OpenBank(Given, frozen=True, tag="open-bank"):
    """A shift begins at a table: its opener was counted by two people."""

    table: str
    cents: int
    witness: str


class FillBank(Given, frozen=True, tag="fill-bank"):
    table: str
    cents: int
    witness: str


class CreditBank(Given, frozen=True, tag="credit-bank"):
    """Chips, or credits, go from a table back to the cage."""

    table: str
    cents: int
    witness: str


class CloseBank(Given, frozen=True, tag="close-bank"):
    """A shift ends: the closer was counted; nothing counted where there are no chips to count."""

    table: str
    witness: str
    counted_cents: int | None = None


class BuyChips(Given, frozen=True, tag="buy-chips"):
    """Cash goes into a table's box and chips come out of its tray."""

    table: str
    cents: int


class CountDrop(Given, frozen=True, tag="count-drop"):
    """A table's box is emptied and counted."""

    table: str
    counted_cents: int
    witness: str


class PayClaim(Given, frozen=True, tag="pay-claim"):
    """A patron pays what a correction left owing, in cash or from credits."""

    table: str
    patron: str
    cents: int
    from_credits: bool = False


class Adjust(Approvable, frozen=True, tag="adjust"):
    """An account is put right by so much, below zero for less."""

    account: str
    cents: int
    why: str


class SetLimits(Given, frozen=True, tag="set-limits"):
    limits: Limits
    why: str


Command: TypeAlias = (
    BuyCredits
    | RedeemVoucher
    | CashOut
    | PayVoucher
    | OpenBank
    | FillBank
    | CreditBank
    | CloseBank
    | BuyChips
    | CountDrop
    | PayClaim
    | Adjust
    | SetLimits
)
