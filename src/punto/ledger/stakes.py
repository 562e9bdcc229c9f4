"""A stake's life in the books: pending, then posted, voided or posted in part."""

from collections.abc import Iterable
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.transfers import Purpose, Transfer


class Life(Enum):
    """The status of a stake."""

    PENDING = "pending"
    POSTED = "posted"  # it counted: lost, or returned with or without winnings
    VOIDED = "voided"  # it did not count, or was withdrawn
    PARTLY_POSTED = "partly-posted"  # part of it counted and the rest was returned


class StakeBooks(Struct, frozen=True):
    """One stake's totals, from all transfers that name it; a reversal cancels its original.

    >>> StakeBooks("tie", staked_cents=600, lost_cents=500, voided_cents=100).life.value
    'partly-posted'
    """

    wager: str
    staked_cents: int = 0  # placed, less withdrawals before the outcome
    lost_cents: int = 0
    returned_cents: int = 0  # of the part that counted
    voided_cents: int = 0
    winnings_cents: int = 0

    @property
    def pending_cents(self) -> int:
        """Return the part that is still held."""
        return self.staked_cents - self.lost_cents - self.returned_cents - self.voided_cents

    @property
    def counted_cents(self) -> int:
        return self.lost_cents + self.returned_cents

    @property
    def profit_cents(self) -> int:
        """Return the patron's profit on it, negative for a loss."""
        return self.winnings_cents - self.lost_cents

    @property
    def life(self) -> Life:
        if self.pending_cents:
            return Life.PENDING
        if not self.counted_cents:
            return Life.VOIDED
        return Life.PARTLY_POSTED if self.voided_cents else Life.POSTED


# The figure of a stake that each purpose changes, and the sign.
FIGURES = {
    Purpose.STAKE: ("staked_cents", 1),
    Purpose.WITHDRAWAL: ("staked_cents", -1),
    Purpose.LOSS: ("lost_cents", 1),
    Purpose.LOSS_REVERSED: ("lost_cents", -1),
    Purpose.RETURN: ("returned_cents", 1),
    Purpose.RETURN_REVERSED: ("returned_cents", -1),
    Purpose.VOID: ("voided_cents", 1),
    Purpose.VOID_REVERSED: ("voided_cents", -1),
    Purpose.WINNINGS: ("winnings_cents", 1),
    Purpose.WINNINGS_REVERSED: ("winnings_cents", -1),
}


def follow(books: StakeBooks, transfer: Transfer) -> StakeBooks:
    """Return a stake's totals after one more transfer that names it."""
    name, sign = FIGURES[transfer.purpose]
    return replace(books, **{name: getattr(books, name) + sign * transfer.cents})


def stakes_of(transfers: Iterable[Transfer]) -> dict[int, StakeBooks]:
    """Return every stake named by one table's transfers, by number."""
    stakes: dict[int, StakeBooks] = {}
    for transfer in transfers:
        if transfer.stake:
            before = stakes.get(transfer.stake) or StakeBooks(transfer.wager)
            stakes[transfer.stake] = follow(before, transfer)
    return stakes
