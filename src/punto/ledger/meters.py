"""Meters: what each wager took in and kept, and how that stands to its exact edge."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.shifts import table_of
from punto.ledger.stakes import FIGURES
from punto.ledger.transfers import Transfer


class Meter(Struct, frozen=True):
    """One wager: the stakes that counted, and what the table won by them."""

    wager: str
    handle_cents: int = 0
    win_cents: int = 0

    @property
    def hold(self) -> Fraction:
        """The share of the handle that the table kept; nothing of nothing.

        >>> Meter("tie", 10_000, 1_436).hold
        Fraction(359, 2500)
        """
        return Fraction(self.win_cents, self.handle_cents) if self.handle_cents else Fraction(0)


class Comparison(Struct, frozen=True):
    """A meter beside what its exact edge would have brought."""

    meter: Meter
    edge: Fraction

    @property
    def expected_cents(self) -> Fraction:
        return self.meter.handle_cents * self.edge

    @property
    def difference_cents(self) -> Fraction:
        """How much more the table won than its edge, below zero for less."""
        return self.meter.win_cents - self.expected_cents


# What each figure of a stake adds to the meter: handle, then win.
SHARES = {"lost_cents": (1, 1), "returned_cents": (1, 0), "winnings_cents": (0, -1)}


def meters(transfers: Iterable[Transfer], table: str = "") -> dict[str, Meter]:
    """The meter of every wager at a table, or at all of them; reversals are taken off again."""
    found: dict[str, Meter] = {}
    for transfer in transfers:
        if not table or table_of(transfer) == table:
            count(found, transfer)
    return found


def count(found: dict[str, Meter], transfer: Transfer) -> None:
    """Let one more transfer count in these meters, if it is about a wager."""
    if not transfer.wager:
        return
    figure, sign = FIGURES[transfer.purpose]
    handle, win = SHARES.get(figure, (0, 0))
    before = found.get(transfer.wager) or Meter(transfer.wager)
    found[transfer.wager] = replace(
        before,
        handle_cents=before.handle_cents + sign * handle * transfer.cents,
        win_cents=before.win_cents + sign * win * transfer.cents,
    )


def against_edges(
    found: Mapping[str, Meter], edges: Mapping[str, Fraction]
) -> tuple[Comparison, ...]:
    """Each meter beside the exact edge of its wager, in the order the edges are given."""
    return tuple(Comparison(found[wager], edges[wager]) for wager in edges if wager in found)
