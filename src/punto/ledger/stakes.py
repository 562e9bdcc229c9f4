"""A stake's life in the books: pending, then posted, voided or posted in part."""

from collections.abc import Iterable
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.transfers import Purpose, Transfer


class Life(Enum):
    """Where a stake stands."""

    PENDING = "pending"
    POSTED = "posted"  # it counted: lost, or returned with or without winnings
    VOIDED = "voided"  # it did not count, or was taken back
    PARTLY_POSTED = "partly-posted"  # a part of it counted and the rest went back


class StakeBooks(Struct, frozen=True):
    """One stake's money, from all transfers that name it; reversed ones cancel what they reverse.

    >>> StakeBooks("tie", staked_cents=600, lost_cents=500, voided_cents=100).life.value
    'partly-posted'
    """

    wager: str
    staked_cents: int = 0  # put down, less what was taken back before the outcome
    lost_cents: int = 0
    returned_cents: int = 0  # having counted
    voided_cents: int = 0
    winnings_cents: int = 0

    @property
    def pending_cents(self) -> int:
        """What of it is held."""
        return self.staked_cents - self.lost_cents - self.returned_cents - self.voided_cents

    @property
    def counted_cents(self) -> int:
        return self.lost_cents + self.returned_cents

    @property
    def profit_cents(self) -> int:
        """What its patron has won by it, below zero for lost."""
        return self.winnings_cents - self.lost_cents

    @property
    def life(self) -> Life:
        if self.pending_cents:
            return Life.PENDING
        if not self.counted_cents:
            return Life.VOIDED
        return Life.PARTLY_POSTED if self.voided_cents else Life.POSTED


# Which figure of a stake a transfer changes, and in which direction.
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
    """A stake's money after one more transfer that names it."""
    name, sign = FIGURES[transfer.purpose]
    return replace(books, **{name: getattr(books, name) + sign * transfer.cents})


def stakes_of(transfers: Iterable[Transfer]) -> dict[int, StakeBooks]:
    """Every stake that one table's transfers name, by its number."""
    stakes: dict[int, StakeBooks] = {}
    for transfer in transfers:
        if transfer.stake:
            before = stakes.get(transfer.stake) or StakeBooks(transfer.wager)
            stakes[transfer.stake] = follow(before, transfer)
    return stakes
