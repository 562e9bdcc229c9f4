"""State: what the cage remembers beside the balances."""

from collections.abc import Mapping

from msgspec import Struct

from punto.money import AMOUNT_CENTS_MAX


class Limits(Struct, frozen=True, kw_only=True):
    """The largest sums: of cash taken at once, of a voucher, of the credits a patron holds.

    And the smallest adjustment that a second person has to approve; None where none has to.
    """

    purchase_cents_max: int = 10_000_000
    voucher_cents_max: int = 10_000_000
    credits_cents_max: int = AMOUNT_CENTS_MAX
    approval_cents: int | None = None  # from here on a second person approves an adjustment


class Voucher(Struct, frozen=True):
    """A voucher nobody has brought yet, and the patron whose credits it was."""

    patron: str
    cents: int


class State(Struct, frozen=True):
    """Open vouchers by seal, tables whose bank is open, and the limits.

    A voucher that was brought is forgotten, so memory does not grow with history.
    """

    vouchers: Mapping[str, Voucher] = {}
    banks: frozenset[str] = frozenset()
    limits: Limits = Limits()


EMPTY = State()
