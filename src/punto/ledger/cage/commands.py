"""Commands for the cage and for a table's bank."""

from typing import TypeAlias

from punto.ledger.cage.state import Limits
from punto.table.commands import Approvable, Base


class Witnessed(Approvable, frozen=True):
    """A command with a witness, who confirms it by signing in; that is the command's approval."""


class BuyCredits(Approvable, frozen=True, tag="buy-credits"):
    """A patron buys credits for cash."""

    patron: str
    cents: int


class RedeemVoucher(Base, frozen=True, tag="redeem-voucher"):
    """A patron exchanges a voucher for credits."""

    patron: str
    seal: str


class CashOut(Approvable, frozen=True, tag="cash-out"):
    """A patron exchanges credits for a voucher; the seal is that of a new code."""

    patron: str
    cents: int
    seal: str


class PayVoucher(Approvable, frozen=True, tag="pay-voucher"):
    """A voucher is redeemed for cash."""

    seal: str


class OpenBank(Witnessed, frozen=True, tag="open-bank"):
    """A shift begins at a table, with an opener counted by two people."""

    table: str
    cents: int
    witness: str


class FillBank(Witnessed, frozen=True, tag="fill-bank"):
    table: str
    cents: int
    witness: str


class CreditBank(Witnessed, frozen=True, tag="credit-bank"):
    """Chips, or credits, go from a table back to the cage."""

    table: str
    cents: int
    witness: str


class CloseBank(Witnessed, frozen=True, tag="close-bank"):
    """A shift ends with a counted closer; without chips there is no count."""

    table: str
    witness: str
    counted_cents: int | None = None


class BuyChips(Approvable, frozen=True, tag="buy-chips"):
    """Cash goes into a table's box and chips come out of its tray."""

    table: str
    cents: int


class CountDrop(Witnessed, frozen=True, tag="count-drop"):
    """A table's box is emptied and counted."""

    table: str
    counted_cents: int
    witness: str


class PayClaim(Approvable, frozen=True, tag="pay-claim"):
    """A patron pays what a correction left owing, in cash or from credits."""

    table: str
    patron: str
    cents: int
    from_credits: bool = False


class Adjust(Approvable, frozen=True, tag="adjust"):
    """An account is adjusted by an amount, negative to reduce it."""

    account: str
    cents: int
    why: str


class SetLimits(Approvable, frozen=True, tag="set-limits"):
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
Counted: TypeAlias = OpenBank | FillBank | CreditBank | CloseBank | CountDrop  # all Witnessed
