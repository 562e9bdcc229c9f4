"""State of the cage, apart from balances."""

from collections.abc import Mapping

from msgspec import Struct

from punto.ledger.cage.used_seals import UsedSeals
from punto.money import AMOUNT_CENTS_MAX


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The largest cash purchase, voucher and credit balance, and the approval thresholds.

    A second person must approve adjustments, and sums that staff issue or pay out, from these
    thresholds on; None means never.
    """

    purchase_cents_max: int = 10_000_000
    voucher_cents_max: int = 10_000_000
    credits_cents_max: int = AMOUNT_CENTS_MAX
    approval_cents: int | None = 100_000  # threshold for an adjustment
    issue_approval_cents: int | None = 2_000_000  # for credits, cash-outs, vouchers paid


class Voucher(Struct, frozen=True):
    """An open voucher, and the patron who cashed out for it."""

    patron: str
    cents: int


class State(Struct, frozen=True):
    """Open vouchers by seal, tables whose bank is open, the limits, and all used seals."""

    vouchers: Mapping[str, Voucher] = {}
    banks: frozenset[str] = frozenset()
    limits: Limits = Limits()
    used: UsedSeals = {}


EMPTY = State()
